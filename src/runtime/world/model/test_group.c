#include "runtime/world/model/group.h"

#include "runtime/world/model/test_allocation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PROC_NULL = -7, UNDEFINED = -99 }; /* values of no MPI: nothing may depend on them */

typedef enum fault_kind list_function(const struct vgroup *, int, const int *, struct vgroup **,
                                      struct fault *);
typedef enum fault_kind range_function(const struct vgroup *, int, const int[][3], struct vgroup **,
                                       struct fault *);

static struct vgroup *make(int size, const int *world)
{
    struct vgroup *group = NULL;
    struct fault fault;
    assert_int_equal(vgroup_create(size, world, &group, &fault), FAULT_NONE);
    assert_int_equal(group->references, 1);
    return group;
}

#define GROUP(...) make(sizeof((int[]){__VA_ARGS__}) / sizeof(int), (const int[]){__VA_ARGS__})

static void expect_members(struct vgroup *group, int size, const int *world)
{
    assert_int_equal(group->size, size);
    for (int i = 0; i < size; i++)
        assert_int_equal(group->world[i], world[i]);
    vgroup_release(group);
}

#define EXPECT(group, ...) \
    expect_members(group, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (const int[]){__VA_ARGS__})

static void expect_fault(const struct fault *fault, enum fault_kind kind, const char *argument,
                         int entry, int64_t value)
{
    assert_int_equal(fault->kind, kind);
    assert_string_equal(fault->argument, argument);
    assert_int_equal(fault->entry, entry);
    assert_int_equal(fault->value, value);
}

static void groups_are_made_of_distinct_ranks(void **state)
{
    (void)state;
    struct fault fault;
    struct vgroup *none = NULL;
    assert_int_equal(vgroup_create(-1, NULL, &none, &fault), FAULT_COUNT);
    expect_fault(&fault, FAULT_COUNT, "size", -1, -1);
    vgroup_create(3, (int[]){4, 2, -1}, &none, &fault);
    expect_fault(&fault, FAULT_RANK, "world", 2, -1);
    vgroup_create(4, (int[]){4, 2, 0, 2}, &none, &fault);
    expect_fault(&fault, FAULT_DUPLICATE, "world", 3, 2);
    assert_int_equal(fault.earlier, 1);
    vgroup_create_world(-3, &none, &fault);
    expect_fault(&fault, FAULT_COUNT, "size", -1, -3);
    assert_null(none);

    struct vgroup *world = NULL;
    assert_int_equal(vgroup_create_world(3, &world, &fault), FAULT_NONE);
    EXPECT(world, 0, 1, 2);
    EXPECT(make(0, NULL));
}

static void references_are_counted(void **state)
{
    (void)state;
    struct vgroup *group = GROUP(1, 0);
    assert_ptr_equal(vgroup_retain(group), group);
    assert_int_equal(group->references, 2);
    vgroup_release(group);
    EXPECT(group, 1, 0);
    vgroup_release(NULL);
}

static void ranks_are_found(void **state)
{
    (void)state;
    struct vgroup *group = GROUP(0, 5, 2, 1);
    assert_int_equal(vgroup_rank(group, 0), 0);
    assert_int_equal(vgroup_rank(group, 1), 3);
    assert_int_equal(vgroup_rank(group, 2), 2);
    assert_int_equal(vgroup_rank(group, 3), -1);
    assert_int_equal(vgroup_rank(group, 5), 1);
    assert_int_equal(vgroup_rank(group, 1000000), -1);
    assert_int_equal(vgroup_rank(group, -1), -1);
    vgroup_release(group);
}

