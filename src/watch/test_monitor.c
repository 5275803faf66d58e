/* Tests of monitor.h: how long a rank may compute while others wait, and when a deadlock counts as
 * proved. The ranks are on another node, so the tests report everything that the monitor knows
 * about them. */
#include "watch/monitor.h"

#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RANKS = 4 };

static const double STEP = 0.1, MANY = 1000;

struct job {
    struct board board;
    struct monitor monitor;
    struct tracked *ranks[RANKS];
    double now;
    double busy, ran, turns; /* values of each rank per second */
    int threads;
    bool dead[RANKS];
};

static void start(struct job *job)
{
    struct error error = {0};
    *job = (struct job){.now = 1, .busy = 1, .threads = 1};
    assert_int_equal(board_private(&job->board, &error), 0);
    monitor_start(&job->monitor, &(struct monitor_options){.budget = 0.001}, job->now);
    for (int rank = 0; rank < RANKS; rank++) {
        struct tracked *process = tracker_add(&job->monitor.tracker, 1, job->now);
        job->ranks[rank] = process;
        process->record.rank = rank;
        process->record.size = RANKS;
        process->record.lane_count = 1;
        process->record.lanes[0] = (struct beacon_lane){.thread = 1, .site = 100};
    }
}

static void end(struct job *job)
{
    monitor_free(&job->monitor);
    board_close(&job->board);
}

/* The rank makes a call at a site; it is still inside, or has returned. */
static void go(struct job *job, int rank, uint64_t site, bool inside)
{
    struct tracked *process = job->ranks[rank];
    struct beacon_lane *lane = &process->record.lanes[0];
    tracker_leaves(&job->monitor.tracker, process, job->now);
    lane->site = site;
    lane->kind = BEACON_OTHER;
    lane->sequence = lane->sequence / 2 * 2 + 2 + inside;
    tracker_moves(&job->monitor.tracker, process, job->now);
}

/* Time passes while all compute. Returns the time until an alarm. */
static double pass(struct job *job, double seconds)
{
    double begin = job->now;
    while (job->now < begin + seconds) {
        for (int rank = 0; rank < RANKS; rank++) {
            struct vitals vitals = {.alive = !job->dead[rank],
                                    .processor = job->busy * job->now,
                                    .ran = job->ran * job->now,
                                    .turns = (uint64_t)(job->turns * job->now),
                                    .threads = job->threads};
            tracker_vitals(&job->monitor.tracker, job->ranks[rank], &vitals, job->now);
        }
        monitor_look(&job->monitor, &job->board, job->now, job->now);
        if (job->monitor.state != MONITOR_HEALTHY)
            return job->now - begin;
        job->now += STEP;
    }
    return MANY;
}

/* All compute for this long, then all but one rank wait for that one. */
static double delay_of(int rank, double seconds)
{
    struct job job;
    start(&job);
    assert_true(pass(&job, seconds) == MANY);
    for (int other = 0; other < RANKS; other++)
        if (other != rank)
            go(&job, other, 200, true);
    double delay = pass(&job, MANY);
    end(&job);
    return delay;
}

static void test_a_loop_where_others_went_on(void **state)
{
    (void)state;
    assert_float_equal(delay_of(2, 3), 60, 1);
    assert_float_equal(delay_of(2, 20), 120, 2);
    assert_float_equal(delay_of(0, 3), 100, 1);
}

/* While the command is stopped, so is the job, mostly: that time does not count. */
static void test_a_command_that_was_stopped(void **state)
{
    struct job job;
    (void)state;
    start(&job);
    assert_true(pass(&job, 20) == MANY);
    for (int other = 0; other < RANKS; other++)
        if (other != 2)
            go(&job, other, 200, true);
    assert_true(pass(&job, 5) == MANY);
    job.now += 1000;
    assert_float_equal(pass(&job, MANY), 120, 2);
    end(&job);
}

/* A computation that only one rank does may take minutes; after one that takes other ranks minutes,
 * a rank may take longer. */
static void test_a_place_of_its_own(void **state)
{
    struct job job;
    (void)state;
    start(&job);
    go(&job, 2, 300, false);
    assert_true(pass(&job, 3) == MANY);
    for (int other = 0; other < RANKS; other++)
        if (other != 2)
            go(&job, other, 200, true);
    double delay = pass(&job, MANY);
    assert_true(delay >= 600 && delay < MANY);
    end(&job);
    assert_true(delay_of(2, 90) > 500);
}

