#include "concolic/solver/test_trace.h"
#include "concolic/solver/engine.h"

#include <stdlib.h>

/* Makes a small trace with something of every kind. */
static void make(void)
{
    test_begin();
    test_region->source_count = 1;
    test_region->sources[0] = (struct symbolic_source){.kind = SYMBOLIC_ARGUMENT, .index = 1};
    test_region->communicator_count = 1;
    test_region->communicators[0] = (struct symbolic_communicator){.size = 2, .first = 1};
    test_region->member_count = 3;
    uint32_t x = test_int("x", 5), y = test_int("y", 7);
    uint32_t sum = test_binary(SYMBOLIC_ADD, x, y);
    test_region->variables[1].kind = SYMBOLIC_LOCAL_RANK;
    test_region->variables[test_region->variable_count++] =
        (struct symbolic_variable){.kind = SYMBOLIC_WORD, .name = "argv[1]"};
    test_branch(test_with(SYMBOLIC_LESS_SIGNED, sum, 100));
    test_event(EVENT_INDEX, sum, 20);
    memcpy(test_region->text, "-n", 3);
    test_region->text_count = 3;
    test_region->events[test_region->event_count++] =
        (struct symbolic_event){.kind = EVENT_TEXT, .expression = 2};
    test_branch(test_with(SYMBOLIC_EQUAL, x, 9));
}

static void test_whole(void **state)
{
    (void)state;
    make();
    test_region->full = 1;
    struct trace trace = test_read();
    assert_false(trace.damaged);
    assert_true(trace.full);
    assert_int_equal(trace.node_count, 8);
    assert_int_equal(trace.variable_count, 3);
    assert_int_equal(trace.constraint_count, 4);
    assert_true(trace.constraints[0].taken);
    assert_int_equal(trace.constraints[1].bound, 20);
    assert_int_equal(trace.constraints[1].value, 12);
    assert_string_equal(trace.constraints[2].text, "-n");
    assert_false(trace.constraints[3].taken);
    trace_free(&trace);
    test_end();
}

/* Each kind of damage, and the nodes, variables and constraints that remain. */
static void test_damage(void **state)
{
    (void)state;
    for (int kind = 0; kind < 14; kind++) {
        uint32_t nodes = 8, variables = 3, constraints = 4;
        make();
        switch (kind) {
        case 0:
            test_region->nodes[3].a = 3; /* refers to itself */
            nodes = 3;
            constraints = 0;
            break;
        case 1:
            test_region->nodes[7].b = 4000;
            nodes = 7;
            constraints = 3;
            break;
        case 2:
            test_region->nodes[5].op = SYMBOLIC_OP_COUNT;
            nodes = 5;
            constraints = 0;
            break;
        case 3:
            test_region->nodes[5].type = 99;
            nodes = 5;
            constraints = 0;
            break;
        case 4:
            test_region->nodes[3].type = SYMBOLIC_I64; /* of operands of 32 bits */
            nodes = 3;
            constraints = 0;
            break;
        case 5:
            test_region->node_count = UINT32_MAX;
            nodes = 1;
            constraints = 0;
            break;
        case 6:
            test_region->event_count = SYMBOLIC_EVENTS + 1;
            constraints = 0;
            break;
        case 7:
            test_region->events[3].expression = 8;
            constraints = 3;
            break;
        case 8:
            test_region->events[0].expression = 3; /* a branch on a number */
            constraints = 0;
            break;
        case 9:
            test_region->events[2].other = 3;
            constraints = 2;
            break;
        case 10:
            test_region->variables[1].kind = 77;
            variables = 1;
            nodes = 2;
            constraints = 0;
            break;
        case 11:
            test_region->variables[1].source = 1;
            variables = 1;
            nodes = 2;
            constraints = 0;
            break;
        case 12:
            test_region->communicators[0].first = UINT32_MAX;
            variables = 1;
            nodes = 2;
            constraints = 0;
            break;
        default:
            test_region->events[1].kind = 200;
            constraints = 1;
        }
        struct trace trace = test_read();
        assert_true(trace.damaged);
        assert_int_equal(trace.node_count, nodes);
        assert_int_equal(trace.variable_count, variables);
        assert_int_equal(trace.constraint_count, constraints);
        trace_free(&trace);
        test_end();
    }
}

/* If a value differs from the result of its operation, the value is kept and the operation is not.
 */
static void test_mistaken(void **state)
{
    (void)state;
    make();
    test_region->nodes[3].value = 13;
    struct trace trace = test_read();
    assert_int_equal(trace.mistaken, 1);
    assert_int_equal(trace.nodes[3].op, SYMBOLIC_CONSTANT);
    assert_int_equal(trace.nodes[3].value, 13);
    assert_false(trace.damaged);
    trace_free(&trace);
    test_end();
}

