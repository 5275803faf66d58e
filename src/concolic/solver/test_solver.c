#include "concolic/solver/engine.h"

#include "base/clock.h"
#include "concolic/solver/test_trace.h"

#include <math.h>
#include <time.h>

static const struct solver_options usual = {.milliseconds = 2000,
                                            .tuning = true,
                                            .capping = true,
                                            .independence = true,
                                            .cache = true,
                                            .max_ranks = 8};

/* The model and the trace of the last question, which ask_about() fills in. */
static struct solver_model model;
static struct trace asked;

static enum solver_answer ask_about(const struct solver_options *options, uint32_t constraint,
                                    enum solver_goal goal, const int64_t *values, size_t count)
{
    struct error error;
    struct engine *engine = engine_open(options, &error);
    assert_non_null(engine);
    trace_free(&asked);
    asked = test_read();
    assert_int_equal(asked.mistaken, 0);
    assert_false(asked.damaged);
    struct solver_question question = {.trace = &asked,
                                       .constraint = constraint,
                                       .goal = goal,
                                       .values = values,
                                       .value_count = count};
    double start = clock_seconds();
    enum solver_answer answer = engine_ask(engine, &question, &model);
    assert_int_equal(engine_statistics(engine)->queries, 1);
    assert_true(engine_statistics(engine)->seconds <= clock_seconds() - start);
    engine_close(engine);
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

/* Only values that wrap around satisfy it. */
static void test_overflow(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 5);
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 0));
    uint32_t sum = test_with(SYMBOLIC_ADD, x, 100);
    uint32_t arithmetic = test_event(EVENT_ARITHMETIC, sum, 0);
    uint32_t negative = test_branch(test_with(SYMBOLIC_LESS_SIGNED, sum, 0));
    assert_int_equal(ask_about(&usual, arithmetic, GOAL_OVERFLOW, NULL, 0), SOLVER_FOUND);
    assert_true(found(0) > INT32_MAX - 100);
    assert_int_equal(negate(negative), SOLVER_FOUND);
    assert_true(found(0) > INT32_MAX - 100);
    uint32_t square = test_binary(SYMBOLIC_MULTIPLY, x, x);
    uint32_t product = test_event(EVENT_ARITHMETIC, square, 0);
    test_region->events[negative] = test_region->events[product];
    assert_int_equal(ask_about(&usual, negative, GOAL_OVERFLOW, NULL, 0), SOLVER_FOUND);
    assert_true((int64_t)found(0) * found(0) > INT32_MAX);
    test_end();
}

static void test_unsigned_wrap(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_variable("x", SYMBOLIC_I32, 20), y = test_variable("y", SYMBOLIC_I32, 7);
    uint32_t difference = test_binary(SYMBOLIC_SUBTRACT, x, y);
    test_branch(test_with(SYMBOLIC_LESS_UNSIGNED, x, 100));
    test_branch(test_with(SYMBOLIC_LESS_UNSIGNED, y, 100));
    uint32_t large = test_branch(test_with(SYMBOLIC_GREATER_UNSIGNED, difference, 4000000000));
    uint32_t huge = test_branch(test_with(SYMBOLIC_GREATER_UNSIGNED, difference, 4294967200));
    assert_int_equal(negate(large), SOLVER_FOUND);
    assert_true((uint32_t)found(0) < (uint32_t)found(1));
    /* x - y <= 4000000000 stays, so it cannot be larger. */
    assert_int_equal(negate(huge), SOLVER_NONE);
    /* (unsigned)(x - 5) < 10 is what compilers make of 5 <= x && x < 15. */
    uint32_t range =
        test_branch(test_with(SYMBOLIC_LESS_UNSIGNED, test_with(SYMBOLIC_SUBTRACT, x, 5), 10));
    assert_int_equal(negate(range), SOLVER_FOUND);
    assert_in_range(found(0), 5, 14);
    test_end();
}