static void sets_keep_the_order_of_the_first(void **state)
{
    (void)state;
    struct fault fault;
    struct vgroup *first = GROUP(7, 0, 3, 5), *second = GROUP(9, 5, 2, 7), *empty = make(0, NULL);
    struct vgroup *result = NULL;
    vgroup_union(first, second, &result, &fault);
    EXPECT(result, 7, 0, 3, 5, 9, 2);
    vgroup_intersection(first, second, &result, &fault);
    EXPECT(result, 7, 5);
    vgroup_intersection(second, first, &result, &fault);
    EXPECT(result, 5, 7);
    vgroup_difference(first, second, &result, &fault);
    EXPECT(result, 0, 3);
    vgroup_difference(second, first, &result, &fault);
    EXPECT(result, 9, 2);
    vgroup_union(empty, second, &result, &fault);
    EXPECT(result, 9, 5, 2, 7);
    vgroup_union(empty, empty, &result, &fault);
    EXPECT(result);
    vgroup_intersection(first, empty, &result, &fault);
    EXPECT(result);
    vgroup_difference(first, empty, &result, &fault);
    EXPECT(result, 7, 0, 3, 5);
    vgroup_difference(empty, first, &result, &fault);
    EXPECT(result);
    vgroup_difference(first, first, &result, &fault);
    EXPECT(result);
    vgroup_release(first);
    vgroup_release(second);
    vgroup_release(empty);
}

static void lists_include_and_exclude(void **state)
{
    (void)state;
    struct fault fault;
    struct vgroup *group = GROUP(10, 11, 12, 13), *result = NULL;
    vgroup_incl(group, 3, (int[]){3, 0, 2}, &result, &fault);
    EXPECT(result, 13, 10, 12);
    vgroup_incl(group, 0, NULL, &result, &fault);
    EXPECT(result);
    vgroup_excl(group, 2, (int[]){3, 0}, &result, &fault);
    EXPECT(result, 11, 12);
    vgroup_excl(group, 0, NULL, &result, &fault);
    EXPECT(result, 10, 11, 12, 13);
    vgroup_excl(group, 4, (int[]){3, 1, 2, 0}, &result, &fault);
    EXPECT(result);
    vgroup_release(group);
}

static void wrong_lists_are_told(void **state)
{
    (void)state;
    static list_function *const functions[] = {vgroup_incl, vgroup_excl};
    struct vgroup *group = GROUP(10, 11, 12, 13), *empty = make(0, NULL), *none = NULL;
    struct fault fault;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(functions[i](group, -1, NULL, &none, &fault), FAULT_COUNT);
        expect_fault(&fault, FAULT_COUNT, "n", -1, -1);
        assert_int_equal(functions[i](group, 2, (int[]){3, 4}, &none, &fault), FAULT_RANK);
        expect_fault(&fault, FAULT_RANK, "ranks", 1, 4);
        functions[i](group, 2, (int[]){INT_MIN, 4}, &none, &fault);
        expect_fault(&fault, FAULT_RANK, "ranks", 0, INT_MIN);
        assert_int_equal(functions[i](group, 4, (int[]){0, 3, 2, 3}, &none, &fault),
                         FAULT_DUPLICATE);
        expect_fault(&fault, FAULT_DUPLICATE, "ranks", 3, 3);
        assert_int_equal(fault.earlier, 1);
        functions[i](empty, 1, (int[]){0}, &none, &fault);
        expect_fault(&fault, FAULT_RANK, "ranks", 0, 0);
        assert_null(none);
    }
    vgroup_release(group);
    vgroup_release(empty);
}

