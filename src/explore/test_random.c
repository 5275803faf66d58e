/* Compares explorations of random programs with brute force (test_model.h): an exploration executes
 * everything that MPI allows, each exactly once.
 *
 * TUTTI_RANDOM_PROGRAMS is the number of programs, TUTTI_RANDOM_SEED the first seed. */
#include "base/memory.h"
#include "explore/test_model.h"
#include "explore/test_ranks.h"
#include "world/schedule/scheduler.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum {
    PROGRAMS = 10000,
    STATES = 20000, /* of a program that brute force can cope with */
    STATES_OF_LARGE = 100000,
    SHOWN = 20, /* endings that are shown if something is wrong */
    POLLS = 2,  /* the most often that a program repeats a poll */
    PLACES = 6, /* a snapshot is made at one in this many places where it is possible */
};

/* How standard sends behave. */
struct buffering {
    const char *name;
    enum standard_sends sends;
    enum buffering_mode mode;
};

static const struct buffering infinite = {"infinite", SENDS_GO_ON, BUFFERING_INFINITE};
static const struct buffering zero = {"zero", SENDS_WAIT, BUFFERING_ZERO};
static const struct buffering both = {"both", SENDS_DO_EITHER, BUFFERING_BOTH};

/* An execution at a choice, kept as long as scripts start there. */
struct snapshot {
    size_t references, count; /* of choices that were made */
    struct scheduler_copy *scheduler;
    struct ranks_copy *ranks;
};

struct script {
    struct choice *choices;
    size_t count;
    struct snapshot *from; /* NULL: it starts at the beginning */
};

/* Totals of the comparisons. */
struct sums {
    uint64_t programs, executions, restored, states, ends, deadlocks, waiting, too_large;
};

struct comparison {
    struct ranks *ranks;
    struct model model;
    struct program program;
    const struct buffering *buffering;
    struct script *scripts; /* to be executed */
    size_t script_count, script_space;
    struct exploration exploration; /* of the execution under way */
    struct snapshot *snapshot;      /* the last one made of it; NULL: none */
    struct random random;
    struct keys ends, deadlocks, relations;
    bool needs_buffer, leaves_message; /* some execution does */
    /* In some execution a collective must not wait for all, with sends that have buffers, or with
     * sends that have none. */
    bool must_not_wait, must_not_wait_unbuffered;
    struct sums sums;
    int shown;
};

static void show(const struct ending *ending, void *data)
{
    struct comparison *comparison = data;
    bool had = keys_have(ending->deadlock ? &comparison->deadlocks : &comparison->ends,
                         ending_key(ending, comparison->program.ranks));
    if (comparison->shown++ < SHOWN) {
        fprintf(stderr, had ? "explored " : "NOT EXPLORED ");
        ending_print(ending, &comparison->program, stderr);
    }
}

/* Prints all that a person needs to see what is wrong, and fails. */
static _Noreturn void fail_with(struct comparison *comparison, const struct ending *ending,
                                const char *what)
{
    program_print(&comparison->program, stderr);
    fprintf(stderr, "buffering %s: %s\n", comparison->buffering->name, what);
    if (ending)
        ending_print(ending, &comparison->program, stderr);
    for (size_t i = 0; i < comparison->exploration.count; i++) {
        const struct choice *choice = &comparison->exploration.path[i];
        fprintf(stderr,
                "  choice %zu: rank %d, operation %" PRIu32 ", kind %d, what %#" PRIx64
                ", flags %d%s\n",
                i, choice->rank, choice->number, choice->kind, choice->what, choice->flags,
                i < comparison->exploration.script_count ? " (script)" : "");
    }
    fprintf(stderr,
            "brute force has %zu ends, %zu deadlocks, %zu relations; explored: %zu, %zu, %zu\n",
            comparison->model.ends.count, comparison->model.deadlocks.count,
            comparison->model.relations.count, comparison->ends.count, comparison->deadlocks.count,
            comparison->relations.count);
    comparison->model.found = show;
    comparison->model.data = comparison;
    model_explore(&comparison->model);
    fail_msg("program %#" PRIx64 ": %s", comparison->program.seed, what);
    abort();
}

static void drop(struct snapshot *snapshot)
{
    if (!snapshot || --snapshot->references > 0)
        return;
    scheduler_forget_copy(snapshot->scheduler);
    ranks_forget_copy(snapshot->ranks);
    free(snapshot);
}

