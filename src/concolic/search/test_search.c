#include "concolic/input/shrink.h"
#include "concolic/search/candidate.h"
#include "concolic/search/search.h"

#include "base/clock.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* main: if (0) { f(); } switch (1: cases 3, 7) { 7: if (2) } ; f: if (3); g is never called.
 * Edges, with the entries: main 0, site 1 has 1 and 2, the switch 3 (default), 4 (3), 5 (7), site 3
 * has 6 and 7; f: entry 8, 9 and 10; g: entry 11, 12 and 13. */
enum {
    MAIN,
    OUTER,
    CHOICE,
    INNER,
    ENTER_F,
    IN_F,
    ENTER_G,
    IN_G,
    SITES,
    EDGES = 14,
};

struct program {
    struct sites sites;
    struct ir_site list[SITES];
    struct ir_site_way ways[EDGES];
    int64_t cases[3];
    const char *calls[1];
    struct knowledge knowledge;
    struct concolic_options options;
    struct chooser chooser;
    struct trace trace;
    struct constraint constraints[8];
    struct symbolic_node nodes[8];
    struct symbolic_variable variables[4];
    struct symbolic_communicator communicators[1];
};

static void add_site(struct program *program, int number, enum ir_site_kind kind,
                     const char *function, uint32_t first, size_t edges)
{
    program->list[number] = (struct ir_site){.kind = kind,
                                             .number = (uint32_t)number,
                                             .function = function,
                                             .key = (uint64_t)number + 1,
                                             .first_edge = first,
                                             .edge_count = edges,
                                             .ways = &program->ways[first]};
    for (size_t i = 0; i < edges; i++)
        program->ways[first + i].next = UINT32_MAX;
}

static void begin(struct program *program)
{
    struct error error;
    *program = (struct program){.cases = {0, 3, 7}, .calls = {"f"}};
    add_site(program, MAIN, IR_SITE_ENTRY, "main", 0, 1);
    add_site(program, OUTER, IR_SITE_BRANCH, "main", 1, 2);
    add_site(program, CHOICE, IR_SITE_SWITCH, "main", 3, 3);
    add_site(program, INNER, IR_SITE_BRANCH, "main", 6, 2);
    add_site(program, ENTER_F, IR_SITE_ENTRY, "f", 8, 1);
    add_site(program, IN_F, IR_SITE_BRANCH, "f", 9, 2);
    add_site(program, ENTER_G, IR_SITE_ENTRY, "g", 11, 1);
    add_site(program, IN_G, IR_SITE_BRANCH, "g", 12, 2);
    program->list[CHOICE].cases = program->cases;
    program->ways[0].next = OUTER;
    program->ways[1] = (struct ir_site_way){CHOICE, program->calls, 1};
    program->ways[2].next = CHOICE;
    program->ways[5].next = INNER;
    program->ways[8].next = IN_F;
    program->ways[11].next = IN_G;
    program->sites =
        (struct sites){.sites = program->list, .site_count = SITES, .edge_count = EDGES};
    sites_index(&program->sites);
    assert_int_equal(knowledge_open(&program->knowledge, EDGES, &error), 0);
    program->chooser = (struct chooser){.options = &program->options,
                                        .sites = &program->sites,
                                        .knowledge = &program->knowledge,
                                        .distance = distance_open(&program->sites, NULL),
                                        .repeats = memory_zero(EDGES, sizeof(uint32_t))};
    program->trace = (struct trace){.constraints = program->constraints,
                                    .nodes = program->nodes,
                                    .variables = program->variables,
                                    .communicators = program->communicators};
}

static void finish(struct program *program)
{
    distance_close(program->chooser.distance);
    knowledge_close(&program->knowledge);
    arena_free(&program->sites.arena);
    free(program->chooser.repeats);
}

static void cover(struct program *program, const uint32_t *edges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        coverage_add(&program->knowledge.coverage, edges[i]);
    distance_update(program->chooser.distance, &program->knowledge.coverage);
}

