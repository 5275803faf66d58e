#include "world/process/stage.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAP_KEPT = 64 << 20 };

/* Room for texts, which are stored one after the other. */
struct area {
    char *at, *end;
};

static bool begin_put(struct area *area, const char *text)
{
    size_t length = strlen(text) + 1;
    if (length > (size_t)(area->end - area->at))
        return false;
    memcpy(area->at, text, length);
    area->at += length;
    return true;
}

/* Stores a path as an absolute one, since the template may have another working directory. */
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
    return begin_put(area, path);
}

/* Releases the memory of the messages of an earlier execution if they took much: the next execution
 * may send none. */
static void empty_heap(const struct world *world)
{
    struct stat status;
    off_t heap = (off_t)world->shared.heap;
    if (fstat(world->descriptor, &status) == 0 && (size_t)status.st_blocks * 512 > HEAP_KEPT)
        fallocate(world->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, heap,
                  (off_t)world->shared.end - heap);
}

static bool put_variables(struct area *area, const char *const *variables, uint32_t *count)
{
    for (; variables && *variables; variables++, (*count)++)
        if (!begin_put(area, *variables))
            return false;
    return true;
}

int stage_begin(struct world *world, const struct scheduler_options *options, struct error *error)
{
    const struct world_start *start = options->start;
    struct world_begin *begin =
        (struct world_begin *)((char *)world->segment + world->shared.begin);
    struct area area = {begin->text, (char *)begin + WORLD_BEGIN};
    *begin = (struct world_begin){0};
    if (options->ranks < 1 || options->ranks > world->options.scheduler.ranks)
        return error_set(error, ERROR_USAGE, "%d ranks: a world has 1 to %d", options->ranks,
                         world->options.scheduler.ranks);
    world->ranks = (uint32_t)options->ranks;
    stage_announce(world);
    empty_heap(world);
    if (!start)
        return 0;
    bool fits = true;
    for (const char *const *word = start->arguments; word && *word && fits; word++) {
        fits = begin_put(&area, *word);
        begin->words++;
    }
    begin->directory = start->directory != NULL;
    begin->input = start->input != NULL;
    begin->file_bytes = start->file_bytes;
    if (!fits || (start->directory && !put_path(&area, start->directory)) ||
        (start->input && !put_path(&area, start->input)) ||
        !put_variables(&area, start->environment, &begin->variables))
        return error_set(error, ERROR_USAGE, "the arguments of the program take more than %d MiB",
                         WORLD_BEGIN >> 20);
    return 0;
}