/* Rank 1 sends n + m + its rank, and rank 0, which knows n, compares that with 20. */
static void make_message(void)
{
    test_begin();
    struct symbolic_region *own = test_region;
    test_int("n", 5);
    test_region++;
    test_region->node_count = 1;
    test_int("m", 6);
    test_int("n", 5);
    test_int("rank", 1);
    test_region->variables[2].kind = SYMBOLIC_RANK;
    test_binary(SYMBOLIC_ADD, test_binary(SYMBOLIC_ADD, 1, 2), 3);
    uint32_t base = symbolic_node_id(1, 0);
    for (uint32_t i = 4; i <= 5; i++) {
        test_region->nodes[i].a += base;
        test_region->nodes[i].b += base;
    }
    test_region = own;
    uint32_t limit = test_constant(SYMBOLIC_I32, 20), less = test_region->node_count++;
    test_region->nodes[less] = (struct symbolic_node){
        .op = SYMBOLIC_LESS_SIGNED, .type = SYMBOLIC_I1, .a = base + 5, .b = limit, .value = 1};
    test_branch(less);
}

static void test_message(void **state)
{
    (void)state;
    make_message();
    struct trace trace = test_read();
    assert_false(trace.damaged);
    assert_int_equal(trace.mistaken, 0);
    assert_int_equal(trace.variable_count, 2);
    assert_string_equal(trace.variables[0].name, "n");
    assert_string_equal(trace.variables[1].name, "m");
    assert_int_equal(trace.constraint_count, 1);
    const struct symbolic_node *sum = &trace.nodes[trace.nodes[trace.constraints[0].expression].a];
    assert_int_equal(sum->value, 12);
    assert_int_equal(trace.nodes[sum->b].op, SYMBOLIC_CONSTANT);
    const struct solver_options options = {
        .milliseconds = 2000, .tuning = true, .independence = true, .max_ranks = 4};
    struct error error;
    struct engine *engine = engine_open(&options, &error);
    struct solver_question question = {.trace = &trace};
    struct solver_model model;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_true(model.values[0] + model.values[1] + 1 >= 20);
    engine_close(engine);
    trace_free(&trace);
    test_end();
    /* Nodes of two ranks that depend on each other. */
    make_message();
    test_region[1].nodes[4].a = 3;
    trace = test_read();
    assert_true(trace.damaged);
    assert_int_equal(trace.constraint_count, 0);
    trace_free(&trace);
    test_end();
}

static void test_segment_damage(void **state)
{
    (void)state;
    struct error error;
    struct trace trace;
    make();
    struct symbolic_segment *segment = (struct symbolic_segment *)test_segment;
    assert_int_equal(trace_read(segment, test_length, TEST_RANKS, &trace, &error), -1);
    assert_int_equal(trace_read(segment, test_length, -1, &trace, &error), -1);
    assert_int_equal(trace_read(segment, 100, 0, &trace, &error), -1);
    segment->regions += sizeof(struct symbolic_region) + 8;
    assert_int_equal(trace_read(segment, test_length, 0, &trace, &error), -1);
    segment->regions = UINT64_MAX - 7;
    assert_int_equal(trace_read(segment, test_length, 0, &trace, &error), -1);
    segment->regions = TEST_REGIONS;
    segment->magic = 0;
    assert_int_equal(trace_read(segment, test_length, 0, &trace, &error), -1);
    test_end();
}

/* Reading and asking survive any damage. */
static void test_scribbling(void **state)
{
    (void)state;
    struct error error;
    const struct solver_options options = {.milliseconds = 200,
                                           .tuning = true,
                                           .capping = true,
                                           .independence = true,
                                           .cache = true,
                                           .max_ranks = 4};
    struct engine *engine = engine_open(&options, &error);
    srandom(1);
    for (int round = 0; round < 300; round++) {
        make();
        for (int i = 0; i < 1 + round % 8; i++) {
            unsigned char *const places[] = {
                (unsigned char *)test_region, (unsigned char *)test_region->nodes,
                (unsigned char *)test_region->events, (unsigned char *)test_region->variables};
            unsigned char *at = places[random() % 4] + random() % 200;
            *at = (unsigned char)random();
        }
        struct trace trace = test_read();
        for (uint32_t i = 0; i < trace.constraint_count && i < 10; i++) {
            for (int goal = GOAL_NEGATE; goal <= GOAL_OVERFLOW; goal++) {
                struct solver_model model;
                const int64_t value = 3;
                struct solver_question question = {.trace = &trace,
                                                   .constraint = i,
                                                   .goal = (enum solver_goal)goal,
                                                   .values = &value,
                                                   .value_count = 1};
                engine_ask(engine, &question, &model);
            }
        }
        trace_free(&trace);
        test_end();
    }
    assert_true(engine_statistics(engine)->found > 0);
    engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),      cmocka_unit_test(test_damage),
        cmocka_unit_test(test_mistaken),   cmocka_unit_test(test_segment_damage),
        cmocka_unit_test(test_scribbling), cmocka_unit_test(test_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
