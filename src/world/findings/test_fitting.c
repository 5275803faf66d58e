/* Tests with datatypes laid over memory whose declarations are made up here. */
#include "world/findings/fitting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { AT = 4096, CAP = 256 };

/* Declares struct { double weight; int number; char tag; }, of which there are several. */
static void look_at_struct(const struct declared *declared, uint64_t offset, struct leaf *leaf)
{
    (void)declared;
    uint64_t before = offset - offset % 16;
    switch (offset % 16) {
    case 0 ... 7:
        *leaf = (struct leaf){LEAF_FLOAT, LEAF_NO_SIGN, before, 8, "double", "weight"};
        break;
    case 8 ... 11:
        *leaf = (struct leaf){LEAF_INTEGER, LEAF_SIGNED, before + 8, 4, "int", "number"};
        break;
    case 12:
        *leaf = (struct leaf){LEAF_UNTYPED, LEAF_NO_SIGN, before + 12, 1, "char", "tag"};
        break;
    default:
        *leaf = (struct leaf){LEAF_PADDING, LEAF_NO_SIGN, before + 13, 3, "cell", NULL};
    }
}

static struct leaf element;

static void look_at_element(const struct declared *declared, uint64_t offset, struct leaf *leaf)
{
    (void)declared;
    *leaf = element;
    leaf->offset = offset - offset % element.size;
}

static void look_at_bytes(const struct declared *declared, uint64_t offset, struct leaf *leaf)
{
    (void)declared, (void)offset;
    *leaf = (struct leaf){.kind = LEAF_UNTYPED, .size = UINT64_MAX};
}

struct piece {
    const char *type;
    int64_t offset, size;
};

/* Lays out one element of a datatype that has `count` pieces. */
static struct fitting_map lay_out(const struct piece *pieces, size_t piece_count, uint64_t count,
                                  int64_t extent, struct arena *arena)
{
    struct signature_part parts[8];
    struct signature *signatures[8];
    struct layout_builder builder;
    layout_start(&builder);
    for (size_t i = 0; i < piece_count; i++) {
        signatures[i] =
            signature_of_code(signature_code_of(pieces[i].type), (uint64_t)pieces[i].size);
        parts[i] = (struct signature_part){signatures[i], 1};
        struct layout *bytes = layout_of_bytes(pieces[i].size);
        layout_add(&builder, bytes, pieces[i].offset, 1, 0);
        free(bytes);
    }
    struct signature *signature = signature_join(parts, piece_count);
    struct layout *layout = layout_finish(&builder);
    struct fitting_map map = fitting_lay_out(signature, layout, AT, count, extent, CAP, arena);
    for (size_t i = 0; i < piece_count; i++)
        free(signatures[i]);
    free(signature);
    free(layout);
    return map;
}

static enum fitting_relation compare(const struct piece *pieces, size_t piece_count, uint64_t count,
                                     int64_t extent, fitting_leaf look)
{
    struct arena arena = {0};
    const struct declared declared = {.name = "it", .address = AT, .bytes = 64};
    struct fitting_map map = lay_out(pieces, piece_count, count, extent, &arena);
    struct fitting_verdict verdict = fitting_compare(&map, &declared, look);
    arena_free(&arena);
    return verdict.relation;
}

#define COMPARE(count, extent, look, ...)                                                      \
    compare((const struct piece[]){__VA_ARGS__},                                               \
            sizeof((const struct piece[]){__VA_ARGS__}) / sizeof(struct piece), count, extent, \
            look)

static enum fitting_relation over(struct leaf leaf, const char *type, int64_t size)
{
    element = leaf;
    return COMPARE(4, size, look_at_element, {type, 0, size});
}