#define COVER(program, ...) \
    cover(program, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

static void branch(struct program *program, uint32_t site, bool taken)
{
    program->constraints[program->trace.constraint_count++] =
        (struct constraint){.kind = EVENT_BRANCH, .site = site, .taken = taken};
}

static void choose(struct program *program, uint64_t value)
{
    program->constraints[program->trace.constraint_count++] =
        (struct constraint){.kind = EVENT_SWITCH, .site = CHOICE, .value = value};
}

static void distances_over_calls_and_returns(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    COVER(&program, 0, 2, 3);
    const struct distance *distance = program.chooser.distance;
    assert_int_equal(distance_of(distance, 1), 0);
    assert_int_equal(distance_of(distance, 2), 1);             /* the cases */
    assert_int_equal(distance_of(distance, 3), DISTANCE_NONE); /* main ends */
    assert_int_equal(distance_of(distance, 0), 1);
    /* f is entered, one way of its branch is open: distances go through the call, and from f back
     * to main. */
    COVER(&program, 1, 8, 9, 4, 5, 6);
    assert_int_equal(distance_of(distance, 1), 2);
    assert_int_equal(distance_of(distance, 5), 1);
    assert_int_equal(distance_of(distance, 9), 3); /* return, switch, inner */
    COVER(&program, 7);
    assert_int_equal(distance_of(distance, 5), DISTANCE_NONE);
    assert_int_equal(distance_of(distance, 1), 3);
    assert_int_equal(distance_of(distance, 2), DISTANCE_NONE);
    finish(&program);
}

static void measured_by_functions_that_were_entered(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    uint8_t covered[EDGES] = {[0] = 1, [1] = 1, [4] = 1};
    struct measure measure = distance_measure(program.chooser.distance, covered);
    assert_int_equal(measure.covered, 2);
    assert_int_equal(measure.reachable, 7);
    assert_int_equal(measure.all, 11);
    covered[8] = 1;
    measure = distance_measure(program.chooser.distance, covered);
    assert_int_equal(measure.covered, 2);
    assert_int_equal(measure.reachable, 9);
    finish(&program);
}

/* The edge that no test took comes first, then the one that leads near such an edge. */
static void uncovered_first(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    COVER(&program, 0, 1, 2, 5, 6, 8, 9);
    branch(&program, OUTER, true);
    branch(&program, IN_F, true);
    choose(&program, 7);
    branch(&program, INNER, true);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 5);
    static const uint32_t expected[] = {10, 3, 4, 7, 2};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(candidates.list[i].edge, expected[i]);
    assert_true(candidates.list[3].priority > candidates.list[4].priority);
    assert_true(candidates.list[0].fresh && !candidates.list[4].fresh);
    assert_int_equal(candidates.list[1].goal, GOAL_NO_CASE);
    assert_int_equal(candidates.list[2].goal, GOAL_CASE);
    assert_int_equal(candidates.list[2].value, 3);
    /* An edge that was tried has lower priority, a covered one still lower. */
    unsigned before = candidates.list[0].priority;
    candidate_found(&program.chooser, &candidates.list[0]);
    assert_true(candidate_priority(&program.chooser, &candidates.list[0]) < before);
    assert_true(candidate_priority(&program.chooser, &candidates.list[0]) >
                candidates.list[4].priority);
    candidates_free(&candidates);
    finish(&program);
}

static void no_question_twice(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    branch(&program, OUTER, true);
    branch(&program, IN_F, true);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 2);
    assert_true(candidate_claim(&program.chooser, &candidates.list[0]));
    assert_false(candidate_claim(&program.chooser, &candidates.list[0]));
    candidates_free(&candidates);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 1);
    candidates_free(&candidates);
    /* Another path to the same branch is another question. */
    program.constraints[0].taken = false;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 1, &candidates);
    assert_int_equal(candidates.count, 1);
    candidates_free(&candidates);
    finish(&program);
}