/* The rank is at a familiar place, while the others wait at a new one. */
static void test_others_at_a_new_place(void **state)
{
    struct job job;
    (void)state;
    start(&job);
    for (int step = 0; step < 100; step++) {
        for (int rank = 0; rank < RANKS; rank++) {
            go(&job, rank, 100, true);
            go(&job, rank, 100, false);
            job.ranks[rank]->visits = (uint32_t)step;
        }
        assert_true(pass(&job, STEP / 2) == MANY);
    }
    for (int rank = 0; rank < RANKS; rank++)
        if (rank != 2) {
            go(&job, rank, 200, true);
            job.ranks[rank]->visits = 1;
        }
    assert_float_equal(pass(&job, MANY), 60, 1);
    end(&job);
}

/* Each rank waits for the next one. `library` is the number of MPI's own threads, if other threads
 * may call. */
static void wait_in_a_circle(struct job *job, int library)
{
    for (int rank = 0; rank < RANKS; rank++) {
        struct beacon_process *record = &job->ranks[rank]->record;
        go(job, rank, 200, true);
        record->state = BEACON_RUNNING;
        record->posted++;
        record->threads = library == 0 ? 0 : 1 + library;
        record->lanes[0].kind = BEACON_RECEIVE;
        record->lanes[0].peer = (rank + 1) % RANKS;
    }
}

static bool is_proved_in(struct job *job, double seconds)
{
    bool proved = pass(job, seconds) < MANY && job->monitor.state == MONITOR_PROVED;
    end(job);
    return proved;
}

/* A rank that waits must have had time to look for messages: it ran for a while, or it often got a
 * processor, however briefly. */
static void test_ranks_that_hardly_run(void **state)
{
    struct job job;
    (void)state;
    start(&job);
    wait_in_a_circle(&job, 0);
    assert_true(is_proved_in(&job, 2));
    start(&job);
    job.busy = 0.0002;
    wait_in_a_circle(&job, 0);
    assert_false(is_proved_in(&job, 20));
    start(&job);
    job.busy = 0.0002, job.ran = 0.002, job.turns = 100;
    wait_in_a_circle(&job, 0);
    assert_true(is_proved_in(&job, 2));
    start(&job);
    job.busy = 0.0002, job.ran = 0.002, job.turns = 1;
    wait_in_a_circle(&job, 0);
    assert_false(is_proved_in(&job, 20));
}

/* With MPI_THREAD_MULTIPLE, one thread more than the library's may be about to send. */
static void test_threads_that_might_call(void **state)
{
    struct job job;
    (void)state;
    start(&job);
    job.threads = 3;
    wait_in_a_circle(&job, 2);
    assert_true(is_proved_in(&job, 2));
    start(&job);
    job.threads = 4;
    wait_in_a_circle(&job, 2);
    assert_false(is_proved_in(&job, 20));
    start(&job); /* at lower levels no other thread may call */
    job.threads = 4;
    wait_in_a_circle(&job, 0);
    assert_true(is_proved_in(&job, 2));
}

/* All others wait for a rank whose record says that it has ended. A child may have written that, so
 * it counts only if the kernel says so, too. */
static void test_an_end_that_is_none(void **state)
{
    struct job job;
    (void)state;
    for (int dead = 0; dead <= 1; dead++) {
        start(&job);
        wait_in_a_circle(&job, 0);
        for (int rank = 0; rank + 1 < RANKS; rank++)
            job.ranks[rank]->record.lanes[0].peer = RANKS - 1;
        go(&job, RANKS - 1, 300, false);
        job.ranks[RANKS - 1]->record.state = BEACON_ENDED;
        job.ranks[RANKS - 1]->record.posted = 0;
        job.dead[RANKS - 1] = dead;
        assert_int_equal(is_proved_in(&job, 20), dead);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_loop_where_others_went_on),
        cmocka_unit_test(test_a_command_that_was_stopped),
        cmocka_unit_test(test_a_place_of_its_own),
        cmocka_unit_test(test_others_at_a_new_place),
        cmocka_unit_test(test_ranks_that_hardly_run),
        cmocka_unit_test(test_threads_that_might_call),
        cmocka_unit_test(test_an_end_that_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
