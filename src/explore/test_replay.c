/* Executes random programs as `tutti run` does. Whatever the scheduler decides, MPI must allow the
 * result (test_model.h), and the same choices must give the same result, at any speed of the
 * ranks. */
#include "base/memory.h"
#include "explore/test_model.h"
#include "explore/test_ranks.h"
#include "world/schedule/scheduler.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    PROGRAMS = 10000,
    STATES = 20000,  /* of a program that brute force can cope with */
    EXECUTIONS = 50, /* of one program */
};

struct fixture {
    struct ranks *ranks;
    struct model model;
    struct program program;
    enum buffering_mode buffering;
    uint64_t executions;
};

static void fail_with(const struct fixture *fixture, const struct ending *ending, const char *what)
{
    program_print(&fixture->program, stderr);
    fprintf(stderr, "%s sends: %s\n",
            fixture->buffering == BUFFERING_INFINITE ? "buffered" : "other", what);
    ending_print(ending, &fixture->program, stderr);
    fail();
}

/* Executes once and follows the choices of an earlier execution; `record` gets those made. */
static uint64_t execute(struct fixture *fixture, const struct record *followed,
                        struct record *record)
{
    struct document document;
    struct ending ending;
    const struct scheduler_options options = {.ranks = fixture->program.ranks,
                                              .buffering = fixture->buffering,
                                              .record = record,
                                              .followed = followed,
                                              .idle = ranks_run,
                                              .idle_data = fixture->ranks};
    document_init(&document, "run");
    record_init(record, fixture->program.ranks);
    ranks_start(fixture->ranks, &fixture->program, fixture->program.seed + fixture->executions++);
    struct scheduler *scheduler =
        scheduler_new(fixture->ranks->pool, &fixture->ranks->shared, &options, &document);
    scheduler_run(scheduler, ranks_stop, fixture->ranks);
    ranks_ending(fixture->ranks, &ending);
    if (scheduler_difference(scheduler).what != SAME)
        fail_with(fixture, &ending, "it left the execution that it follows");
    uint64_t key = ending_key(&ending, fixture->program.ranks);
    if (!keys_have(ending.deadlock ? &fixture->model.deadlocks : &fixture->model.ends, key))
        fail_with(fixture, &ending, "MPI does not allow this");
    scheduler_free(scheduler);
    document_free(&document);
    return key;
}

/* Changes the last choice that has another alternative; false: there is none. */
static bool advance(struct record *followed, const struct record *record)
{
    size_t last = record->taken_count;
    while (last > 0 && record->taken[last - 1].chosen + 1 >= record->taken[last - 1].alternatives)
        last--;
    record_free(followed);
    record_init(followed, record->ranks);
    for (size_t i = 0; i < last; i++) {
        struct taken_choice choice = record->taken[i];
        choice.chosen += i + 1 == last;
        record_add_choice(followed, &choice);
    }
    return last > 0;
}

/* Executes all that the scheduler can be led to, and replays each execution. */
static void execute_all(struct fixture *fixture)
{
    struct record followed, record, repeated;
    bool more = true;
    record_init(&followed, fixture->program.ranks);
    for (int i = 0; i < EXECUTIONS && more; i++) {
        uint64_t key = execute(fixture, &followed, &record);
        assert_true(execute(fixture, &record, &repeated) == key);
        more = advance(&followed, &record);
        record_free(&repeated);
        record_free(&record);
    }
    record_free(&followed);
}

static void test_programs(struct fixture *fixture)
{
    fixture->ranks = ranks_new();
    fixture->model.limit = STATES;
    fixture->model.program = &fixture->program;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        program_generate(&fixture->program, SMALL, seed);
        model_explore(&fixture->model);
        if (!fixture->model.too_large)
            execute_all(fixture);
    }
    printf("%" PRIu64 " executions\n", fixture->executions);
    assert_true(fixture->executions > 2 * PROGRAMS);
    model_free(&fixture->model);
    ranks_free(fixture->ranks);
}

static void test_infinite(void **state)
{
    (void)state;
    test_programs(&(struct fixture){.buffering = BUFFERING_INFINITE, .model.sends = SENDS_GO_ON});
}

static void test_zero(void **state)
{
    (void)state;
    test_programs(&(struct fixture){.buffering = BUFFERING_ZERO, .model.sends = SENDS_WAIT});
}

/* Sends are buffered when no rank can move. */
static void test_both(void **state)
{
    (void)state;
    test_programs(&(struct fixture){.model.sends = SENDS_DO_EITHER});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_infinite),
        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
