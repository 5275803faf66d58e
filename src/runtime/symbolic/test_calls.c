/* test_calls.c: tests expressions that reach functions of the program in special ways: as arguments
 * after the named ones ("..."), and as elements that qsort() and bsearch() pass. */
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"
#include "runtime/symbolic/test_segment.h"
#include "runtime/symbolic/variables.h"

#include <stdlib.h>
#include <string.h>

extern __typeof__(qsort) tutti_model_qsort;
extern __typeof__(qsort_r) tutti_model_qsort_r;
extern __typeof__(bsearch) tutti_model_bsearch;

static uint32_t variable(const char *name, enum symbolic_type type, uint64_t value)
{
    assert_true(state_enter());
    uint32_t id = variable_marked(name, type, value, INT32_MIN, INT32_MAX);
    state_leave();
    assert_int_not_equal(id, 0);
    return id;
}

/* Works like heavy code: takes expressions from memory, and gives the result one. */
static int order(const void *one, const void *other)
{
    int32_t a = *(const int32_t *)one, b = *(const int32_t *)other;
    uint32_t x = tutti_symbolic_load(one, SYMBOLIC_I32, (uint32_t)a);
    uint32_t y = tutti_symbolic_load(other, SYMBOLIC_I32, (uint32_t)b);
    assert_ptr_equal(tutti_symbolic_callee, order);
    assert_int_equal(tutti_symbolic_arguments[0], 0);
    tutti_symbolic_result = x || y
                                ? tutti_symbolic_binary(SYMBOLIC_SUBTRACT, SYMBOLIC_I32, x, y,
                                                        (uint32_t)a, (uint32_t)b, (uint32_t)(a - b))
                                : 0;
    return a - b;
}

static int order_by_tens(const void *one, const void *other, void *context)
{
    ++*(int *)context;
    return *(const int *)one / 10 - *(const int *)other / 10;
}

static void test_sort(void **context)
{
    int32_t values[] = {30, 10, 20, 5, 40};
    (void)context;
    uint32_t x = variable("x", SYMBOLIC_I32, 10), y = variable("y", SYMBOLIC_I32, 40);
    tutti_symbolic_store(&values[1], SYMBOLIC_I32, x, 10);
    tutti_symbolic_store(&values[4], SYMBOLIC_I32, y, 40);
    uint32_t before = region->event_count;
    tutti_model_qsort(values, 5, sizeof *values, order);
    static const int32_t sorted[] = {5, 10, 20, 30, 40};
    assert_memory_equal(values, sorted, sizeof sorted);
    assert_int_equal(tutti_symbolic_load(&values[1], SYMBOLIC_I32, 10), x);
    assert_int_equal(tutti_symbolic_load(&values[4], SYMBOLIC_I32, 40), y);
    assert_int_equal(tutti_symbolic_load(&values[0], SYMBOLIC_I32, 5), 0);
    assert_true(region->event_count > before + 2);
    for (uint32_t i = before; i < region->event_count; i++) {
        assert_int_equal(region->events[i].kind, EVENT_BRANCH);
        assert_int_equal(node(region->events[i].expression)->value, region->events[i].taken);
    }
}

/* Equal elements stay in their order, and the function gets its context. */
static void test_stable(void **context)
{
    int values[] = {31, 12, 35, 11, 19, 39, 10}, calls = 0;
    (void)context;
    tutti_model_qsort_r(values, 7, sizeof *values, order_by_tens, &calls);
    static const int sorted[] = {12, 11, 19, 10, 31, 35, 39};
    assert_memory_equal(values, sorted, sizeof sorted);
    assert_true(calls > 6);
    tutti_model_qsort_r(values, 0, sizeof *values, order_by_tens, &calls);
    tutti_model_qsort_r(values, 3, 0, order_by_tens, &calls);
    assert_memory_equal(values, sorted, sizeof sorted);
}