static void ranges_include_and_exclude(void **state)
{
    (void)state;
    struct fault fault;
    struct vgroup *group = GROUP(10, 11, 12, 13, 14, 15, 16, 17, 18, 19), *result = NULL;
    /* The example of the standard, section 7.3.2. */
    vgroup_range_incl(group, 3, (const int[][3]){{6, 7, 1}, {1, 6, 2}, {0, 9, 4}}, &result, &fault);
    EXPECT(result, 16, 17, 11, 13, 15, 10, 14, 18);
    vgroup_range_excl(group, 3, (const int[][3]){{6, 7, 1}, {1, 6, 2}, {0, 9, 4}}, &result, &fault);
    EXPECT(result, 12, 19);
    vgroup_range_incl(group, 2, (const int[][3]){{8, 1, -3}, {4, 4, -9}}, &result, &fault);
    EXPECT(result, 18, 15, 12, 14);
    /* The end is no rank, but is not computed either. */
    vgroup_range_incl(group, 2, (const int[][3]){{9, 12, 4}, {1, -1, -3}}, &result, &fault);
    EXPECT(result, 19, 11);
    vgroup_range_incl(group, 0, NULL, &result, &fault);
    EXPECT(result);
    vgroup_range_excl(group, 0, NULL, &result, &fault);
    EXPECT(result, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    vgroup_release(group);
}

static void wrong_ranges_are_told(void **state)
{
    (void)state;
    static range_function *const functions[] = {vgroup_range_incl, vgroup_range_excl};
    static const struct {
        int n;
        int ranges[2][3];
        enum fault_kind kind;
        int entry;
        int64_t value;
        int earlier;
    } cases[] = {
        {2, {{0, 0, 1}, {1, 2, 0}}, FAULT_STRIDE, 1, 0, -1},
        {1, {{3, 3, 0}}, FAULT_STRIDE, 0, 0, -1},
        {2, {{0, 0, 1}, {1, 2, -1}}, FAULT_RANGE, 1, -1, -1},
        {1, {{2, 1, 1}}, FAULT_RANGE, 0, 1, -1},
        {1, {{2, 4, 1}}, FAULT_RANK, 0, 4, -1},
        {1, {{-1, 2, 1}}, FAULT_RANK, 0, -1, -1},
        {1, {{2, -2, -1}}, FAULT_RANK, 0, -1, -1},
        {1, {{4, 4, 1}}, FAULT_RANK, 0, 4, -1},
        {1, {{0, INT_MAX, 1}}, FAULT_RANK, 0, 4, -1},
        {1, {{3, INT_MAX, INT_MAX - 3}}, FAULT_RANK, 0, INT_MAX, -1},
        {1, {{3, INT_MIN, INT_MIN}}, FAULT_RANK, 0, (int64_t)INT_MIN + 3, -1},
        {2, {{0, 2, 1}, {3, 2, -1}}, FAULT_DUPLICATE, 1, 2, 0},
        {2, {{1, 1, 1}, {1, 1, 1}}, FAULT_DUPLICATE, 1, 1, 0},
    };
    struct vgroup *group = GROUP(10, 11, 12, 13), *none = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int j = 0; j < 2; j++) {
            struct fault fault;
            assert_int_equal(functions[j](group, cases[i].n, cases[i].ranges, &none, &fault),
                             cases[i].kind);
            expect_fault(&fault, cases[i].kind, "ranges", cases[i].entry, cases[i].value);
            assert_int_equal(fault.earlier, cases[i].earlier);
        }
    struct fault fault;
    assert_int_equal(vgroup_range_incl(group, -2, NULL, &none, &fault), FAULT_COUNT);
    expect_fault(&fault, FAULT_COUNT, "n", -1, -2);
    assert_null(none);
    vgroup_release(group);
}