static void test_division(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 3), y = test_int("y", 3);
    uint32_t quotient = test_with(SYMBOLIC_DIVIDE_SIGNED, x, 4);
    uint32_t rest = test_with(SYMBOLIC_REMAINDER_SIGNED, x, 4);
    test_branch(test_with(SYMBOLIC_LESS_SIGNED, quotient, 100));
    uint32_t first = test_branch(test_with(SYMBOLIC_EQUAL, quotient, -3));
    uint32_t second = test_branch(test_with(SYMBOLIC_EQUAL, rest, -3));
    assert_int_equal(negate(first), SOLVER_FOUND);
    assert_int_equal(found(0) / 4, -3);
    assert_int_equal(negate(second), SOLVER_FOUND);
    assert_int_equal(found(0) % 4, -3);
    uint32_t divisor = test_event(EVENT_DIVISOR, test_with(SYMBOLIC_SUBTRACT, y, 8), 0);
    assert_int_equal(ask_about(&usual, divisor, GOAL_ZERO, NULL, 0), SOLVER_FOUND);
    assert_int_equal(found(1), 8);
    /* 1000 / y > 300, by a divisor that varies. */
    uint32_t by_y =
        test_node(SYMBOLIC_DIVIDE_SIGNED, SYMBOLIC_I32, test_constant(SYMBOLIC_I32, 1000), y, 0);
    uint32_t small = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, by_y, 333));
    assert_int_equal(negate(small), SOLVER_FOUND);
    assert_true(1000 / found(1) > 333);
    test_end();
}

static float found_float(uint32_t variable)
{
    return (float)evaluate_real(SYMBOLIC_FLOAT, model.values[variable]);
}

/* Figure 3.3 of the dissertation: float b, b > 1.1 && b < 1.2; float c = a * 1.1, c > 2. */
static void test_figure_3_3(void **state)
{
    (void)state;
    test_begin();
    uint32_t a = test_int("a", 1);
    uint32_t b = test_variable("b", SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, 1.5));
    uint32_t wide = test_node(SYMBOLIC_FLOAT_CONVERT, SYMBOLIC_DOUBLE, b, 0, 0);
    test_branch(test_binary(SYMBOLIC_FLOAT_GREATER, wide, test_double(1.1)));
    uint32_t below = test_branch(test_binary(SYMBOLIC_FLOAT_LESS, wide, test_double(1.2)));
    assert_int_equal(negate(below), SOLVER_FOUND);
    assert_true((double)found_float(1) > 1.1 && (double)found_float(1) < 1.2);
    assert_false(model.simplified);
    uint32_t product =
        test_binary(SYMBOLIC_FLOAT_MULTIPLY,
                    test_node(SYMBOLIC_FROM_SIGNED, SYMBOLIC_DOUBLE, a, 0, 0), test_double(1.1));
    uint32_t c = test_node(SYMBOLIC_FLOAT_CONVERT, SYMBOLIC_FLOAT, product, 0, 0);
    uint32_t two = test_constant(SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, 2));
    uint32_t above = test_branch(test_binary(SYMBOLIC_FLOAT_GREATER, c, two));
    assert_int_equal(negate(above), SOLVER_FOUND);
    assert_int_equal(found(0), 2);
    test_end();
}

/* No real number is between 1.1 and the next float: there is no float either. */
static void test_narrow_floats(void **state)
{
    (void)state;
    float low = 1.1F, next = nextafterf(low, 2), after = nextafterf(next, 2);
    test_begin();
    uint32_t b = test_variable("b", SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, 0));
    const float bounds[] = {low, after, next};
    uint32_t constants[3];
    for (int i = 0; i < 3; i++)
        constants[i] = test_constant(SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, bounds[i]));
    test_branch(test_binary(SYMBOLIC_FLOAT_LESS, b, constants[1]));
    uint32_t above = test_branch(test_binary(SYMBOLIC_FLOAT_GREATER, b, constants[0]));
    assert_int_equal(negate(above), SOLVER_FOUND);
    assert_true(found_float(0) == next);
    test_end();
    test_begin();
    b = test_variable("b", SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, 0));
    for (int i = 0; i < 3; i++)
        constants[i] = test_constant(SYMBOLIC_FLOAT, evaluate_bits(SYMBOLIC_FLOAT, bounds[i]));
    test_branch(test_binary(SYMBOLIC_FLOAT_LESS, b, constants[2]));
    above = test_branch(test_binary(SYMBOLIC_FLOAT_GREATER, b, constants[0]));
    struct solver_options exact = usual;
    exact.exact_floats = true;
    assert_int_equal(ask_about(&exact, above, GOAL_NEGATE, NULL, 0), SOLVER_NONE);
    assert_true(negate(above) != SOLVER_FOUND || model.simplified);
    /* A value that is not equal to itself is not a number. */
    uint32_t odd = test_branch(test_binary(SYMBOLIC_FLOAT_NOT_EQUAL, b, b));
    test_region->events[0] = test_region->events[odd];
    assert_int_equal(negate(0), SOLVER_FOUND);
    assert_true(isnan(found_float(0)));
    test_end();
}