/* A test that takes the predicted way meets its prediction, and no other does. */
static void predictions(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates, others;
    uint32_t from;
    begin(&program);
    branch(&program, OUTER, true);
    choose(&program, 99);
    branch(&program, INNER, false);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 4);
    for (size_t i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.list[i];
        struct constraint *constraint = &program.constraints[candidate->constraint];
        struct constraint old = *constraint;
        struct prediction prediction = candidate_predict(&program.trace, candidate);
        assert_false(
            candidate_met(&program.chooser, &prediction, &program.trace, &candidates, &from));
        if (constraint->kind == EVENT_SWITCH)
            constraint->value = (uint64_t)candidate->value;
        else
            constraint->taken = !constraint->taken;
        candidates_open(&program.chooser, &program.trace, &others);
        assert_true(candidate_met(&program.chooser, &prediction, &program.trace, &others, &from));
        assert_int_equal(from, candidate->constraint + 1);
        candidates_free(&others);
        *constraint = old;
    }
    /* Any value without a case is the same way. */
    program.constraints[1].value = 100;
    candidates_open(&program.chooser, &program.trace, &others);
    assert_int_equal(others.path[3], candidates.path[3]);
    candidates_free(&others);
    candidates_free(&candidates);
    finish(&program);
}

/* for (i = 0; i < n; i++) with n = 10, then 11: only the first round and the end of each are
 * recorded. A later end shows that the loop continued. */
static void a_loop_goes_on(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    uint32_t from;
    begin(&program);
    program.options.reduction = true;
    program.nodes[1] = (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .type = SYMBOLIC_I32};
    program.nodes[2] = (struct symbolic_node){.op = SYMBOLIC_CONSTANT, .value = 10};
    program.nodes[3] = (struct symbolic_node){.op = SYMBOLIC_LESS_SIGNED, .a = 2, .b = 1};
    program.trace.node_count = 4;
    branch(&program, OUTER, false);
    program.constraints[0].expression = 3;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 1);
    struct prediction prediction = candidate_predict(&program.trace, &candidates.list[0]);
    assert_false(candidate_met(&program.chooser, &prediction, &program.trace, &candidates, &from));
    program.nodes[2].value = 11;
    assert_true(candidate_met(&program.chooser, &prediction, &program.trace, &candidates, &from));
    assert_int_equal(from, 0);
    candidates_free(&candidates);
    /* Each end is another question, but their number is limited. */
    unsigned rounds = 0;
    for (program.nodes[2].value = 10; program.nodes[2].value < 50; program.nodes[2].value++) {
        candidates_open(&program.chooser, &program.trace, &candidates);
        candidates_find(&program.chooser, &program.trace, 0, &candidates);
        assert_int_equal(candidates.count + candidates.bounded, 1);
        if (candidates.count > 0)
            rounds += candidate_claim(&program.chooser, &candidates.list[0]);
        candidates_free(&candidates);
    }
    assert_int_equal(rounds, CANDIDATE_ROUNDS);
    candidates_open(&program.chooser, &program.trace, &candidates);
    program.nodes[2].value = 11;
    program.options.reduction = false;
    assert_false(candidate_met(&program.chooser, &prediction, &program.trace, &candidates, &from));
    candidates_free(&candidates);
    finish(&program);
}

/* A question about a rank in a communicator is a different one if the communicator is larger. */
static void ranks_of_communicators(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    program.variables[1].kind = SYMBOLIC_LOCAL_RANK;
    program.nodes[1] = (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .a = 1};
    program.nodes[2] = (struct symbolic_node){.op = SYMBOLIC_CONSTANT, .value = 2};
    program.nodes[3] = (struct symbolic_node){.op = SYMBOLIC_EQUAL, .a = 1, .b = 2};
    program.trace.node_count = 4;
    branch(&program, OUTER, false);
    program.constraints[0].expression = 3;
    for (uint32_t size = 2; size <= 4; size += 2) {
        program.communicators[0].size = size;
        for (int round = 0; round < 2; round++) {
            candidates_open(&program.chooser, &program.trace, &candidates);
            candidates_find(&program.chooser, &program.trace, 0, &candidates);
            assert_int_equal(candidates.count, 1 - round);
            if (round == 0) {
                assert_int_equal(candidates.list[0].local, size);
                assert_true(candidate_claim(&program.chooser, &candidates.list[0]));
            }
            candidates_free(&candidates);
        }
    }
    finish(&program);
}