static void test_search(void **context)
{
    static const int32_t values[] = {2, 4, 6, 8, 10};
    int32_t key = 8;
    (void)context;
    tutti_symbolic_store(&key, SYMBOLIC_I32, variable("key", SYMBOLIC_I32, 8), 8);
    uint32_t before = region->event_count;
    assert_ptr_equal(tutti_model_bsearch(&key, values, 5, sizeof *values, order), &values[3]);
    assert_int_equal(region->event_count, before + 5); /* of 6 two, 10 one, 8 two */
    key = 7;
    assert_null(tutti_model_bsearch(&key, values, 5, sizeof *values, order));
    assert_null(tutti_model_bsearch(&key, values, 0, sizeof *values, order));
}

/* A va_list just after va_start(): two arguments with names, both integers. */
struct list {
    unsigned general, floating;
    char *others, *saved;
};

static void test_variadic(void **context)
{
    static const unsigned char kinds[] = {9,
                                          SYMBOLIC_I32,
                                          SYMBOLIC_I64,
                                          SYMBOLIC_I32,
                                          SYMBOLIC_DOUBLE,
                                          SYMBOLIC_I64,
                                          SYMBOLIC_I64,
                                          SYMBOLIC_I64,
                                          SYMBOLIC_I32,
                                          SYMBOLIC_I32};
    _Alignas(16) char saved[176] = {0}, others[16] = {0};
    struct list list = {16, 48, others, saved};
    struct symbolic_variadic kept;
    double real = 2.5;
    uint64_t bits;
    (void)context;
    memcpy(&bits, &real, sizeof bits);
    uint32_t a = variable("a", SYMBOLIC_I32, 7), b = variable("b", SYMBOLIC_DOUBLE, bits),
             c = variable("c", SYMBOLIC_I32, 9);
    memcpy(saved + 16, &(int){7}, sizeof(int));
    memcpy(saved + 48, &real, sizeof real);
    memcpy(others + 8, &(int){9}, sizeof(int));
    memset(tutti_symbolic_arguments, 0, sizeof tutti_symbolic_arguments);
    tutti_symbolic_arguments[2] = a;
    tutti_symbolic_arguments[3] = b;
    tutti_symbolic_arguments[8] = c;
    tutti_symbolic_kinds = kinds;
    tutti_symbolic_keep(&kept);
    memset(tutti_symbolic_arguments, 0, sizeof tutti_symbolic_arguments); /* other calls */
    tutti_symbolic_variadic(&list, 2, &kept);
    assert_int_equal(tutti_symbolic_load(saved + 16, SYMBOLIC_I32, 7), a);
    assert_int_equal(tutti_symbolic_load(saved + 48, SYMBOLIC_DOUBLE, bits), b);
    assert_int_equal(tutti_symbolic_load(others, SYMBOLIC_I32, 0), 0);
    assert_int_equal(tutti_symbolic_load(others + 8, SYMBOLIC_I32, 9), c);
    tutti_symbolic_keep(&kept); /* a call from outside: nothing is known of it */
    assert_null(kept.kinds);
    tutti_symbolic_variadic(&list, 2, &kept);
}

/* After an argument in memory whose size is unknown, nothing is known of further arguments in
 * memory. */
static void test_variadic_memory(void **context)
{
    static const unsigned char kinds[] = {2, SYMBOLIC_KIND_MEMORY, SYMBOLIC_I32};
    char saved[176] = {0}, others[32] = {0};
    struct list list = {48, 176, others, saved};
    struct symbolic_variadic kept = {.kinds = kinds};
    (void)context;
    kept.expressions[1] = variable("d", SYMBOLIC_I32, 0);
    tutti_symbolic_variadic(&list, 0, &kept);
    for (int i = 0; i < 32; i += 4)
        assert_int_equal(tutti_symbolic_load(others + i, SYMBOLIC_I32, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sort),
        cmocka_unit_test(test_stable),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_variadic),
        cmocka_unit_test(test_variadic_memory),
    };
    return cmocka_run_group_tests(tests, open_segment, NULL);
}