/* Doubles near 1e17 are 16 apart: adding less than 8 changes nothing, unlike for reals. */
static void test_rounding(void **state)
{
    (void)state;
    for (int above = 0; above < 2; above++) {
        test_begin();
        uint32_t x = test_variable("x", SYMBOLIC_DOUBLE, evaluate_bits(SYMBOLIC_DOUBLE, 4));
        uint32_t large = test_double(1e17);
        uint32_t sum = test_binary(SYMBOLIC_FLOAT_ADD, x, large);
        test_branch(test_binary(SYMBOLIC_FLOAT_LESS, x, test_double(above ? 9 : 8)));
        uint32_t more = test_branch(test_binary(SYMBOLIC_FLOAT_GREATER, sum, large));
        for (int exactly = 0; exactly < 2; exactly++) {
            struct solver_options options = usual;
            options.exact_floats = exactly;
            options.milliseconds = 20000;
            assert_int_equal(ask_about(&options, more, GOAL_NEGATE, NULL, 0),
                             above ? SOLVER_FOUND : SOLVER_NONE);
            double value = evaluate_real(SYMBOLIC_DOUBLE, model.values[0]);
            assert_true(!above || (value < 9 && value + 1e17 > 1e17));
        }
        test_end();
    }
}

/* int to float, scaled, truncated, and compared as an int. */
static void test_float_chain(void **state)
{
    (void)state;
    test_begin();
    uint32_t n = test_int("n", 4);
    uint32_t real = test_node(SYMBOLIC_FROM_SIGNED, SYMBOLIC_DOUBLE, n, 0, 0);
    uint32_t scaled = test_binary(SYMBOLIC_FLOAT_MULTIPLY, real, test_double(0.75));
    uint32_t whole = test_node(SYMBOLIC_TO_SIGNED, SYMBOLIC_I32, scaled, 0, 0);
    uint32_t is_7 = test_branch(test_with(SYMBOLIC_EQUAL, whole, 7));
    assert_int_equal(negate(is_7), SOLVER_FOUND);
    assert_int_equal((int)(found(0) * 0.75), 7);
    uint32_t root = test_node(SYMBOLIC_FLOAT_SQUARE_ROOT, SYMBOLIC_DOUBLE, real, 0, 0);
    uint32_t is_5 = test_branch(test_binary(SYMBOLIC_FLOAT_EQUAL, root, test_double(5)));
    assert_int_equal(negate(is_5), SOLVER_FOUND);
    assert_int_equal(found(0), 25);
    uint32_t floor_ = test_node(SYMBOLIC_FLOAT_FLOOR, SYMBOLIC_DOUBLE,
                                test_binary(SYMBOLIC_FLOAT_DIVIDE, real, test_double(-3)), 0, 0);
    uint32_t is_minus_4 = test_branch(test_binary(SYMBOLIC_FLOAT_EQUAL, floor_, test_double(-4)));
    assert_int_equal(negate(is_minus_4), SOLVER_FOUND);
    assert_in_range(found(0), 10, 12);
    test_end();
}

static uint32_t text(const char *bytes)
{
    uint32_t at = test_region->text_count;
    memcpy(test_region->text + at, bytes, strlen(bytes) + 1);
    test_region->text_count += (uint32_t)strlen(bytes) + 1;
    return at;
}

static uint32_t compared(uint32_t word, const char *with, size_t length, bool equal)
{
    uint32_t number = test_region->event_count++;
    test_region->events[number] = (struct symbolic_event){.kind = EVENT_TEXT,
                                                          .expression = word,
                                                          .other = text(with),
                                                          .value = length,
                                                          .taken = equal};
    return number;
}

