#include "concolic/solver.h"

#include "concolic/test_trace.h"

static const struct solver_options usual = {.milliseconds = 2000,
                                            .tuning = true,
                                            .capping = true,
                                            .independence = true,
                                            .cache = true,
                                            .max_ranks = 8};

/* Asks and closes; the values are in `values`. */
static struct solver_model model;
static struct trace asked;

static enum solver_answer ask_about(const struct solver_options *options, uint32_t constraint,
                                    enum solver_goal goal, const int64_t *values, size_t count)
{
    struct error error;
    struct solver *solver = solver_open(options, &error);
    assert_non_null(solver);
    trace_free(&asked);
    asked = test_read();
    assert_int_equal(asked.mistaken, 0);
    assert_false(asked.damaged);
    struct solver_question question = {.trace = &asked,
                                       .constraint = constraint,
                                       .goal = goal,
                                       .values = values,
                                       .value_count = count};
    enum solver_answer answer = solver_ask(solver, &question, &model);
    assert_int_equal(solver_statistics(solver)->queries, 1);
    solver_close(solver);
    return answer;
}

static enum solver_answer negate(uint32_t constraint)
{
    return ask_about(&usual, constraint, GOAL_NEGATE, NULL, 0);
}

static int found(uint32_t variable)
{
    return (int)(uint32_t)model.values[variable];
}

/* Figure 1 of the paper: x != 100, then x / 2 + y <= 200, with x = 10 and y = 50. */
static void test_figure_1(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 10), y = test_int("y", 50);
    uint32_t first = test_branch(test_with(SYMBOLIC_NOT_EQUAL, x, 100));
    uint32_t sum = test_binary(SYMBOLIC_ADD, test_with(SYMBOLIC_DIVIDE_SIGNED, x, 2), y);
    uint32_t second = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, sum, 200));
    assert_int_equal(negate(first), SOLVER_FOUND);
    assert_int_equal(found(0), 100);
    assert_int_equal(found(1), 50);
    assert_true(model.changed[0]);
    assert_false(model.changed[1]);
    assert_int_equal(negate(second), SOLVER_FOUND);
    assert_int_not_equal(found(0), 100);
    assert_true(found(0) / 2 + found(1) > 200);
    assert_false(model.simplified);
    test_end();
}

static void test_nonlinear(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 5), y = test_int("y", 7);
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 1));
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, y, 1));
    uint32_t product =
        test_branch(test_with(SYMBOLIC_EQUAL, test_binary(SYMBOLIC_MULTIPLY, x, y), 391));
    assert_int_equal(negate(product), SOLVER_FOUND);
    assert_int_equal(found(0) * found(1), 391);
    assert_true(found(0) > 1 && found(1) > 1);
    uint32_t cube = test_binary(SYMBOLIC_MULTIPLY, test_binary(SYMBOLIC_MULTIPLY, x, x), x);
    uint32_t is_cube = test_branch(test_with(SYMBOLIC_EQUAL, cube, 1728));
    assert_int_equal(negate(is_cube), SOLVER_FOUND);
    assert_int_equal(found(0), 12);
    test_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_1),
        cmocka_unit_test(test_nonlinear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
