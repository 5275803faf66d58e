/* Tests of scheduler.h in a world without processes. What it does to operations is tested by random
 * programs (explore/test_random.c). */
#include "base/memory.h"
#include "world/scheduler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { TABLES = 1 << 16, HEAP = 1 << 16 };

struct ending_world {
    struct world_segment *segment;
    bool killed; /* the rank does not say its end */
    int asked;
};

static void nap(void *data)
{
    const struct timespec moment = {0, 5000000};
    (void)data;
    nanosleep(&moment, NULL);
}

/* The rank ends just before the scheduler asks, and then what started it has ended, too. */
static bool has_ended(void *data)
{
    struct ending_world *world = data;
    world->asked++;
    if (world->killed || world->asked > 1)
        return true;
    atomic_store(&world->segment->rank[0].ended, 1);
    atomic_fetch_or(&world->segment->calling[0], 1);
    atomic_fetch_add(&world->segment->bell, 1);
    return true;
}

static enum outcome run(bool killed)
{
    struct ending_world world = {.killed = killed};
    size_t blocks = sizeof(struct world_segment) + sizeof(struct world_rank);
    size_t tables = (blocks + 63) / 64 * 64;
    const struct scheduler_options options = {.ranks = 1, .idle = nap};
    struct document document;
    world.segment = memory_zero(1, tables + TABLES + HEAP);
    world.segment->ranks = 1;
    world.segment->tables = tables;
    world.segment->heap_start = tables + TABLES;
    world.segment->heap_size = HEAP;
    atomic_store(&world.segment->started, 1);
    document_init(&document, "run");
    struct scheduler *scheduler = scheduler_new(world.segment, &options, &document);
    enum outcome outcome = scheduler_run(scheduler, has_ended, &world);
    assert_true(world.asked > 0);
    scheduler_free(scheduler);
    document_free(&document);
    free(world.segment);
    return outcome;
}

static void an_end_in_the_last_moment_counts(void **state)
{
    (void)state;
    assert_int_equal(run(false), OUTCOME_ENDED);
    assert_int_equal(run(true), OUTCOME_INTERRUPTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_in_the_last_moment_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