static void test_texts(void **state)
{
    (void)state;
    test_begin();
    test_region->source_count = 1;
    test_region->variables[test_region->variable_count++] =
        (struct symbolic_variable){.kind = SYMBOLIC_WORD, .length = 5, .name = "argv[1]"};
    compared(0, "-fast", 0, false);
    uint32_t slow = compared(0, "-slow", 0, false);
    uint32_t prefix = compared(0, "--size=", 7, false);
    compared(0, "-f", 2, false);
    uint32_t fast = compared(0, "-fast", 0, false);
    uint32_t quick = compared(0, "quick", 0, true);
    assert_int_equal(negate(slow), SOLVER_FOUND);
    assert_string_equal(model.texts[0], "-slow");
    assert_true(model.changed[0]);
    assert_int_equal(negate(prefix), SOLVER_FOUND);
    assert_int_equal(strncmp(model.texts[0], "--size=", 7), 0);
    assert_int_equal(negate(fast), SOLVER_NONE);
    assert_int_equal(negate(quick), SOLVER_FOUND);
    const char *other = model.texts[0];
    assert_string_not_equal(other, "quick");
    assert_string_not_equal(other, "-fast");
    assert_string_not_equal(other, "-slow");
    assert_int_not_equal(strncmp(other, "--size=", 7), 0);
    assert_int_not_equal(strncmp(other, "-f", 2), 0);
    test_end();
}

static void test_switch(void **state)
{
    (void)state;
    static const int64_t cases[] = {1, 2, 3, -7}, seven[] = {-7};
    test_begin();
    uint32_t x = test_int("x", 2), y = test_int("y", 9);
    uint32_t which = test_event(EVENT_SWITCH, x, 0);
    uint32_t after = test_branch(test_with(SYMBOLIC_EQUAL, test_binary(SYMBOLIC_ADD, x, y), 30));
    assert_int_equal(ask_about(&usual, which, GOAL_CASE, seven, 1), SOLVER_FOUND);
    assert_int_equal(found(0), -7);
    assert_int_equal(ask_about(&usual, which, GOAL_NO_CASE, cases, 4), SOLVER_FOUND);
    for (int i = 0; i < 4; i++)
        assert_int_not_equal(found(0), cases[i]);
    /* The case stays. */
    assert_int_equal(negate(after), SOLVER_FOUND);
    assert_int_equal(found(0), 2);
    assert_int_equal(found(1), 28);
    test_end();
}

/* With its cases known, a switch keeps its case, not its value. */
static void test_switch_cases(void **state)
{
    (void)state;
    static const int64_t cases[] = {1, 2, 3, -7};
    struct error error;
    for (int value = -8; value < -6; value++) {
        test_begin();
        uint32_t x = test_int("x", value);
        uint32_t which = test_event(EVENT_SWITCH, x, 0);
        uint32_t after = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 0));
        struct trace trace = test_read();
        trace.constraints[which].cases = cases;
        trace.constraints[which].case_count = 4;
        struct engine *engine = engine_open(&usual, &error);
        struct solver_question question = {.trace = &trace, .constraint = after};
        assert_int_equal(engine_ask(engine, &question, &model),
                         value == -7 ? SOLVER_NONE : SOLVER_FOUND);
        assert_int_equal(found(0), value == -7 ? -7 : 4);
        engine_close(engine);
        trace_free(&trace);
        test_end();
    }
}

static void test_index(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 2);
    uint32_t wide = test_node(SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I64, x, 0, 0);
    test_branch(test_with(SYMBOLIC_LESS_SIGNED, x, 12));
    uint32_t index = test_event(EVENT_INDEX, wide, 10);
    uint32_t later = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 9));
    uint32_t address = test_event(EVENT_ADDRESS, test_with(SYMBOLIC_MULTIPLY, wide, 8), 0);
    assert_int_equal(ask_about(&usual, index, GOAL_OUTSIDE, NULL, 0), SOLVER_FOUND);
    assert_int_equal(found(0), 10);
    assert_int_equal(negate(later), SOLVER_NONE);
    assert_int_equal(negate(address), SOLVER_FOUND);
    assert_int_not_equal(found(0), 2);
    assert_int_equal(ask_about(&usual, address, GOAL_MORE, NULL, 0), SOLVER_FOUND);
    assert_int_equal(found(0), 3);
    assert_int_equal(ask_about(&usual, address, GOAL_LESS, NULL, 0), SOLVER_FOUND);
    assert_true(found(0) < 2);
    assert_int_equal(ask_about(&usual, index, GOAL_LESS, NULL, 0), SOLVER_UNKNOWN);
    uint32_t fixed = test_branch(test_with(SYMBOLIC_EQUAL, x, 3));
    assert_int_equal(negate(fixed), SOLVER_NONE);
    test_end();
}