static void orders_of_other_searches(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    COVER(&program, 0, 1, 8, 9, 5, 7);
    branch(&program, OUTER, true);
    branch(&program, IN_F, true);
    branch(&program, INNER, false);
    program.options.search = CONCOLIC_DFS;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(candidates.list[i].constraint, 2 - i);
        assert_int_equal(candidates.list[i].priority, 0);
    }
    candidates_free(&candidates);
    program.options.search = CONCOLIC_BOUNDED;
    program.options.bound = 2;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 2);
    candidates_free(&candidates);
    /* Near the root: half of all paths leave there. */
    program.options.search = CONCOLIC_UNIFORM;
    unsigned first = 0;
    for (program.options.seed = 0; program.options.seed < 200; program.options.seed++) {
        candidates_open(&program.chooser, &program.trace, &candidates);
        candidates_find(&program.chooser, &program.trace, 0, &candidates);
        first += candidates.list[0].constraint == 0;
        candidates_free(&candidates);
    }
    assert_in_range(first, 90, 180);
    program.options.search = CONCOLIC_RANDOM;
    first = 0;
    for (program.options.seed = 0; program.options.seed < 200; program.options.seed++) {
        candidates_open(&program.chooser, &program.trace, &candidates);
        candidates_find(&program.chooser, &program.trace, 0, &candidates);
        first += candidates.list[0].constraint == 0;
        candidates_free(&candidates);
    }
    assert_in_range(first, 40, 95);
    finish(&program);
}

static void sought_a_few_times(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    size_t found = 0;
    begin(&program);
    program.options.find = CONCOLIC_FIND_DIVIDE;
    branch(&program, OUTER, true);
    for (uint32_t i = 0; i < 20; i++) {
        program.constraints[0].site = i % 2 ? OUTER : INNER; /* other paths */
        program.constraints[0].taken = i % 4 < 2;
        program.constraints[1] = (struct constraint){.kind = EVENT_DIVISOR, .site = IN_F};
        program.constraints[2] = (struct constraint){.kind = EVENT_BRANCH, .site = i};
        program.trace.constraint_count = 2;
        candidates_open(&program.chooser, &program.trace, &candidates);
        candidates_find(&program.chooser, &program.trace, 1, &candidates);
        for (size_t at = 0; at < candidates.count; at++) {
            assert_int_equal(candidates.list[at].goal, GOAL_ZERO);
            if (candidate_claim(&program.chooser, &candidates.list[at])) {
                candidate_found(&program.chooser, &candidates.list[at]);
                found++;
            }
        }
        candidates_free(&candidates);
    }
    assert_int_equal(found, 4); /* one for each path */
    program.options.find = 0;
    program.constraints[1].site = IN_G;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 1, &candidates);
    assert_int_equal(candidates.count, 0);
    candidates_free(&candidates);
    finish(&program);
}

static void hard_questions_are_asked_again(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    branch(&program, OUTER, true);
    branch(&program, IN_F, true);
    for (int round = 0; round < 3; round++) {
        program.chooser.patient = round > 0;
        candidates_open(&program.chooser, &program.trace, &candidates);
        candidates_find(&program.chooser, &program.trace, 0, &candidates);
        assert_int_equal(candidates.count, round == 0 ? 2 : round == 1 ? 1 : 0);
        for (size_t i = 0; i < candidates.count; i++)
            assert_true(candidate_claim(&program.chooser, &candidates.list[i]));
        if (round == 0)
            candidate_hard(&program.chooser, &candidates.list[1]);
        candidates_free(&candidates);
    }
    finish(&program);
}

