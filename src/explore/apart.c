#include "explore/apart.h"

#include <stdlib.h>
#include <string.h>

/* Returns the command line with the program's path made independent of the folder. */
static const char *const *apart_words_of(const struct world_options *options, struct arena *arena)
{
    const char **words = NULL;
    size_t count = 0;
    for (const char *const *word = options->program; *word; word++)
        *arena_push(arena, words, count) = *word;
    *arena_push(arena, words, count) = NULL;
    const char *program = words[0];
    if (strchr(program, '/') && *program != '/')
        words[0] = arena_printf(arena, "%s/%s", options->start_directory, program);
    return words;
}

int apart_open(struct apart *apart, const struct search *search, struct world **world,
               struct error *error)
{
    *apart = (struct apart){.options = *search->options->world};
    if (search->apart) {
        if (workplace_open(search->listing, search->scratch, &apart->workplace, error) != 0)
            return -1;
        apart->options.program = apart_words_of(&apart->options, &apart->arena);
        apart->options.start_directory = workplace_directory(apart->workplace);
    }
    if (world_open(&apart->options, world, error) != 0)
        return -1;
    return apart->workplace ? workplace_settle(apart->workplace, error) : 0;
}

int apart_begin(const struct apart *apart, struct error *error)
{
    return apart->workplace ? workplace_restore(apart->workplace, error) : 0;
}

void apart_close(struct apart *apart)
{
    workplace_close(apart->workplace);
    arena_free(&apart->arena);
    *apart = (struct apart){.workplace = NULL};
}
