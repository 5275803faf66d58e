/* levels.c: executes scripts of a program from snapshots and from the start, and compares.
 *
 *     world_levels GUEST RANKS MOST PROGRAM...
 *
 * The first execution is saved at each of its choices. Every script that it finds, MOST at most, is
 * executed from the last snapshot on its way and from the start: both must give the same path, the
 * same output and the same ends. Ends with 1 where they do not. */
#include "base/memory.h"
#include "base/text.h"
#include "world/process/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT_CAP = 16 << 20, SCRIPTS_MAX = 4096 };

struct script {
    struct choice *choices;
    size_t count, keep;
};

struct test {
    struct world *world;
    struct scheduler_options options;
    struct exploration exploration;
    struct script scripts[SCRIPTS_MAX];
    size_t script_count;
    size_t depths[WORLD_LEVELS_MAX + 1]; /* choices before each level */
    double seconds[2];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void save(void *data, struct scheduler *scheduler)
{
    struct test *test = data;
    if (world_save(test->world, scheduler))
        test->depths[world_levels(test->world)] = test->exploration.count;
}

static void keep_script(void *data, size_t keep, const struct choice *rest, size_t count)
{
    struct test *test = data;
    if (test->script_count == SCRIPTS_MAX)
        return;
    struct choice *choices = memory_zero(keep + count, sizeof *choices);
    if (keep > 0)
        memcpy(choices, test->exploration.path, keep * sizeof *choices);
    if (count > 0)
        memcpy(choices + keep, rest, count * sizeof *choices);
    test->scripts[test->script_count++] = (struct script){choices, keep + count, keep};
}

static void ignore(void *data, size_t keep, const struct choice *rest, size_t count)
{
    (void)data, (void)keep, (void)rest, (void)count;
}

static void describe(struct test *test, const struct document *document,
                     const struct world_result *result, struct text *text)
{
    text_addf(text, "outcome %d, differs %d, result %llx\n", (int)result->outcome,
              test->exploration.differs, (unsigned long long)test->exploration.result);
    for (size_t i = 0; i < test->exploration.count; i++) {
        const struct choice *choice = &test->exploration.path[i];
        text_addf(text, "choice: rank %d, operation %u takes %llx\n", choice->rank, choice->number,
                  (unsigned long long)choice->what);
    }
    for (int rank = 0; rank < test->options.ranks; rank++) {
        text_addf(text, "rank %d: %s, status %d\n", rank,
                  result->ranks[rank].ended ? "ended" : "stopped", result->ranks[rank].status);
        for (int stream = 0; stream < 2; stream++) {
            size_t length;
            const char *bytes = world_output(test->world, rank, stream, &length);
            text_add_bytes(text, bytes, length);
        }
    }
    for (size_t i = 0; i < document->finding_count; i++)
        text_addf(text, "finding: %s: %s\n", document->findings[i].rule,
                  document->findings[i].headline);
}

/* 0: done; 1: not from this level; -1: an error. */
static int execute(struct test *test, size_t level, const struct script *script, struct text *text)
{
    struct document document;
    struct world_result result;
    struct error error;
    double start = now();
    test->exploration.script = script ? script->choices : NULL;
    test->exploration.script_count = script ? script->count : 0;
    test->exploration.poll_bound = 1;
    test->exploration.data = test;
    test->options.exploration = &test->exploration;
    document_init(&document, "levels");
    text_clear(text);
    int got = world_execute_from(test->world, level, &test->options, &document, &result, &error);
    if (got == 0)
        describe(test, &document, &result, text);
    else if (got < 0)
        printf("error: %s\n", error.text);
    document_free(&document);
    free(test->exploration.path);
    test->exploration = (struct exploration){.found = ignore};
    test->seconds[level > 0] += now() - start;
    return got;
}

static int compare(struct test *test, long most, struct text *from_start, struct text *from_level)
{
    long compared = 0, refused = 0;
    test->seconds[0] = test->seconds[1] = 0;
    for (size_t i = test->script_count; i-- > 0 && compared < most;) {
        const struct script *script = &test->scripts[i];
        size_t level = world_levels(test->world);
        while (level > 0 && test->depths[level] > script->keep)
            level--;
        if (level == 0)
            continue;
        /* Twice, since the first goes on from the end of the execution before. */
        for (int j = 0; j < 2; j++) {
            int got = execute(test, level, script, from_level);
            if (got < 0 || execute(test, 0, script, from_start) != 0)
                return 3;
            refused += got;
            if (got == 0 && (from_level->length != from_start->length ||
                             memcmp(from_level->data, from_start->data, from_level->length) != 0)) {
                printf("from level %zu:\n%sfrom the start:\n%s", level, from_level->data,
                       from_start->data);
                return 1;
            }
        }
        compared++;
    }
    printf("%ld scripts compared, %ld refused, %zu levels\n", compared, refused,
           world_levels(test->world));
    fprintf(stderr, "%.0f us from the start, %.0f us from a level\n",
            test->seconds[0] * 5e5 / (double)(compared ? compared : 1),
            test->seconds[1] * 5e5 / (double)(compared ? compared : 1));
    return 0;
}

int main(int count, char **words)
{
    static struct test test;
    struct error error;
    struct text texts[2];
    if (count < 5)
        return 2;
    struct world_options options = {
        .scheduler = {.ranks = (int)strtol(words[2], NULL, 10), .buffering = BUFFERING_INFINITE},
        .guest = words[1],
        .program = (const char *const *)words + 4,
        .debugged = -1,
        .repeats = true,
        .snapshot_bytes = 256 << 20,
    };
    text_init(&texts[0], TEXT_CAP);
    text_init(&texts[1], TEXT_CAP);
    if (world_open(&options, &test.world, &error) != 0) {
        printf("error: %s\n", error.text);
        return 3;
    }
    test.options = options.scheduler;
    test.exploration.found = ignore;
    execute(&test, 0, NULL, &texts[0]); /* so that nothing happens for the first time */
    test.exploration = (struct exploration){.found = keep_script, .pause = save};
    int code = execute(&test, 0, NULL, &texts[0]) != 0 ? 3 : 0;
    if (code == 0)
        code = compare(&test, strtol(words[3], NULL, 10), &texts[0], &texts[1]);
    world_close(test.world);
    for (size_t i = 0; i < test.script_count; i++)
        free(test.scripts[i].choices);
    text_free(&texts[0]);
    text_free(&texts[1]);
    return code;
}