static uint32_t mpi_variable(enum symbolic_variable_kind kind, int value)
{
    uint32_t node = test_int("mpi", value);
    test_region->variables[test_region->nodes[node].a].kind = (uint8_t)kind;
    return node;
}

static void test_ranks(void **state)
{
    (void)state;
    test_begin();
    uint32_t rank = mpi_variable(SYMBOLIC_RANK, 0), size = mpi_variable(SYMBOLIC_SIZE, 4);
    uint32_t local = mpi_variable(SYMBOLIC_LOCAL_RANK, 0);
    test_region->communicator_count = 1;
    test_region->communicators[0].size = 3;
    test_region->member_count = 3;
    uint32_t is_1 = test_branch(test_with(SYMBOLIC_EQUAL, rank, 1));
    uint32_t is_5 = test_branch(test_with(SYMBOLIC_EQUAL, rank, 5));
    uint32_t is_8 = test_branch(test_with(SYMBOLIC_EQUAL, rank, 8));
    uint32_t last =
        test_branch(test_binary(SYMBOLIC_EQUAL, rank, test_with(SYMBOLIC_SUBTRACT, size, 1)));
    uint32_t few = test_branch(test_with(SYMBOLIC_LESS_SIGNED, size, 1));
    uint32_t many = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, size, 8));
    uint32_t seven = test_branch(test_with(SYMBOLIC_EQUAL, size, 7));
    uint32_t two = test_branch(test_with(SYMBOLIC_EQUAL, local, 2));
    uint32_t three = test_branch(test_with(SYMBOLIC_EQUAL, local, 3));
    assert_int_equal(negate(is_1), SOLVER_FOUND);
    assert_int_equal(found(0), 1);
    assert_int_equal(found(1), 4); /* the value that it had */
    assert_int_equal(negate(is_5), SOLVER_FOUND);
    assert_int_equal(found(0), 5);
    assert_in_range(found(1), 6, 8);
    assert_int_equal(negate(is_8), SOLVER_NONE);
    assert_int_equal(negate(last), SOLVER_FOUND);
    assert_int_equal(found(0), found(1) - 1);
    assert_int_equal(found(1), 4);
    assert_int_equal(negate(few), SOLVER_NONE);
    assert_int_equal(negate(many), SOLVER_NONE);
    assert_int_equal(negate(seven), SOLVER_FOUND);
    assert_int_equal(found(1), 7);
    assert_int_equal(negate(two), SOLVER_FOUND);
    assert_int_equal(found(2), 2);
    assert_int_equal(found(0), 0);
    assert_int_equal(negate(three), SOLVER_NONE);
    test_end();
}

/* Figure 3.2 of the dissertation: n > 100 gives 101. */
static void test_tuning(void **state)
{
    (void)state;
    test_begin();
    uint32_t n = test_int("n", 10), m = test_int("m", 10), k = test_int("k", 1);
    uint32_t large = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, n, 100));
    assert_int_equal(negate(large), SOLVER_FOUND);
    assert_int_equal(found(0), 101);
    /* The same without a comparison of one variable with a constant: 3 n - m > 300, m >= 5. */
    test_branch(test_with(SYMBOLIC_GREATER_EQUAL_SIGNED, m, 5));
    uint32_t sum = test_binary(SYMBOLIC_SUBTRACT, test_with(SYMBOLIC_MULTIPLY, n, 3), m);
    uint32_t above = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, sum, 200));
    assert_int_equal(negate(above), SOLVER_FOUND);
    assert_int_equal(found(0), 69); /* the smallest bound of both */
    assert_true(3 * found(0) - found(1) > 200 && found(1) >= 5);
    /* Stage II: the single variable of the goal. */
    uint32_t tripled = test_with(SYMBOLIC_MULTIPLY, k, 3);
    uint32_t single = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, tripled, 1000));
    assert_int_equal(negate(single), SOLVER_FOUND);
    assert_int_equal(found(2), 334);
    const char *const untuned[] = {"k*"};
    struct solver_options options = usual;
    options.untuned = untuned;
    options.untuned_count = 1;
    assert_int_equal(ask_about(&options, single, GOAL_NEGATE, NULL, 0), SOLVER_FOUND);
    assert_true(found(2) >= 334);
    test_end();
}