static void ranks_are_translated(void **state)
{
    (void)state;
    struct fault fault;
    struct vgroup *from = GROUP(4, 6, 1, 900), *to = GROUP(1, 2, 4), *empty = make(0, NULL);
    int result[5] = {5, 5, 5, 5, 5};
    assert_int_equal(vgroup_translate(from, 5, (int[]){2, PROC_NULL, 1, 0, 3}, to, PROC_NULL,
                                      UNDEFINED, result, &fault),
                     FAULT_NONE);
    assert_memory_equal(result, ((int[]){0, PROC_NULL, UNDEFINED, 2, UNDEFINED}), sizeof result);
    vgroup_translate(from, 1, (int[]){2}, empty, PROC_NULL, UNDEFINED, result, &fault);
    assert_int_equal(result[0], UNDEFINED);
    assert_int_equal(
        vgroup_translate(empty, 1, (int[]){PROC_NULL}, to, PROC_NULL, UNDEFINED, result, &fault),
        FAULT_NONE);
    assert_int_equal(result[0], PROC_NULL);

    result[0] = 77;
    vgroup_translate(from, 2, (int[]){0, 4}, to, PROC_NULL, UNDEFINED, result, &fault);
    expect_fault(&fault, FAULT_RANK, "ranks1", 1, 4);
    vgroup_translate(from, 1, (int[]){-1}, to, PROC_NULL, UNDEFINED, result, &fault);
    expect_fault(&fault, FAULT_RANK, "ranks1", 0, -1);
    vgroup_translate(from, -1, NULL, to, PROC_NULL, UNDEFINED, result, &fault);
    expect_fault(&fault, FAULT_COUNT, "n", -1, -1);
    assert_int_equal(result[0], 77);
    vgroup_release(from);
    vgroup_release(to);
    vgroup_release(empty);
}

static void expect_relation(struct vgroup *first, struct vgroup *second, enum vgroup_relation want)
{
    enum vgroup_relation relation = (enum vgroup_relation) - 1;
    struct fault fault;
    assert_int_equal(vgroup_compare(first, second, &relation, &fault), FAULT_NONE);
    assert_int_equal(relation, want);
    assert_int_equal(vgroup_compare(second, first, &relation, &fault), FAULT_NONE);
    assert_int_equal(relation, want);
    vgroup_release(first);
    vgroup_release(second);
}

static void groups_are_compared(void **state)
{
    (void)state;
    expect_relation(GROUP(3, 1, 2), GROUP(3, 1, 2), VGROUP_IDENT);
    expect_relation(GROUP(3, 1, 2), GROUP(2, 3, 1), VGROUP_SIMILAR);
    expect_relation(GROUP(3, 1, 2), GROUP(2, 3, 0), VGROUP_UNEQUAL);
    expect_relation(GROUP(3, 1, 2), GROUP(3, 1, 2000), VGROUP_UNEQUAL);
    expect_relation(GROUP(3, 1, 2), GROUP(3, 1), VGROUP_UNEQUAL);
    expect_relation(make(0, NULL), GROUP(0), VGROUP_UNEQUAL);
    expect_relation(make(0, NULL), make(0, NULL), VGROUP_IDENT);
}

/* A random group of some of the first `bound` processes. */
static struct vgroup *random_group(unsigned *seed, int bound)
{
    int world[1024] = {0};
    for (int i = 0; i < bound; i++) {
        int j = rand_r(seed) % (i + 1);
        world[i] = world[j];
        world[j] = i;
    }
    return make(rand_r(seed) % (bound + 1), world);
}

/* Laws between the operations, on groups of up to 1024. */
static void large_groups_keep_the_laws(void **state)
{
    (void)state;
    unsigned seed = 3;
    for (int round = 0; round < 100; round++) {
        int bound = round % 2 == 0 ? 1024 : 1 + rand_r(&seed) % 12;
        struct fault fault;
        struct vgroup *first = random_group(&seed, bound), *second = random_group(&seed, bound);
        struct vgroup *both = NULL, *less = NULL, *sum = NULL, *parts = NULL, *back = NULL;
        vgroup_intersection(first, second, &both, &fault);
        vgroup_difference(first, second, &less, &fault);
        vgroup_union(first, second, &sum, &fault);
        vgroup_union(both, less, &parts, &fault);
        assert_int_equal(both->size + less->size, first->size);
        assert_int_equal(sum->size, less->size + second->size);
        for (int i = 0; i < bound; i++) {
            bool in_first = vgroup_rank(first, i) >= 0;
            bool in_second = vgroup_rank(second, i) >= 0;
            assert_int_equal(vgroup_rank(both, i) >= 0, in_first && in_second);
            assert_int_equal(vgroup_rank(less, i) >= 0, in_first && !in_second);
            assert_int_equal(vgroup_rank(sum, i) >= 0, in_first || in_second);
        }
        int ranks[1024], translated[1024];
        for (int i = 0; i < both->size; i++)
            ranks[i] = i;
        vgroup_translate(both, both->size, ranks, first, PROC_NULL, UNDEFINED, translated, &fault);
        for (int i = 1; i < both->size; i++)
            assert_true(translated[i - 1] < translated[i]);
        assert_int_equal(vgroup_excl(first, both->size, translated, &back, &fault), FAULT_NONE);
        enum vgroup_relation relation = VGROUP_UNEQUAL;
        vgroup_compare(back, less, &relation, &fault);
        assert_int_equal(relation, VGROUP_IDENT);
        vgroup_compare(parts, first, &relation, &fault);
        assert_int_not_equal(relation, VGROUP_UNEQUAL);
        struct vgroup *made[] = {first, second, both, less, sum, parts, back};
        for (size_t i = 0; i < sizeof made / sizeof *made; i++)
            vgroup_release(made[i]);
    }
}

