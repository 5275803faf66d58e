/* again.c: executes a program many times in one world and compares what comes of it.
 *
 *     world_again GUEST RANKS COUNT PROGRAM...
 *
 * Prints what the first execution gave: how each rank ended, what it printed, what was found; then
 * how many executions there were in a second. Ends with 1 and both texts at the first execution
 * that gave something else. */
#include "base/memory.h"
#include "base/text.h"
#include "world/process/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT_CAP = 16 << 20 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void describe(struct world *world, const struct document *document, int ranks,
                     const struct world_result *result, struct text *text)
{
    text_addf(text, "outcome %d, exit code %d\n", (int)result->outcome, result->exit_code);
    for (int rank = 0; rank < ranks; rank++) {
        text_addf(text, "rank %d: %s, status %d\n", rank,
                  result->ranks[rank].ended ? "ended" : "stopped", result->ranks[rank].status);
        for (int stream = 0; stream < 2; stream++) {
            size_t length;
            const char *bytes = world_output(world, rank, stream, &length);
            text_add_bytes(text, bytes, length);
        }
    }
    for (size_t i = 0; i < document->finding_count; i++)
        text_addf(text, "finding: %s: %s\n", document->findings[i].rule,
                  document->findings[i].headline);
}

static int execute(struct world *world, struct scheduler_options options, struct text *text,
                   int *forked, struct error *error)
{
    struct record record;
    struct document document;
    struct world_result result;
    record_init(&record, options.ranks);
    document_init(&document, "again");
    options.record = &record;
    text_clear(text);
    int failed = world_execute(world, &options, &document, &result, error);
    if (!failed)
        describe(world, &document, options.ranks, &result, text);
    *forked = result.forked;
    document_free(&document);
    record_free(&record);
    return failed;
}

int main(int count, char **words)
{
    struct error error;
    struct world *world;
    struct text first, other;
    if (count < 5)
        return 2;
    struct world_options options = {
        .scheduler = {.ranks = (int)strtol(words[2], NULL, 10)},
        .guest = words[1],
        .program = (const char *const *)words + 4,
        .debugged = -1,
        .repeats = true,
    };
    long executions = strtol(words[3], NULL, 10);
    text_init(&first, TEXT_CAP);
    text_init(&other, TEXT_CAP);
    int code = world_open(&options, &world, &error) != 0 ? 3 : 0;
    int forked = 0;
    double start = now();
    for (long i = 0; code == 0 && i < executions; i++) {
        struct text *text = i == 0 ? &first : &other;
        if (execute(world, options.scheduler, text, &forked, &error) != 0)
            code = 3;
        else if (i > 0 && (other.length != first.length ||
                           memcmp(other.data, first.data, first.length) != 0))
            code = 1;
        if (code == 1)
            printf("execution %ld gave\n%snot\n", i + 1, other.data);
        if (i == 0)
            start = now();
    }
    double seconds = now() - start;
    if (code == 3)
        printf("error: %s\n", error.text);
    else
        printf("%s", first.data);
    if (code == 0 && executions > 1)
        fprintf(stderr, "%.0f executions per second, %d ranks forked in the last one\n",
                (double)(executions - 1) / seconds, forked);
    if (code != 3 || first.length)
        world_close(world);
    text_free(&first);
    text_free(&other);
    return code;
}