static void numbers_have_a_kind_a_size_and_a_sign(void **state)
{
    (void)state;
    const struct leaf ints = {LEAF_INTEGER, LEAF_SIGNED, 0, 4, "int", NULL};
    const struct leaf longs = {LEAF_INTEGER, LEAF_SIGNED, 0, 8, "long", NULL};
    const struct leaf sizes = {LEAF_INTEGER, LEAF_UNSIGNED, 0, 8, "size_t", NULL};
    const struct leaf states = {LEAF_INTEGER, LEAF_NO_SIGN, 0, 4, "state", NULL};
    const struct leaf doubles = {LEAF_FLOAT, LEAF_NO_SIGN, 0, 8, "double", NULL};
    const struct leaf pointers = {LEAF_POINTER, LEAF_NO_SIGN, 0, 8, NULL, NULL};
    assert_int_equal(over(ints, "MPI_INT", 4), FITTING_RIGHT);
    assert_int_equal(over(ints, "MPI_INTEGER", 4), FITTING_RIGHT);
    assert_int_equal(over(ints, "MPI_INT32_T", 4), FITTING_RIGHT);
    assert_int_equal(over(ints, "MPI_UNSIGNED", 4), FITTING_SIGN);
    assert_int_equal(over(ints, "MPI_FLOAT", 4), FITTING_WRONG);
    assert_int_equal(over(ints, "MPI_LONG", 8), FITTING_WRONG);
    assert_int_equal(over(ints, "MPI_BYTE", 1), FITTING_UNKNOWN);
    assert_int_equal(over(longs, "MPI_LONG_LONG", 8), FITTING_RIGHT);
    assert_int_equal(over(longs, "MPI_INT", 4), FITTING_WRONG);
    assert_int_equal(over(longs, "MPI_DOUBLE", 8), FITTING_WRONG);
    assert_int_equal(over(sizes, "MPI_AINT", 8), FITTING_RIGHT);
    assert_int_equal(over(sizes, "MPI_COUNT", 8), FITTING_RIGHT);
    assert_int_equal(over(sizes, "MPI_LONG", 8), FITTING_SIGN);
    assert_int_equal(over(states, "MPI_UNSIGNED", 4), FITTING_RIGHT);
    assert_int_equal(over(states, "MPI_INT", 4), FITTING_RIGHT);
    assert_int_equal(over(doubles, "MPI_DOUBLE_PRECISION", 8), FITTING_RIGHT);
    assert_int_equal(over(doubles, "MPI_REAL", 4), FITTING_WRONG);
    assert_int_equal(over(pointers, "MPI_AINT", 8), FITTING_RIGHT);
    assert_int_equal(over(pointers, "MPI_DOUBLE", 8), FITTING_WRONG);
}

static void a_complex_number_is_two_numbers(void **state)
{
    (void)state;
    const struct leaf complexes = {LEAF_COMPLEX, LEAF_NO_SIGN, 0, 8, "complex", NULL};
    const struct leaf floats = {LEAF_FLOAT, LEAF_NO_SIGN, 0, 4, "float", NULL};
    assert_int_equal(over(complexes, "MPI_C_FLOAT_COMPLEX", 8), FITTING_RIGHT);
    assert_int_equal(over(complexes, "MPI_FLOAT", 4), FITTING_RIGHT);
    assert_int_equal(over(complexes, "MPI_DOUBLE", 8), FITTING_WRONG);
    assert_int_equal(over(complexes, "MPI_C_DOUBLE_COMPLEX", 16), FITTING_WRONG);
    assert_int_equal(over(floats, "MPI_COMPLEX", 8), FITTING_RIGHT);
    assert_int_equal(over(floats, "MPI_DOUBLE_COMPLEX", 16), FITTING_WRONG);
}