static void make_snapshot(void *data, struct scheduler *scheduler)
{
    struct comparison *comparison = data;
    size_t bytes;
    if (random_below(&comparison->random, PLACES) > 0)
        return;
    drop(comparison->snapshot);
    comparison->snapshot = memory_alloc(sizeof *comparison->snapshot);
    *comparison->snapshot = (struct snapshot){.references = 1,
                                              .count = comparison->exploration.count,
                                              .scheduler = scheduler_save(scheduler, &bytes),
                                              .ranks = ranks_save(comparison->ranks)};
}

static void add_script(struct comparison *comparison, const struct choice *first, size_t keep,
                       const struct choice *rest, size_t count)
{
    struct script script = {.choices = memory_alloc((keep + count + 1) * sizeof *rest),
                            .count = keep + count};
    if (comparison->snapshot && comparison->snapshot->count <= keep) {
        script.from = comparison->snapshot;
        script.from->references++;
    }
    if (keep > 0)
        memcpy(script.choices, first, keep * sizeof *rest);
    if (count > 0)
        memcpy(script.choices + keep, rest, count * sizeof *rest);
    comparison->scripts = memory_room(comparison->scripts, comparison->script_count,
                                      &comparison->script_space, sizeof script);
    comparison->scripts[comparison->script_count++] = script;
}

static void found(void *data, size_t keep, const struct choice *rest, size_t count)
{
    struct comparison *comparison = data;
    add_script(comparison, comparison->exploration.path, keep, rest, count);
}

static bool has_finding(const struct document *document, const char *rule)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (strcmp(document->findings[i].rule, rule) == 0)
            return true;
    return false;
}

/* Returns the rule of a finding that the ending does not explain. */
static const char *strange_finding(const struct document *document, bool deadlock)
{
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        bool is_deadlock =
            strcmp(finding->rule, "deadlock") == 0 || strcmp(finding->rule, "mismatch.comm") == 0;
        if (finding->severity == SEVERITY_ERROR && is_deadlock != deadlock)
            return finding->rule;
    }
    return NULL;
}

static void check(struct comparison *comparison, enum outcome outcome,
                  const struct document *document)
{
    struct ending ending;
    int ranks = comparison->program.ranks;
    ranks_ending(comparison->ranks, &ending);
    uint64_t key = ending_key(&ending, ranks);
    const struct keys *allowed =
        ending.deadlock ? &comparison->model.deadlocks : &comparison->model.ends;
    const char *strange = strange_finding(document, ending.deadlock);
    if (comparison->exploration.differs)
        fail_with(comparison, &ending, "the script could not be followed");
    if (strange)
        fail_with(comparison, &ending, strange);
    if (comparison->ranks->broken)
        fail_with(comparison, &ending, "an answer makes no sense");
    if (outcome != (ending.deadlock ? OUTCOME_STOPPED : OUTCOME_ENDED))
        fail_with(comparison, &ending, "the scheduler left it otherwise than the ranks are");
    if (!keys_have(allowed, key))
        fail_with(comparison, &ending, "MPI does not allow this");
    keys_add(ending.deadlock ? &comparison->deadlocks : &comparison->ends, key);
    if (!keys_add(&comparison->relations, ending_relation(&ending, ranks)))
        fail_with(comparison, &ending, "the same match relation twice");
}

/* Executes from the start, or from a snapshot. */
static enum outcome run(struct comparison *comparison, const struct buffering *buffering,
                        const struct snapshot *from, struct document *document)
{
    struct ranks *ranks = comparison->ranks;
    const struct scheduler_options options = {.ranks = comparison->program.ranks,
                                              .buffering = buffering->mode,
                                              .synchronising = comparison->exploration.any_order,
                                              .idle = ranks_run,
                                              .idle_data = ranks,
                                              .exploration = &comparison->exploration};
    document_init(document, "verify");
    uint64_t speed = comparison->program.seed + comparison->sums.executions++;
    struct scheduler *scheduler;
    if (from) {
        ranks_restore(ranks, from->ranks, speed);
        scheduler = scheduler_restore(from->scheduler, &options, document);
        comparison->sums.restored++;
    } else {
        ranks_start(ranks, &comparison->program, speed);
        scheduler = scheduler_new(ranks->pool, &ranks->shared, &options, document);
    }
    enum outcome outcome = scheduler_run(scheduler, ranks_stop, ranks);
    scheduler_free(scheduler);
    return outcome;
}

static void ignore(void *data, size_t keep, const struct choice *rest, size_t count)
{
    (void)data, (void)keep, (void)rest, (void)count;
}