/* Runs each operation with its first allocations succeeding and the next one failing. */
static void no_memory_is_a_fault(void **state)
{
    (void)state;
    struct vgroup *first = GROUP(3, 1, 2), *second = GROUP(2, 3, 1);
    for (int operation = 0; operation < 9; operation++) {
        int failures = 0;
        for (bool done = false; !done; failures++) {
            struct vgroup *result = NULL;
            enum vgroup_relation relation = VGROUP_UNEQUAL;
            struct fault fault = {.kind = FAULT_NONE};
            int translated = 77;
            enum fault_kind kind = FAULT_NONE;
            allocations_left = failures;
            switch (operation) {
            case 0:
                kind = vgroup_create(2, (int[]){1, 2}, &result, &fault);
                break;
            case 1:
                kind = vgroup_create_world(2, &result, &fault);
                break;
            case 2:
                kind = vgroup_union(first, second, &result, &fault);
                break;
            case 3:
                kind = vgroup_intersection(first, second, &result, &fault);
                break;
            case 4:
                kind = vgroup_difference(first, second, &result, &fault);
                break;
            case 5:
                kind = vgroup_incl(first, 1, (int[]){0}, &result, &fault);
                break;
            case 6:
                kind = vgroup_range_excl(first, 1, (const int[][3]){{0, 1, 1}}, &result, &fault);
                break;
            case 7:
                kind = vgroup_translate(first, 1, (int[]){0}, second, PROC_NULL, UNDEFINED,
                                        &translated, &fault);
                break;
            default:
                kind = vgroup_compare(first, second, &relation, &fault);
                break;
            }
            allocations_left = INT_MAX;
            done = kind == FAULT_NONE;
            assert_int_equal(result != NULL, done && operation < 7);
            assert_int_equal(kind, fault.kind);
            if (!done) {
                assert_int_equal(kind, FAULT_MEMORY);
                assert_int_equal(translated, 77);
                assert_int_equal(relation, VGROUP_UNEQUAL);
            }
            vgroup_release(result);
        }
        assert_in_range(failures, 2, 4);
    }
    vgroup_release(first);
    vgroup_release(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_made_of_distinct_ranks),
        cmocka_unit_test(references_are_counted),
        cmocka_unit_test(ranks_are_found),
        cmocka_unit_test(sets_keep_the_order_of_the_first),
        cmocka_unit_test(lists_include_and_exclude),
        cmocka_unit_test(wrong_lists_are_told),
        cmocka_unit_test(ranges_include_and_exclude),
        cmocka_unit_test(wrong_ranges_are_told),
        cmocka_unit_test(ranks_are_translated),
        cmocka_unit_test(groups_are_compared),
        cmocka_unit_test(large_groups_keep_the_laws),
        cmocka_unit_test(no_memory_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