/* Values are positive if possible, and no further from zero than necessary. */
static void test_small_values(void **state)
{
    (void)state;
    test_begin();
    uint32_t x = test_int("x", 1), y = test_int("y", 1);
    uint32_t sum = test_binary(SYMBOLIC_ADD, x, test_with(SYMBOLIC_MULTIPLY, y, 2));
    uint32_t differs = test_branch(test_with(SYMBOLIC_EQUAL, sum, 3));
    assert_int_equal(negate(differs), SOLVER_FOUND);
    assert_in_range(found(0), 0, 1);
    assert_in_range(found(1), 0, 1);
    uint32_t below = test_branch(test_with(SYMBOLIC_LESS_SIGNED, sum, -10));
    test_region->events[differs] = test_region->events[below];
    assert_int_equal(negate(differs), SOLVER_FOUND);
    assert_true(found(0) + 2 * found(1) < -10);
    assert_true(found(0) >= -11 && found(1) >= -11 && found(0) <= 11 && found(1) <= 11);
    test_end();
}

static void test_caps(void **state)
{
    (void)state;
    test_begin();
    uint32_t n = test_int("n", 10), m = test_int("m", 10);
    test_region->variables[1].upper = 50;
    uint32_t large = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, n, 100));
    uint32_t marked = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, m, 50));
    const struct solver_cap caps[] = {{"n", 0, 100}};
    struct solver_options options = usual;
    options.caps = caps;
    options.cap_count = 1;
    assert_int_equal(ask_about(&options, large, GOAL_NEGATE, NULL, 0), SOLVER_NONE);
    assert_int_equal(ask_about(&options, marked, GOAL_NEGATE, NULL, 0), SOLVER_NONE);
    options.capping = false;
    assert_int_equal(ask_about(&options, large, GOAL_NEGATE, NULL, 0), SOLVER_FOUND);
    assert_int_equal(ask_about(&options, marked, GOAL_NEGATE, NULL, 0), SOLVER_FOUND);
    test_end();
}

/* The same question without limits, and again with them: their answers are kept apart. */
static void test_unlimited(void **state)
{
    (void)state;
    struct error error;
    test_begin();
    uint32_t n = test_int("n", 10);
    uint32_t large = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, n, 100));
    const struct solver_cap caps[] = {{"n", 0, 100}};
    struct solver_options options = usual;
    options.caps = caps;
    options.cap_count = 1;
    options.cache = true;
    struct engine *engine = engine_open(&options, &error);
    trace_free(&asked);
    asked = test_read();
    struct solver_question question = {.trace = &asked, .constraint = large, .goal = GOAL_NEGATE};
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_NONE);
    question.unlimited = true;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    question.unlimited = false;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_NONE);
    assert_int_equal(engine_statistics(engine)->queries, 2);
    assert_int_equal(engine_statistics(engine)->found, 0);
    engine_close(engine);
    test_end();
}

