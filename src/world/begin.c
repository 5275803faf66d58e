#include "world/stage.h"

#include <string.h>
#include <unistd.h>

/* Texts one behind the other, as far as there is room. */
struct area {
    char *at, *end;
};

static bool put(struct area *area, const char *text)
{
    size_t length = strlen(text) + 1;
    if (length > (size_t)(area->end - area->at))
        return false;
    memcpy(area->at, text, length);
    area->at += length;
    return true;
}

/* Paths are the command's, and the template may be elsewhere. */
static bool put_path(struct area *area, const char *path)
{
    char *end = area->end;
    if (*path != '/') {
        if (!getcwd(area->at, (size_t)(end - area->at)))
            return false;
        area->at += strlen(area->at);
        if (area->at + 1 >= end)
            return false;
        *area->at++ = '/';
    }
    return put(area, path);
}

int stage_begin(struct world *world, const struct scheduler_options *options, struct error *error)
{
    const struct world_start *start = options->start;
    struct world_segment *segment = world->segment;
    struct world_begin *begin = (struct world_begin *)((char *)segment + segment->begin);
    struct area area = {begin->text, (char *)begin + WORLD_BEGIN};
    *begin = (struct world_begin){0};
    if (options->ranks < 1 || options->ranks > world->options.scheduler.ranks)
        return error_set(error, ERROR_USAGE, "%d ranks in a world for 1 to %d", options->ranks,
                         world->options.scheduler.ranks);
    segment->ranks = (uint32_t)options->ranks;
    if (!start)
        return 0;
    bool fits = true;
    for (const char *const *word = start->arguments; word && *word && fits; word++) {
        fits = put(&area, *word);
        begin->words++;
    }
    begin->directory = start->directory != NULL;
    begin->input = start->input != NULL;
    begin->file_bytes = start->file_bytes;
    if (!fits || (start->directory && !put_path(&area, start->directory)) ||
        (start->input && !put_path(&area, start->input)))
        return error_set(error, ERROR_USAGE, "the arguments of the program take more than %d MiB",
                         WORLD_BEGIN >> 20);
    return 0;
}