/* Checks that the same execution without buffers names the send that needs one. */
static void show_buffer(struct comparison *comparison)
{
    struct document document;
    struct exploration exploration = comparison->exploration;
    comparison->exploration = (struct exploration){.script = exploration.path,
                                                   .script_count = exploration.count,
                                                   .poll_bound = exploration.poll_bound,
                                                   .found = ignore};
    run(comparison, &both, NULL, &document);
    struct ending ending;
    ranks_ending(comparison->ranks, &ending);
    if (comparison->exploration.differs || !has_finding(&document, "send.buffering"))
        fail_with(comparison, &ending, "the need of a buffer does not show again");
    document_free(&document);
    free(comparison->exploration.path);
    comparison->exploration = exploration;
}

/* Checks that the same execution with collectives that wait for all deadlocks. */
static void show_waiting(struct comparison *comparison, const struct buffering *buffering)
{
    struct document document;
    struct exploration exploration = comparison->exploration;
    comparison->exploration = (struct exploration){.script = exploration.path,
                                                   .script_count = exploration.count,
                                                   .poll_bound = exploration.poll_bound,
                                                   .any_order = true,
                                                   .found = ignore};
    run(comparison, buffering, NULL, &document);
    struct ending ending;
    ranks_ending(comparison->ranks, &ending);
    if (!ending.deadlock ||
        (!has_finding(&document, "deadlock") && !has_finding(&document, "mismatch.comm")))
        fail_with(comparison, &ending, "a replay with collectives that wait shows no error");
    document_free(&document);
    free(comparison->exploration.path);
    comparison->exploration = exploration;
}

static void execute(struct comparison *comparison, struct script *script, uint32_t poll_bound)
{
    struct document document;
    comparison->exploration =
        (struct exploration){.script = script->choices,
                             .script_count = script->count,
                             .poll_bound = poll_bound,
                             .without_buffers = comparison->buffering->mode == BUFFERING_INFINITE,
                             .waiting = comparison->buffering->mode == BUFFERING_INFINITE,
                             .found = found,
                             .pause = make_snapshot,
                             .data = comparison};
    enum outcome outcome = run(comparison, comparison->buffering, script->from, &document);
    check(comparison, outcome, &document);
    comparison->leaves_message |= has_finding(&document, "message.unmatched");
    if (comparison->exploration.buffer_site) {
        comparison->needs_buffer = true;
        show_buffer(comparison);
    }
    if (comparison->exploration.waiting_site) {
        comparison->must_not_wait = true;
        show_waiting(comparison, &infinite);
    }
    if (comparison->exploration.waiting_site_unbuffered) {
        comparison->must_not_wait_unbuffered = true;
        show_waiting(comparison, &zero);
    }
    document_free(&document);
    free(comparison->exploration.path);
    free(script->choices);
    drop(script->from);
    drop(comparison->snapshot);
    comparison->snapshot = NULL;
    comparison->exploration = (struct exploration){0};
}

static void explore(struct comparison *comparison, uint32_t poll_bound)
{
    keys_clear(&comparison->ends);
    keys_clear(&comparison->deadlocks);
    keys_clear(&comparison->relations);
    comparison->script_count = 0;
    comparison->needs_buffer = comparison->leaves_message = false;
    comparison->must_not_wait = comparison->must_not_wait_unbuffered = false;
    add_script(comparison, NULL, 0, NULL, 0);
    while (comparison->script_count > 0) {
        struct script script = comparison->scripts[--comparison->script_count];
        execute(comparison, &script, poll_bound);
    }
}

static void compare(struct comparison *comparison, const struct buffering *buffering)
{
    struct model *model = &comparison->model;
    comparison->buffering = buffering;
    model->program = &comparison->program;
    model->sends = buffering->sends;
    model_explore(model);
    comparison->sums.states += model->states.count;
    comparison->sums.too_large += model->too_large;
    if (model->too_large)
        return;
    comparison->sums.programs++;
    comparison->sums.ends += model->ends.count;
    comparison->sums.deadlocks += model->deadlocks.count;
    if (program_repeats(&comparison->program))
        explore(comparison, 1); /* a part, in which nothing occurs twice and everything is
                                   allowed */
    explore(comparison, POLLS);
    if (!keys_equal(&comparison->ends, &model->ends))
        fail_with(comparison, NULL, "an end was missed");
    if (!keys_equal(&comparison->deadlocks, &model->deadlocks))
        fail_with(comparison, NULL, "a deadlock was missed");
    if (!keys_equal(&comparison->relations, &model->relations))
        fail_with(comparison, NULL, "a match relation was missed");
}