static void members_are_compared_where_they_lie(void **state)
{
    (void)state;
    fitting_leaf look = look_at_struct;
    assert_int_equal(COMPARE(3, 16, look, {"MPI_DOUBLE", 0, 8}, {"MPI_INT", 8, 4}), FITTING_RIGHT);
    assert_int_equal(COMPARE(3, 12, look, {"MPI_DOUBLE", 0, 8}, {"MPI_INT", 8, 4}), FITTING_WRONG);
    assert_int_equal(COMPARE(1, 12, look, {"MPI_DOUBLE", 0, 8}, {"MPI_INT", 8, 4}), FITTING_RIGHT);
    assert_int_equal(COMPARE(1, 16, look, {"MPI_INT", 8, 4}), FITTING_RIGHT);
    assert_int_equal(COMPARE(1, 16, look, {"MPI_INT", 4, 4}), FITTING_WRONG);
    assert_int_equal(COMPARE(1, 16, look, {"MPI_INT", 12, 4}), FITTING_WRONG);
    assert_int_equal(COMPARE(1, 16, look, {"MPI_CHAR", 12, 1}), FITTING_UNKNOWN);
    assert_int_equal(COMPARE(1, 16, look, {"MPI_FLOAT", 8, 4}), FITTING_WRONG);
    assert_int_equal(COMPARE(4, 8, look, {"MPI_DOUBLE", 0, 8}), FITTING_WRONG);
}

static void untyped_memory_takes_anything(void **state)
{
    (void)state;
    assert_int_equal(COMPARE(2, 16, look_at_bytes, {"MPI_DOUBLE", 0, 8}, {"MPI_INT", 8, 4}),
                     FITTING_UNKNOWN);
}

/* Finds the declarations of one question by name. */
static void look_by_name(const struct declared *declared, uint64_t offset, struct leaf *leaf)
{
    static const struct leaf ints = {LEAF_INTEGER, LEAF_SIGNED, 0, 4, "int", NULL};
    static const struct leaf doubles = {LEAF_FLOAT, LEAF_NO_SIGN, 0, 8, "double", NULL};
    element = strcmp(declared->name, "ints") == 0 ? ints : doubles;
    if (strcmp(declared->name, "bytes") == 0)
        look_at_bytes(declared, offset, leaf);
    else
        look_at_element(declared, offset, leaf);
}

static const struct declared *judge(const struct declared *list, size_t count)
{
    struct arena arena = {0};
    struct fitting_verdict verdict;
    const struct piece piece = {"MPI_INT", 0, 4};
    struct fitting_map map = lay_out(&piece, 1, 4, 4, &arena);
    const struct declared *answer = fitting_judge(&map, list, count, look_by_name, &verdict);
    arena_free(&arena);
    return answer;
}

static void one_declaration_that_is_right_is_enough(void **state)
{
    (void)state;
    struct declared list[] = {
        {.name = "doubles", .pointed = true, .named = true, .address = AT, .bytes = UINT64_MAX},
        {.name = "ints", .pointed = true, .frame = 1, .address = AT, .bytes = UINT64_MAX}};
    assert_ptr_equal(judge(list, 1), &list[0]);
    assert_null(judge(list, 2));
}

static void a_pointer_that_the_statement_does_not_name_says_nothing(void **state)
{
    (void)state;
    struct declared forgotten = {
        .name = "doubles", .pointed = true, .address = AT, .bytes = UINT64_MAX};
    assert_null(judge(&forgotten, 1));
    forgotten.pointed = false; /* a certain variable */
    assert_ptr_equal(judge(&forgotten, 1), &forgotten);
}

static void the_caller_knows_what_an_untyped_argument_is(void **state)
{
    (void)state;
    struct declared list[] = {
        {.name = "bytes", .pointed = true, .named = true, .address = AT, .bytes = UINT64_MAX},
        {.name = "doubles",
         .pointed = true,
         .named = true,
         .frame = 1,
         .address = AT,
         .bytes = UINT64_MAX}};
    assert_null(judge(list, 2));
    list[0].parameter = true;
    assert_ptr_equal(judge(list, 2), &list[1]);
    list[1].frame = 0;
    list[1].unchecked = true; /* integer :: buffer(*), which takes any argument */
    assert_null(judge(list, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_a_kind_a_size_and_a_sign),
        cmocka_unit_test(a_complex_number_is_two_numbers),
        cmocka_unit_test(members_are_compared_where_they_lie),
        cmocka_unit_test(untyped_memory_takes_anything),
        cmocka_unit_test(one_declaration_that_is_right_is_enough),
        cmocka_unit_test(a_pointer_that_the_statement_does_not_name_says_nothing),
        cmocka_unit_test(the_caller_knows_what_an_untyped_argument_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