/* The second time, and in another trace, the answer is known, and it is the same. */
static void test_cache(void **state)
{
    (void)state;
    struct error error;
    struct engine *engine = engine_open(&usual, &error);
    for (int i = 0; i < 3; i++) {
        test_begin();
        if (i == 2)
            test_int("other", 1);
        uint32_t x = test_int("x", 5), y = test_int("y", 7);
        uint32_t sum = test_binary(SYMBOLIC_ADD, x, y);
        uint32_t first = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, sum, 1000));
        test_branch(test_with(SYMBOLIC_EQUAL, sum, 8));
        uint32_t never = test_branch(test_with(SYMBOLIC_EQUAL, sum, 2000));
        struct trace trace = test_read();
        struct solver_question question = {.trace = &trace, .constraint = first};
        assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
        assert_true(model.values[i == 2] + model.values[1 + (i == 2)] > 1000);
        question.constraint = never;
        assert_int_equal(engine_ask(engine, &question, &model), SOLVER_NONE);
        trace_free(&trace);
        test_end();
    }
    assert_int_equal(engine_statistics(engine)->queries, 6);
    assert_int_equal(engine_statistics(engine)->cached, 4);
    assert_int_equal(engine_statistics(engine)->found, 3);
    assert_int_equal(engine_statistics(engine)->none, 3);
    engine_close(engine);
}

/* Questions of the same shape with other constants are different questions. */
static void test_constants(void **state)
{
    (void)state;
    struct error error;
    struct engine *engine = engine_open(&usual, &error);
    test_begin();
    uint32_t x = test_int("x", 50), tripled = test_with(SYMBOLIC_MULTIPLY, x, 3);
    uint32_t never = test_branch(test_with(SYMBOLIC_EQUAL, tripled, 10));
    uint32_t once = test_branch(test_with(SYMBOLIC_EQUAL, tripled, 12));
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, tripled, 10));
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, tripled, 100));
    uint32_t below = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, tripled, 50));
    struct trace trace = test_read();
    struct solver_question question = {.trace = &trace, .constraint = never};
    /* 3 x = 10 with wrap-around. */
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_int_equal((uint32_t)model.values[0] * 3, 10);
    question.constraint = once;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_int_equal(model.values[0], 4);
    question.constraint = below;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_NONE);
    trace_free(&trace);
    test_end();
    engine_close(engine);
}

/* Without independence, constraints on other variables are asked about too; they hold anyway. */
static void test_independence(void **state)
{
    (void)state;
    struct solver_options options = usual;
    options.independence = false;
    test_begin();
    uint32_t x = test_int("x", 5), y = test_int("y", 7), z = test_int("z", 8);
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, test_binary(SYMBOLIC_ADD, y, z), 3));
    uint32_t first = test_branch(test_with(SYMBOLIC_EQUAL, test_with(SYMBOLIC_MULTIPLY, x, 3), 33));
    assert_int_equal(ask_about(&options, first, GOAL_NEGATE, NULL, 0), SOLVER_FOUND);
    assert_int_equal(found(0), 11);
    assert_true(found(1) + found(2) > 3);
    assert_int_equal(negate(first), SOLVER_FOUND);
    assert_int_equal(found(1), 7);
    assert_int_equal(found(2), 8);
    test_end();
}

/* A sum of three cubes without a small solution, which cannot be proved quickly. The solver
 * continues with other questions. */
static void test_time(void **state)
{
    (void)state;
    struct error error;
    struct solver_options options = usual;
    options.milliseconds = 100;
    struct engine *engine = engine_open(&options, &error);
    test_begin();
    uint32_t sum = 0, first = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t x = test_variable("x", SYMBOLIC_I64, 3);
        first = i == 0 ? x : first;
        test_branch(test_with(SYMBOLIC_LESS_SIGNED, x, 1 << 20));
        test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, -(1 << 20)));
        uint32_t cube = test_binary(SYMBOLIC_MULTIPLY, test_binary(SYMBOLIC_MULTIPLY, x, x), x);
        sum = i == 0 ? cube : test_binary(SYMBOLIC_ADD, sum, cube);
    }
    uint32_t hard = test_branch(test_with(SYMBOLIC_EQUAL, sum, 33));
    uint32_t easy =
        test_branch(test_with(SYMBOLIC_EQUAL, test_with(SYMBOLIC_MULTIPLY, first, 3), 99));
    struct trace trace = test_read();
    struct solver_question question = {.trace = &trace, .constraint = hard};
    clock_t start = clock();
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_UNKNOWN);
    assert_true(clock() - start < CLOCKS_PER_SEC);
    assert_int_equal(engine_statistics(engine)->unknown, 1);
    question.milliseconds = 1;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_UNKNOWN);
    assert_int_equal(engine_statistics(engine)->unknown, 1);
    question.milliseconds = 0;
    trace.constraints[hard] = trace.constraints[easy];
    trace.index = NULL;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_int_equal(model.values[0], 33);
    trace_free(&trace);
    test_end();
    engine_close(engine);
}

