#include "base/file.h"
#include "compile/jobs.h"
#include "compile/line.h"
#include "instrument/testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_CAP = 256 * 1024 * 1024 };

struct command {
    struct arena *arena;
    char **words;
    size_t count;
};

static void testing_link_add(struct command *command, const char *word)
{
    *arena_push(command->arena, command->words, command->count) = arena_copy(command->arena, word);
}

/* Says whether the option makes the linker write one of the user's files again: its map, its
 * dependencies. The value of "-Map FILE" is the next word. */
static bool writes_file(const char *option, bool *valued)
{
    static const char *const names[] = {"-Map", "--Map", "--dependency-file", "-o", "--output"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(option, names[i], length) != 0 || (option[length] && option[length] != '='))
            continue;
        *valued = !option[length];
        return true;
    }
    return false;
}

/* Adds -Wl,A,B,C without options that write files. */
static void add_linker_options(struct command *command, const char *word)
{
    char *copy = memory_copy(word + strlen("-Wl,")), *at = NULL;
    struct text kept;
    bool value = false;
    text_init(&kept, LIST_CAP);
    for (char *option = strtok_r(copy, ",", &at); option; option = strtok_r(NULL, ",", &at)) {
        if (value)
            value = false;
        else if (!writes_file(option, &value))
            text_addf(&kept, ",%s", option);
    }
    if (kept.length > 0)
        testing_link_add(command, arena_printf(command->arena, "-Wl%s", kept.data));
    text_free(&kept);
    free(copy);
}

/* Says whether the word is an archive that no longer exists. All that the program took from it may
 * be bitcode; if not, the linker reports what is missing. */
static bool testing_link_is_gone(const struct linked *linked, const char *path)
{
    size_t length = strlen(path);
    if (length < 2 || strcmp(path + length - 2, ".a") != 0)
        return false;
    char *whole =
        path[0] == '/' ? memory_copy(path) : memory_printf("%s/%s", linked->directory, path);
    bool gone = access(whole, F_OK) != 0;
    free(whole);
    return gone;
}

/* Adds the words of the original link, except its output. */
static int add_old_words(struct command *command, const struct linked *linked, struct error *error)
{
    struct line line;
    int failed = line_parse(linked->words + 1, &line, error);
    for (size_t i = 0; !failed && i < line.word_count; i++) {
        const char *text = line.words[i].text;
        bool valued = false;
        if (line.words[i].kind == WORD_OUTPUT ||
            (line.words[i].kind == WORD_INPUT && testing_link_is_gone(linked, text)))
            continue;
        if (strncmp(text, "-Wl,", 4) == 0)
            add_linker_options(command, text);
        else if (strcmp(text, "-Xlinker") == 0 && i + 1 < line.word_count &&
                 writes_file(line.words[i + 1].text, &valued))
            i += valued ? 3 : 1; /* -Xlinker -Map -Xlinker FILE */
        else
            testing_link_add(command, text);
    }
    line_free(&line);
    return failed;
}

/* Writes the list of objects to a file: a command line may be too long for them. */
static int testing_link_write_list(const struct testing *testing, const char *path,
                                   struct error *error)
{
    struct text list;
    text_init(&list, LIST_CAP);
    for (size_t i = 0; i < testing->piece_count; i++)
        for (size_t j = 0; j < testing->pieces[i].object_count; j++)
            text_addf(&list, "\"%s\"\n", testing->pieces[i].objects[j]);
    int failed = file_write(path, list.data, list.length, error);
    text_free(&list);
    return failed;
}

/* Writes an assembly file with the flags of edges, in whole pages, since other memory is mapped in
 * their place. */
static int write_cover(const struct testing *testing, const char *path, struct error *error)
{
    unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
    unsigned long size = (testing->edge_count / page + 1) * page;
    char *text = memory_printf(".bss\n.balign %lu\n.globl tutti_cover\n"
                               ".type tutti_cover, @object\n.size tutti_cover, %lu\n"
                               "tutti_cover:\n.zero %lu\n"
                               ".section .note.GNU-stack,\"\",@progbits\n",
                               page, size, size);
    int failed = file_write(path, text, strlen(text), error);
    free(text);
    return failed;
}

static int testing_link_run(struct testing *testing, struct job *job, const char *what,
                            struct error *error)
{
    struct jobs_result result;
    if (jobs_run(job, 1, 1, 0, &result, error) != 0)
        return -1;
    testing->result->interrupt = result.interrupt;
    if (result.interrupt)
        return error_set(error, ERROR_FAILED, "ended by %s", strsignal(result.interrupt));
    return job->exit_code == 0
               ? 0
               : error_set(error, ERROR_FAILED, "%s: %s; %s/messages has all messages", what,
                           testing_keep_messages(testing, what, job->output),
                           testing->request->directory);
}

int testing_link(struct testing *testing, const char *output, struct error *error)
{
    struct arena *arena = &testing->result->arena;
    struct command command = {.arena = arena};
    const char *source = arena_printf(arena, "%s/cover.s", testing->directory);
    const char *cover = arena_printf(arena, "%s/cover.o", testing->directory);
    const char *list = arena_printf(arena, "%s/objects", testing->directory);
    const char *messages = arena_printf(arena, "%s/link.out", testing->directory);
    char *library = testable_library(testing->linked.flavour);
    testing_link_add(&command, testing->linked.words[0]);
    testing_link_add(&command, arena_printf(arena, "@%s", list));
    const char *const first[] = {cover, library, "-Wl,-u,tutti_symbolic_start",
                                 "-Wl,--export-dynamic-symbol=tutti_symbolic_start",
                                 /* makes a call of MPI belong to the code that called the model
                                  * (runtime/library.h) */
                                 "-Wl,--export-dynamic-symbol=tutti_frame_*"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        testing_link_add(&command, first[i]);
    free(library);
    if (add_old_words(&command, &testing->linked, error) != 0 ||
        testing_link_write_list(testing, list, error) != 0 ||
        write_cover(testing, source, error) != 0)
        return -1;
    const char *const last[] = {"-lpthread", "-ldl", "-lm", "-o", output};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        testing_link_add(&command, last[i]);
    *arena_push(arena, command.words, command.count) = NULL;
    const char *const assemble[] = {testing->request->clang, "-c", source, "-o", cover, NULL};
    struct job assembling = {.words = (char *const *)assemble, .output = messages};
    struct job linking = {.words = command.words, .output = messages};
    if (access(testing->linked.directory, X_OK) == 0)
        linking.directory = testing->linked.directory;
    return testing_link_run(testing, &assembling, "the flags of edges cannot be assembled",
                            error) != 0
               ? -1
               : testing_link_run(testing, &linking, "the test build cannot be linked", error);
}