/* Edges that were tried in vain, and edges that many tests took, come later. */
static void what_was_in_vain_sinks(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    COVER(&program, 0, 1, 2, 3);
    branch(&program, OUTER, true);
    branch(&program, INNER, true);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 2);
    struct candidate fresh = candidates.list[0], rare = candidates.list[1];
    assert_int_equal(fresh.edge, 7);
    assert_int_equal(rare.edge, 2);
    assert_true(candidate_is_lesser(&program.chooser, &rare, &fresh));
    for (int i = 0; i < 20; i++)
        coverage_add(&program.knowledge.coverage, 2);
    assert_true(candidate_priority(&program.chooser, &rare) < rare.priority);
    for (int i = 0; i < 100; i++)
        candidate_failed(&program.chooser, &fresh);
    assert_true(candidate_priority(&program.chooser, &fresh) < rare.priority);
    candidates_free(&candidates);
    finish(&program);
}

/* Edges of tests that end soon are worth less, and so are tests that follow from these. */
static void short_tests_sink(void **state)
{
    (void)state;
    struct program program;
    begin(&program);
    COVER(&program, 0, 1, 2, 3);
    struct candidate candidate = {.edge = 2, .fresh = false};
    unsigned before = candidate_priority(&program.chooser, &candidate);
    coverage_note_reach(&program.knowledge.coverage, 2, 100);
    assert_int_equal(candidate_priority(&program.chooser, &candidate), before);
    assert_int_equal(candidate_priority_after(&program.chooser, 150, 50), 142);
    assert_int_equal(candidate_priority_after(&program.chooser, 150, 100), 150);
    coverage_note_reach(&program.knowledge.coverage, 1, 400);
    assert_true(candidate_priority(&program.chooser, &candidate) < before);
    assert_int_equal(candidate_priority_after(&program.chooser, 255, 1), 255);
    coverage_note_reach(&program.knowledge.coverage, 2, 400);
    assert_int_equal(candidate_priority(&program.chooser, &candidate), before);
    finish(&program);
}

/* A test for edge 7 took another way at the first branch: the next one turns back there, for the
 * same edge. */
static void a_test_that_missed_turns_back(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    begin(&program);
    COVER(&program, 0, 1, 2, 3, 6);
    branch(&program, IN_F, true);
    branch(&program, OUTER, true);
    candidates_open(&program.chooser, &program.trace, &candidates);
    assert_int_equal(candidates_pass(&program.chooser, &program.trace, &candidates, 0), 0);
    assert_int_equal(candidates_pass(&program.chooser, &program.trace, &candidates, 0), 2);
    candidates_free(&candidates);
    program.constraints[1].taken = false;
    branch(&program, INNER, true);
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    uint32_t left = candidates_pass(&program.chooser, &program.trace, &candidates, 1);
    assert_int_equal(left, 1);
    candidates_turn_back(left, 12, SPREAD_PRIORITY_MAX, &candidates);
    for (size_t i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.list[i];
        assert_int_equal(candidate->edge == 12, candidate->constraint == 1);
        assert_int_equal(candidate->way == 1, candidate->constraint == 1);
    }
    assert_int_equal(candidates.count, 3);
    candidates_free(&candidates);
    finish(&program);
}

