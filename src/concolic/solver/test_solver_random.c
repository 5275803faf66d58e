/* Random expressions over variables of few bits: every answer of the solver is checked by trying
 * all values. */

#include "concolic/solver/attempt.h"
#include "concolic/solver/plain.h"
#include "concolic/solver/test_trace.h"

#include <stdlib.h>

static const struct solver_options options = {
    .milliseconds = 1000, .tuning = true, .capping = true, .independence = true, .max_ranks = 8};
static uint64_t seed;

static uint32_t below(uint32_t limit)
{
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(seed >> 33) % limit;
}

/* Returns an earlier node of the type, or a constant. */
static uint32_t some(enum symbolic_type type)
{
    uint32_t from = test_region->node_count, tries = 20;
    while (tries-- > 0) {
        uint32_t node = 1 + below(from - 1);
        if (test_region->nodes[node].type == type && test_region->nodes[node].op)
            return node;
    }
    static const double reals[] = {0, 1, -1, 0.5, 1.1, -2.75, 100, 1e10};
    if (operation_is_float(type))
        return test_constant(type, evaluate_bits(type, reals[below(8)]));
    static const int64_t values[] = {0, 1, -1, 2, 3, 7, 8, 15, 100, 127, -128, 255, -56};
    return test_constant(type, (uint64_t)values[below(sizeof values / sizeof *values)]);
}

static enum symbolic_type some_width(void)
{
    static const enum symbolic_type widths[] = {SYMBOLIC_I8,  SYMBOLIC_I8,  SYMBOLIC_I16,
                                                SYMBOLIC_I32, SYMBOLIC_I64, SYMBOLIC_I1};
    return widths[below(6)];
}

static void add_float(struct symbolic_node *node)
{
    enum symbolic_type type = below(2) ? SYMBOLIC_FLOAT : SYMBOLIC_DOUBLE;
    switch (operation_shape(node->op)) {
    case SHAPE_TO_INTEGER:
        node->a = some(type);
        break;
    case SHAPE_FROM_INTEGER:
        node->type = type;
        node->a = some(some_width());
        break;
    default:
        if (operation_shape(node->op) != SHAPE_COMPARE_FLOATS)
            node->type = type;
        else
            node->type = SYMBOLIC_I1;
        node->a = some(type);
        if (node->op == SYMBOLIC_FLOAT_CONVERT)
            node->type = below(2) ? SYMBOLIC_FLOAT : SYMBOLIC_DOUBLE;
        else
            node->b = some(type);
    }
}

/* Adds an operation that fits, or none. The processor must not trap at it. */
static void add_operation(enum symbolic_op op)
{
    struct symbolic_node node = {.op = op, .type = some_width()};
    enum symbolic_type from = some_width();
    switch (operation_shape(op)) {
    case SHAPE_INTEGERS:
        node.a = some(node.type);
        node.b = below(2) ? some(node.type) : test_constant(node.type, below(9));
        break;
    case SHAPE_COMPARE:
        node.type = SYMBOLIC_I1;
        node.a = some(from);
        node.b = some(from);
        break;
    case SHAPE_CONCATENATE:
        node.type = SYMBOLIC_I16;
        node.a = some(SYMBOLIC_I8);
        node.b = some(SYMBOLIC_I8);
        break;
    case SHAPE_EXTRACT:
        node.a = some(from);
        node.b = below(operation_width(from));
        break;
    case SHAPE_CHOOSE:
        node.a = some(SYMBOLIC_I1);
        node.b = some(node.type);
        node.c = some(node.type);
        break;
    case SHAPE_FLOATS:
    case SHAPE_COMPARE_FLOATS:
    case SHAPE_FLOAT:
    case SHAPE_CONVERT_FLOAT:
    case SHAPE_FROM_INTEGER:
    case SHAPE_TO_INTEGER:
        add_float(&node);
        break;
    default:
        node.a = some(from);
    }
    if (!operation_fits(test_region->nodes, &node))
        return;
    const uint64_t operands[3] = {test_region->nodes[node.a].value,
                                  operation_operands(op) > 1 ? test_region->nodes[node.b].value : 0,
                                  operation_operands(op) > 2 ? test_region->nodes[node.c].value
                                                             : 0};
    if (evaluate_operation(test_region->nodes, &node, operands, &node.value))
        test_node(op, (enum symbolic_type)node.type, node.a, node.b, node.c);
}