/* Checks sends that may have a buffer or not: the program can deadlock exactly if some execution
 * deadlocks with buffers, or needs one, or leaves a message that nobody receives. */
static void compare_buffering(struct comparison *comparison)
{
    struct model *model = &comparison->model;
    if (model->too_large)
        return;
    bool stuck = comparison->deadlocks.count > 0 || comparison->needs_buffer;
    model->sends = SENDS_DO_EITHER;
    model_explore(model);
    if (model->too_large)
        return;
    if (stuck && model->deadlocks.count == 0)
        fail_with(comparison, NULL, "it is said to need a buffer, and never gets stuck");
    if (!stuck && !comparison->leaves_message && model->deadlocks.count > 0)
        fail_with(comparison, NULL, "without a buffer it gets stuck, which was missed");
}

/* Checks collectives that wait for all: the program can deadlock if the search found that, or if it
 * deadlocks without. Otherwise it cannot, unless it polls or leaves a call out. */
static void compare_waiting(struct comparison *comparison)
{
    struct model *model = &comparison->model;
    if (model->too_large)
        return;
    bool stuck = comparison->deadlocks.count > 0 || comparison->must_not_wait;
    model->waiting = true;
    model->sends = SENDS_GO_ON;
    model_explore(model);
    if (!model->too_large && comparison->must_not_wait && model->deadlocks.count == 0)
        fail_with(comparison, NULL, "a collective is said not to be allowed to wait, and may");
    if (!model->too_large && !stuck && model->deadlocks.count > 0 &&
        !program_polls(&comparison->program) && program_collects_alike(&comparison->program))
        fail_with(comparison, NULL, "it gets stuck if collectives wait, which was missed");
    comparison->sums.waiting += comparison->must_not_wait;
    model->sends = SENDS_WAIT;
    model_explore(model);
    if (!model->too_large && comparison->must_not_wait_unbuffered && model->deadlocks.count == 0)
        fail_with(comparison, NULL, "it is said to get stuck without buffers, and does not");
    comparison->sums.waiting += comparison->must_not_wait_unbuffered;
    model->waiting = false;
}

static void compare_programs(enum program_size size, uint64_t seed, uint64_t count)
{
    static const size_t limits[] = {[SMALL] = STATES, [LARGE] = STATES_OF_LARGE};
    struct comparison comparison = {.ranks = ranks_new(), .model = {.limit = limits[size]}};
    for (uint64_t i = 0; comparison.sums.programs < 2 * count; i++) {
        program_generate(&comparison.program, size, seed + i);
        compare(&comparison, &infinite);
        compare_buffering(&comparison);
        compare_waiting(&comparison);
        compare(&comparison, &zero);
    }
    const struct sums *sums = &comparison.sums;
    printf("%s programs from %#" PRIx64 " on: %" PRIu64 " with %" PRIu64 " states, %" PRIu64
           " ends, %" PRIu64 " deadlocks, %" PRIu64 " where collectives must not wait; %" PRIu64
           " executions, %" PRIu64 " from snapshots; %" PRIu64 " were too large\n",
           size == SMALL ? "small" : "large", seed, sums->programs, sums->states, sums->ends,
           sums->deadlocks, sums->waiting, sums->executions, sums->restored, sums->too_large);
    ranks_free(comparison.ranks);
    model_free(&comparison.model);
    keys_free(&comparison.ends);
    keys_free(&comparison.deadlocks);
    keys_free(&comparison.relations);
    free(comparison.scripts);
}

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static uint64_t programs(enum program_size size)
{
    uint64_t count = number_from("TUTTI_RANDOM_PROGRAMS", PROGRAMS);
    return size == SMALL ? count : count / 10;
}

static void test_small(void **state)
{
    (void)state;
    compare_programs(SMALL, number_from("TUTTI_RANDOM_SEED", 1), programs(SMALL));
}

static void test_large(void **state)
{
    (void)state;
    compare_programs(LARGE, number_from("TUTTI_RANDOM_SEED", 1), programs(LARGE));
}

/* Uses new seeds every time; the output tells them. */
static void test_new(void **state)
{
    (void)state;
    uint64_t seed = (uint64_t)time(NULL) << 20;
    compare_programs(SMALL, seed, programs(SMALL) / 10);
    compare_programs(LARGE, seed, programs(LARGE) / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