/* Only numbers that bound a loop alone, and are greater than one. */
static void numbers_that_bound_loops_shrink(void **state)
{
    (void)state;
    struct program program;
    uint32_t variables[SHRINK_MOST];
    begin(&program);
    program.variables[0] = (struct symbolic_variable){
        .kind = SYMBOLIC_NUMBER, .type = SYMBOLIC_I32, .value = UINT32_MAX};
    program.variables[1] =
        (struct symbolic_variable){.kind = SYMBOLIC_NUMBER, .type = SYMBOLIC_I32, .value = 9};
    program.trace.variable_count = 2;
    program.nodes[1] = (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .a = 0};
    program.nodes[2] = (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .a = 1};
    program.nodes[3] = (struct symbolic_node){.op = SYMBOLIC_CONSTANT, .value = 3};
    program.nodes[4] = (struct symbolic_node){.op = SYMBOLIC_LESS_SIGNED, .a = 3, .b = 2};
    program.nodes[5] = (struct symbolic_node){.op = SYMBOLIC_LESS_SIGNED, .a = 1, .b = 2};
    program.nodes[6] = (struct symbolic_node){.op = SYMBOLIC_LESS_SIGNED, .a = 3, .b = 1};
    program.trace.node_count = 7;
    for (uint32_t i = 0; i < 3; i++) {
        branch(&program, OUTER, false);
        program.constraints[i].expression = 4 + i;
        program.constraints[i].loose = i > 0;
    }
    assert_int_equal(shrink_find(&program.trace, variables), 0);
    program.constraints[0].loose = true;
    branch(&program, INNER, false);
    program.constraints[3] = program.constraints[0];
    assert_int_equal(shrink_find(&program.trace, variables), 1);
    assert_int_equal(variables[0], 1);
    program.variables[0].value = 2;
    assert_int_equal(shrink_find(&program.trace, variables), 2);
    program.variables[1].value = 1;
    assert_int_equal(shrink_find(&program.trace, variables), 1);
    assert_int_equal(variables[0], 0);
    finish(&program);
}

enum { MISTAKES = 64 };

/* argv[1] was equal to a text, argv[2] to none; the program examined a byte of each. */
static void words_that_are_known_stay(void **state)
{
    (void)state;
    struct program program;
    struct candidates candidates;
    struct symbolic_source sources[] = {{.kind = SYMBOLIC_ARGUMENT, .index = 1},
                                        {.kind = SYMBOLIC_ARGUMENT, .index = 2}};
    begin(&program);
    program.trace.sources = sources;
    program.trace.source_count = 2;
    program.trace.variable_count = 4;
    program.trace.node_count = 3;
    for (uint32_t i = 0; i < 2; i++) {
        program.variables[i] = (struct symbolic_variable){.kind = SYMBOLIC_WORD, .source = i};
        program.variables[2 + i] = (struct symbolic_variable){.kind = SYMBOLIC_BYTE, .source = i};
        program.nodes[1 + i] = (struct symbolic_node){.op = SYMBOLIC_VARIABLE, .a = 2 + i};
        program.constraints[i] = (struct constraint){.kind = EVENT_TEXT,
                                                     .site = UINT32_MAX,
                                                     .expression = i,
                                                     .text = "fast",
                                                     .taken = i == 0};
        program.constraints[2 + i] = (struct constraint){
            .kind = EVENT_BRANCH, .site = OUTER, .expression = 1 + i, .taken = true};
    }
    program.trace.constraint_count = 4;
    candidates_open(&program.chooser, &program.trace, &candidates);
    candidates_find(&program.chooser, &program.trace, 0, &candidates);
    assert_int_equal(candidates.count, 4);
    unsigned priorities[4];
    const struct candidate *lost = NULL;
    for (size_t i = 0; i < 4; i++) {
        priorities[candidates.list[i].constraint] = candidates.list[i].priority;
        if (candidates.list[i].constraint == 0)
            lost = &candidates.list[i];
    }
    assert_true(priorities[0] > priorities[1]); /* a mistake in the input, at first */
    assert_true(priorities[3] > priorities[0]); /* leads to an edge that no test took */
    assert_int_equal(priorities[2], 1);         /* ...but not for that */
    for (int i = 0; i < MISTAKES; i++)
        candidate_found(&program.chooser, lost);
    assert_true(candidate_priority(&program.chooser, lost) < priorities[1]);
    candidates_free(&candidates);
    finish(&program);
}