static void make_trace(unsigned variables, unsigned size, unsigned floats)
{
    test_begin();
    test_variable("x", SYMBOLIC_I8, below(256));
    if (variables > 1)
        test_variable("y", SYMBOLIC_I8, below(256));
    if (floats > 0) {
        test_node(SYMBOLIC_FROM_SIGNED, SYMBOLIC_FLOAT, 1, 0, 0);
        test_node(SYMBOLIC_FROM_UNSIGNED, SYMBOLIC_DOUBLE, 1, 0, 0);
    }
    for (unsigned i = 0; i < floats; i++)
        add_operation(SYMBOLIC_FLOAT_ADD + below(SYMBOLIC_BITS - SYMBOLIC_FLOAT_ADD));
    if (floats > 0)
        add_operation(SYMBOLIC_FLOAT_EQUAL + below(6));
    for (unsigned i = 0; i < size; i++)
        add_operation(SYMBOLIC_ADD + below(SYMBOLIC_EXTRACT - SYMBOLIC_ADD + 1));
    for (unsigned i = 0; i < size / 4; i++)
        add_operation(SYMBOLIC_CHOOSE);
    for (unsigned i = 0; i < 4; i++)
        add_operation(SYMBOLIC_EQUAL + below(10));
    unsigned branches = 0;
    for (uint32_t i = test_region->node_count - 1; i > 0 && branches < 4; i--) {
        if (test_region->nodes[i].type == SYMBOLIC_I1 &&
            test_region->nodes[i].op != SYMBOLIC_CONSTANT) {
            test_branch(i);
            branches++;
        }
    }
    if (below(4) == 0)
        test_event(EVENT_INDEX, some(SYMBOLIC_I16), 10);
    if (below(4) == 0) {
        uint32_t node = test_region->node_count - 1;
        while (node > 1 && (test_region->nodes[node].op < SYMBOLIC_ADD ||
                            test_region->nodes[node].op > SYMBOLIC_MULTIPLY))
            node--;
        test_event(EVENT_ARITHMETIC, node, 0);
    }
}

/* Says whether the path leads to the constraint and then the other way with these values, by
 * computing all nodes. */
static bool leads(const struct solver_question *question, const struct claim *goal, uint64_t x,
                  uint64_t y)
{
    const struct trace *trace = question->trace;
    static uint64_t values[1000];
    static bool stops[1000];
    for (uint32_t i = 1; i < trace->node_count; i++) {
        const struct symbolic_node *node = &trace->nodes[i];
        unsigned count = operation_operands(node->op);
        const uint64_t operands[3] = {count > 0 ? values[node->a] : 0,
                                      count > 1 ? values[node->b] : 0,
                                      count > 2 ? values[node->c] : 0};
        stops[i] = (count > 0 && stops[node->a]) || (count > 1 && stops[node->b]) ||
                   (count > 2 && stops[node->c]);
        if (node->op == SYMBOLIC_VARIABLE)
            values[i] = node->a == 0 ? x : y;
        else
            stops[i] |= !evaluate_operation(trace->nodes, node, operands, &values[i]);
    }
    for (uint32_t i = 0; i < question->constraint; i++) {
        struct claim claim = claim_of(&trace->constraints[i], trace->nodes);
        if (claim.kind != CLAIM_NOTHING &&
            (stops[claim.node] || !claim_holds(&claim, trace->nodes, values)))
            return false;
    }
    return !stops[goal->node] && claim_holds(goal, trace->nodes, values);
}

/* Says whether any values of the variables lead there. */
static bool anything_leads(const struct solver_question *question, const struct claim *goal)
{
    for (uint64_t x = 0; x < 256; x++) {
        for (uint64_t y = 0; y < (question->trace->variable_count > 1 ? 256 : 1); y++) {
            if (leads(question, goal, x, y))
                return true;
        }
    }
    return false;
}