/* A missing answer in a hurry is not taken for the answer when there is time. */
static void test_hurry(void **state)
{
    (void)state;
    struct error error;
    struct solver_options options = usual;
    options.milliseconds = 20000;
    options.cache = true;
    struct engine *engine = engine_open(&options, &error);
    test_begin();
    uint32_t x = test_variable("x", SYMBOLIC_I64, 3), y = test_variable("y", SYMBOLIC_I64, 5);
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 1));
    test_branch(test_with(SYMBOLIC_LESS_SIGNED, x, 1 << 10));
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, y, 1));
    test_branch(test_with(SYMBOLIC_LESS_SIGNED, y, 1 << 10));
    uint32_t hard =
        test_branch(test_with(SYMBOLIC_EQUAL, test_binary(SYMBOLIC_MULTIPLY, x, y), 397 * 401));
    struct trace trace = test_read();
    struct solver_question question = {.trace = &trace, .constraint = hard, .milliseconds = 1};
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_UNKNOWN);
    assert_int_equal(engine_statistics(engine)->unknown, 0);
    question.milliseconds = 0;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_int_equal(model.values[0] * model.values[1], 397 * 401);
    trace_free(&trace);
    test_end();
    engine_close(engine);
}

/* for (i = 0; i < x; i++) with x = 5, then x == 33. */
static void test_loose(void **state)
{
    (void)state;
    struct error error;
    test_begin();
    uint32_t x = test_int("x", 5);
    test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 0));
    uint32_t end = test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, 5));
    uint32_t goal = test_branch(test_with(SYMBOLIC_EQUAL, x, 33));
    test_region->events[end].met = 5;
    assert_int_equal(negate(goal), SOLVER_NONE);
    struct engine *engine = engine_open(&usual, &error);
    struct trace trace = test_read();
    struct solver_question question = {.trace = &trace, .constraint = goal, .loose = true};
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_int_equal(found(0), 33);
    trace_free(&trace);
    test_end();
    engine_close(engine);
}

/* if (x > 0) if (x > 3) if (x > 7) with x = 9: x == 2 follows the path as far as the first. */
static void test_dropped(void **state)
{
    (void)state;
    struct error error;
    test_begin();
    uint32_t x = test_int("x", 9);
    for (int i = 0; i < 3; i++)
        test_branch(test_with(SYMBOLIC_GREATER_SIGNED, x, (int[]){0, 3, 7}[i]));
    uint32_t goal = test_branch(test_with(SYMBOLIC_LESS_SIGNED, x, 3));
    struct engine *engine = engine_open(&usual, &error);
    struct trace trace = test_read();
    struct solver_question question = {.trace = &trace, .constraint = goal, .dropped = 1};
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_NONE);
    question.dropped = 2;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    assert_in_range(found(0), 1, 2);
    question.dropped = goal;
    assert_int_equal(engine_ask(engine, &question, &model), SOLVER_FOUND);
    trace_free(&trace);
    test_end();
    engine_close(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_1),      cmocka_unit_test(test_nonlinear),
        cmocka_unit_test(test_overflow),      cmocka_unit_test(test_unsigned_wrap),
        cmocka_unit_test(test_division),      cmocka_unit_test(test_figure_3_3),
        cmocka_unit_test(test_narrow_floats), cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_float_chain),   cmocka_unit_test(test_texts),
        cmocka_unit_test(test_switch),        cmocka_unit_test(test_switch_cases),
        cmocka_unit_test(test_index),         cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_tuning),        cmocka_unit_test(test_small_values),
        cmocka_unit_test(test_caps),          cmocka_unit_test(test_unlimited),
        cmocka_unit_test(test_cache),         cmocka_unit_test(test_constants),
        cmocka_unit_test(test_independence),  cmocka_unit_test(test_time),
        cmocka_unit_test(test_hurry),         cmocka_unit_test(test_loose),
        cmocka_unit_test(test_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