static void questions_are_remembered(void **state)
{
    (void)state;
    struct knowledge knowledge;
    struct error error;
    assert_int_equal(knowledge_open(&knowledge, 3, &error), 0);
    for (uint64_t key = 0; key < 1000; key++)
        assert_true(asked_add(&knowledge.asked, key * ASKED_MOST)); /* all belong at one place */
    for (uint64_t key = 0; key < 1000; key++)
        assert_false(asked_add(&knowledge.asked, key * ASKED_MOST));
    assert_true(coverage_add(&knowledge.coverage, 2));
    assert_false(coverage_add(&knowledge.coverage, 2));
    assert_false(coverage_add(&knowledge.coverage, 3));
    assert_false(coverage_told(&knowledge.coverage, 2)); /* any worker that covers it reports it */
    coverage_tell(&knowledge.coverage, 2);
    assert_true(coverage_told(&knowledge.coverage, 2));
    assert_true(coverage_has(&knowledge.coverage, 2));
    assert_false(coverage_add(&knowledge.coverage, 2));
    assert_int_equal(coverage_count(&knowledge.coverage), 1);
    assert_int_equal(coverage_taken(&knowledge.coverage, 2), 3);
    assert_int_equal(coverage_taken(&knowledge.coverage, 3), 0);
    for (uint32_t i = 0; i < 50; i++)
        assert_int_equal(depth_bound(&knowledge.depth, i * 10), UINT32_MAX);
    assert_int_equal(depth_bound(&knowledge.depth, 9000), 500);
    knowledge_close(&knowledge);
}

static void schedules_are_counted_by_path(void **state)
{
    (void)state;
    enum { MOST = 3 };
    struct knowledge knowledge;
    struct error error;
    assert_int_equal(knowledge_open(&knowledge, 3, &error), 0);
    for (uint64_t path = 0; path < 40; path++) { /* all belong at one place */
        uint64_t key = path * QUOTA_PATHS;
        for (uint32_t i = 0; i < MOST; i++) {
            assert_int_equal(quota_left(&knowledge.quota, key, MOST), MOST - i);
            assert_true(quota_take(&knowledge.quota, key, MOST));
        }
        assert_int_equal(quota_left(&knowledge.quota, key, MOST), 0);
        assert_false(quota_take(&knowledge.quota, key, MOST));
        assert_true(quota_exceed(&knowledge.quota, key));
        assert_false(quota_exceed(&knowledge.quota, key));
    }
    knowledge_close(&knowledge);
}

/* Reproducing 4 suspects takes 3 tests of a second each, and must fit into the remaining time. */
static void time_is_left_to_show_findings(void **state)
{
    (void)state;
    double now = clock_seconds();
    struct concolic_options options = {.deadline = now + 10, .spread = {.workers = 1}};
    struct search search = {.options = &options, .began = now - 100, .counts = {.executions = 100}};
    assert_false((concolic_watch.stop)(&search));
    search.suspects.count = 4;
    assert_true((concolic_watch.stop)(&search));
    options.deadline = 0;
    search.late = false;
    assert_false((concolic_watch.stop)(&search));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_over_calls_and_returns),
        cmocka_unit_test(measured_by_functions_that_were_entered),
        cmocka_unit_test(uncovered_first),
        cmocka_unit_test(no_question_twice),
        cmocka_unit_test(predictions),
        cmocka_unit_test(a_loop_goes_on),
        cmocka_unit_test(ranks_of_communicators),
        cmocka_unit_test(orders_of_other_searches),
        cmocka_unit_test(sought_a_few_times),
        cmocka_unit_test(hard_questions_are_asked_again),
        cmocka_unit_test(what_was_in_vain_sinks),
        cmocka_unit_test(short_tests_sink),
        cmocka_unit_test(a_test_that_missed_turns_back),
        cmocka_unit_test(numbers_that_bound_loops_shrink),
        cmocka_unit_test(words_that_are_known_stay),
        cmocka_unit_test(questions_are_remembered),
        cmocka_unit_test(schedules_are_counted_by_path),
        cmocka_unit_test(time_is_left_to_show_findings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
