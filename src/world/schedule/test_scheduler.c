/* Tests of scheduler.h in a world without processes. What it does to operations is tested by random
 * programs (explore/test_random.c). */
#include "base/memory.h"
#include "world/process/shared.h"
#include "world/schedule/pool.h"
#include "world/schedule/scheduler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { TABLES = 1 << 16, HEAP = 1 << 16 };

enum how { ENDS, IS_KILLED, CALLS }; /* a rank that is killed does not announce its end */

struct tried {
    struct world_segment *segment;
    enum how how;
    int asked;
};

static void nap(void *data)
{
    const struct timespec moment = {0, 5000000};
    (void)data;
    nanosleep(&moment, NULL);
}

/* A receive, for which nobody waits. */
static void post(struct world_rank *rank)
{
    uint32_t posted = atomic_load(&rank->posted);
    rank->ring[posted % WORLD_RING] = (struct world_op){.kind = OP_RECEIVE, .number = posted + 1};
    atomic_store(&rank->posted, posted + 1);
}

/* Makes the rank act just before the scheduler asks whether to stop; returns true. */
static bool should_stop(void *data)
{
    struct tried *world = data;
    struct world_rank *rank = &world->segment->rank[0];
    world->asked++;
    if (world->how == ENDS)
        atomic_store(&rank->ended, 1);
    if (world->how == CALLS)
        post(rank);
    if (world->how != IS_KILLED)
        atomic_fetch_or(&world->segment->calling[0], 1);
    atomic_fetch_add(&world->segment->bell, 1);
    return true;
}

static enum outcome run(enum how how)
{
    struct tried world = {.how = how};
    size_t blocks = sizeof(struct world_segment) + sizeof(struct world_rank);
    size_t tables = (blocks + 63) / 64 * 64;
    const struct scheduler_options options = {.ranks = 1, .idle = nap};
    struct document document;
    world.segment = memory_zero(1, tables + TABLES + HEAP);
    const struct shared shared = {.segment = world.segment,
                                  .ranks = 1,
                                  .tables = tables,
                                  .begin = tables + TABLES,
                                  .heap = tables + TABLES,
                                  .heap_size = HEAP,
                                  .end = tables + TABLES + HEAP};
    world.segment->ranks = 1;
    atomic_store(&world.segment->started, 1);
    document_init(&document, "run");
    struct pool *pool = pool_open();
    struct scheduler *scheduler = scheduler_new(pool, &shared, &options, &document);
    enum outcome outcome = scheduler_run(scheduler, should_stop, &world);
    assert_true(world.asked > 0);
    scheduler_free(scheduler);
    pool_close(pool);
    document_free(&document);
    free(world.segment);
    return outcome;
}

static void an_end_in_the_last_moment_counts(void **state)
{
    (void)state;
    assert_int_equal(run(ENDS), OUTCOME_ENDED);
    assert_int_equal(run(IS_KILLED), OUTCOME_INTERRUPTED);
    assert_int_equal(run(CALLS), OUTCOME_INTERRUPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_in_the_last_moment_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