/* Says whether these values, by number of unknown, lead there; other variables keep theirs. */
static bool values_lead(const struct solver_question *question, const struct problem *problem,
                        const uint64_t *values)
{
    uint64_t all[2] = {question->trace->variables[0].value, question->trace->variables[1].value};
    for (size_t i = 0; i < problem->unknown_count; i++)
        all[problem->unknowns[i].variable] = values[i];
    return leads(question, &problem->goal, all[0], all[1]);
}

static struct {
    unsigned found, none, unknown;
} counts[INDEX_MODES];

/* Checks the answer of a mode against all possible values. */
static void check_mode(const struct solver_question *question, const struct problem *problem,
                       enum mode mode, bool possible)
{
    uint64_t values[2] = {0};
    struct attempt attempt = {
        .problem = problem, .mode = mode, .deadline = session_time() + 2, .values = values};
    assert_true(session_run(&problem->engine->session, attempt_run, &attempt));
    counts[mode].found += attempt.answer == SOLVER_FOUND;
    counts[mode].none += attempt.answer == SOLVER_NONE;
    counts[mode].unknown += attempt.answer == SOLVER_UNKNOWN;
    if (attempt.answer == SOLVER_FOUND && !attempt.simplified)
        assert_true(values_lead(question, problem, values));
    if (attempt.answer == SOLVER_FOUND && attempt.simplified)
        assert_true(attempt.too_hard || (mode != MODE_BITS && problem->floats));
    if (attempt.answer == SOLVER_NONE && attempt.proved)
        assert_false(possible);
    assert_true(problem->floats || mode != MODE_BITS || attempt.answer != SOLVER_UNKNOWN);
    attempt_free(&attempt);
}

static void check_question(struct engine *engine, const struct solver_question *question)
{
    struct problem problem;
    uint64_t values[2] = {0};
    assert_true(problem_make(&problem, engine, question) || problem.goal.kind == CLAIM_NOTHING);
    if (problem.goal.kind != CLAIM_NOTHING) {
        bool possible = anything_leads(question, &problem.goal);
        enum solver_answer plain = plain_solve(&problem, values);
        if (plain == SOLVER_FOUND)
            assert_true(values_lead(question, &problem, values));
        if (plain == SOLVER_NONE)
            assert_false(possible);
        for (int mode = 0; !problem.impossible && mode < INDEX_MODES; mode++)
            check_mode(question, &problem, (enum mode)mode, possible);
        struct solver_model model;
        enum solver_answer answer = engine_ask(engine, question, &model);
        if (answer != SOLVER_UNKNOWN && !model.simplified && !problem.floats)
            assert_int_equal(answer == SOLVER_FOUND, possible);
        if (answer == SOLVER_FOUND && !model.simplified)
            assert_true(leads(question, &problem.goal, model.values[0], model.values[1]));
    }
    problem_free(&problem);
}

static unsigned setting(const char *name, unsigned otherwise)
{
    const char *value = getenv(name);
    return value ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

static void check_rounds(unsigned rounds, unsigned floats)
{
    struct error error;
    struct engine *engine = engine_open(&options, &error);
    unsigned first = setting("TUTTI_TEST_SEED", 0);
    memset(counts, 0, sizeof counts);
    for (unsigned i = first; i < first + rounds; i++) {
        seed = i;
        print_message("[   seed   ] %u\n", i);
        make_trace(1 + i % 2, floats ? 2 : 4 + i % 13, floats);
        struct trace trace = test_read();
        assert_int_equal(trace.mistaken, 0);
        assert_false(trace.damaged);
        for (uint32_t j = 0; j < trace.constraint_count; j++) {
            struct solver_question question = {
                .trace = &trace, .constraint = j, .goal = GOAL_NEGATE};
            check_question(engine, &question);
        }
        trace_free(&trace);
        test_end();
    }
    for (int mode = 0; mode < INDEX_MODES; mode++)
        print_message("mode %d: %u found, %u none, %u unknown\n", mode, counts[mode].found,
                      counts[mode].none, counts[mode].unknown);
    engine_close(engine);
}

static void test_random_integers(void **state)
{
    (void)state;
    check_rounds(setting("TUTTI_TEST_ROUNDS", 120), 0);
}

static void test_random_floats(void **state)
{
    (void)state;
    check_rounds(setting("TUTTI_TEST_FLOAT_ROUNDS", 20), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_integers),
        cmocka_unit_test(test_random_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
