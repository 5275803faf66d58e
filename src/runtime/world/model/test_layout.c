#include "runtime/world/model/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BYTES_MAX = 400, MEMORY = 8192, MIDDLE = MEMORY / 2, ROUNDS = 20000 };

/* A layout with the offsets of its bytes in the order of packing. */
struct example {
    struct layout *layout;
    size_t count;
    int64_t offsets[BYTES_MAX];
};

static uint64_t random_state;

static unsigned pick(unsigned below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return below > 0 ? (unsigned)(random_state >> 33) % below : 0;
}

static struct example *random_example(unsigned depth)
{
    struct example *example = calloc(1, sizeof *example);
    assert_non_null(example);
    if (depth == 0 || pick(4) == 0) {
        example->count = pick(5);
        for (size_t i = 0; i < example->count; i++)
            example->offsets[i] = (int64_t)i;
        example->layout = layout_of_bytes((int64_t)example->count);
        return example;
    }
    struct layout_builder builder;
    layout_start(&builder);
    for (unsigned parts = pick(4); parts > 0; parts--) {
        struct example *part = random_example(depth - 1);
        int64_t displacement = (int64_t)pick(60) - 20, stride = (int64_t)pick(24) - 8;
        uint64_t repeat = pick(5);
        if (example->count + part->count * repeat > BYTES_MAX)
            repeat = 0;
        layout_add(&builder, part->layout, displacement, repeat, stride);
        for (uint64_t i = 0; i < repeat; i++)
            for (size_t j = 0; j < part->count; j++)
                example->offsets[example->count++] =
                    displacement + (int64_t)i * stride + part->offsets[j];
        free(part->layout);
        free(part);
    }
    example->layout = layout_finish(&builder);
    return example;
}

static void free_example(struct example *example)
{
    free(example->layout);
    free(example);
}

static void test_built_as_written_out(void **state)
{
    (void)state;
    random_state = 1;
    for (int round = 0; round < ROUNDS; round++) {
        struct example *example = random_example(4);
        const struct layout *layout = example->layout;
        int64_t low = 0, high = 0;
        size_t at = 0;
        assert_true(layout->known);
        for (size_t i = 0; i < layout->strip_count; i++)
            for (uint64_t j = 0; j < layout->strips[i].repeat; j++)
                for (int64_t k = 0; k < layout->strips[i].length; k++) {
                    assert_true(at < example->count);
                    assert_int_equal(layout->strips[i].offset +
                                         (int64_t)j * layout->strips[i].stride + k,
                                     example->offsets[at++]);
                }
        assert_int_equal(at, example->count);
        for (size_t i = 0; i < example->count; i++) {
            low = i == 0 || example->offsets[i] < low ? example->offsets[i] : low;
            high = i == 0 || example->offsets[i] >= high ? example->offsets[i] + 1 : high;
        }
        assert_int_equal(layout->low, low);
        assert_int_equal(layout->high, high);
        free_example(example);
    }
}

/* Marks the bytes of an area in memory whose middle is address `MIDDLE`. */
static void mark(const struct example *example, const struct layout_area *area, char *memory)
{
    memset(memory, 0, MEMORY);
    for (uint64_t i = 0; i < area->count; i++)
        for (size_t j = 0; j < example->count; j++) {
            int64_t at = (int64_t)area->address + (int64_t)i * area->extent + example->offsets[j];
            assert_true(at >= 0 && at < MEMORY);
            memory[at] = 1;
        }
}

static void check_span(const struct layout_area *area, const char *memory)
{
    uint64_t low, high;
    const char *first = memchr(memory, 1, MEMORY);
    assert_int_equal(layout_span(area, &low, &high), first != NULL);
    if (!first)
        return;
    assert_int_equal(low, first - memory);
    assert_int_equal(high, (const char *)memrchr(memory, 1, MEMORY) - memory + 1);
}

static void test_overlap(void **state)
{
    (void)state;
    random_state = 2;
    static char left_bytes[MEMORY], right_bytes[MEMORY];
    unsigned seen[3] = {0}, interleaved = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct example *left = random_example(1 + pick(3)), *right = random_example(1 + pick(3));
        struct layout_area one = {left->layout, MIDDLE, pick(6), (int64_t)pick(80) - 20};
        struct layout_area other = {right->layout, MIDDLE + pick(120), pick(6),
                                    (int64_t)pick(80) - 20};
        mark(left, &one, left_bytes);
        mark(right, &other, right_bytes);
        check_span(&one, left_bytes);
        check_span(&other, right_bytes);
        bool meets = false;
        for (size_t i = 0; i < MEMORY; i++)
            meets = meets || (left_bytes[i] && right_bytes[i]);
        enum layout_overlap answer = layout_overlap(&one, &other);
        assert_int_equal(answer, meets ? LAYOUT_OVERLAPS : LAYOUT_APART);
        assert_int_equal(layout_overlap(&other, &one), answer);
        seen[answer]++;
        uint64_t low, high, other_low, other_high;
        if (!meets && layout_span(&one, &low, &high) &&
            layout_span(&other, &other_low, &other_high) && low < other_high && other_low < high)
            interleaved++;
        free_example(left);
        free_example(right);
    }
    assert_true(seen[LAYOUT_APART] > 500 && seen[LAYOUT_OVERLAPS] > 500 && interleaved > 500);
}

/* Columns of a matrix of 1,000 by 1,000 doubles: interleaved, one strip each. */
static void test_columns(void **state)
{
    (void)state;
    struct layout *element = layout_of_bytes(8);
    struct layout_builder builder;
    layout_start(&builder);
    layout_add(&builder, element, 0, 1000, 8000);
    struct layout *column = layout_finish(&builder);
    assert_int_equal(column->strip_count, 1);
    struct layout_area first = {column, 4096, 1, 8000}, second = {column, 4096 + 8, 1, 8000};
    assert_int_equal(layout_overlap(&first, &second), LAYOUT_APART);
    second.address -= 1;
    assert_int_equal(layout_overlap(&first, &second), LAYOUT_OVERLAPS);
    free(column);
    free(element);
}

static void test_caps(void **state)
{
    (void)state;
    struct layout *element = layout_of_bytes(4);
    struct layout_builder builder;
    layout_start(&builder);
    for (int i = 0; i <= LAYOUT_STRIPS_MAX * 2; i++)
        layout_add(&builder, element, (int64_t)i * i * 100, 1, 0);
    struct layout *many = layout_finish(&builder);
    assert_false(many->known);
    assert_int_equal(many->low, 0);
    assert_int_equal(many->high, (int64_t)LAYOUT_STRIPS_MAX * 2 * LAYOUT_STRIPS_MAX * 2 * 100 + 4);
    struct layout_area area = {many, 4096, 1, 8}, inside = {element, 4096 + 50, 1, 4};
    assert_int_equal(layout_overlap(&area, &inside), LAYOUT_UNKNOWN);
    inside.address = 4;
    assert_int_equal(layout_overlap(&area, &inside), LAYOUT_APART);

    /* A thousand million gaps are described quickly; few overlapping pieces are examined. */
    layout_start(&builder);
    layout_add(&builder, element, 0, 1000000000, 8);
    struct layout *long_one = layout_finish(&builder);
    assert_int_equal(long_one->strip_count, 1);
    struct layout_area wide = {long_one, 4096, 1, 8}, gap = {element, 4096 + 400004, 1, 4};
    assert_int_equal(layout_overlap(&wide, &gap), LAYOUT_APART);
    gap.address--;
    assert_int_equal(layout_overlap(&wide, &gap), LAYOUT_OVERLAPS);
    struct layout_area beside = {long_one, 4096 + 4, 1, 8};
    assert_int_equal(layout_overlap(&wide, &beside), LAYOUT_UNKNOWN);

    /* An unknown part makes the whole unknown; displacements may be absurd. */
    layout_start(&builder);
    layout_add(&builder, element, INT64_MAX, 3, INT64_MIN);
    layout_add(&builder, many, 0, 2, INT64_MAX);
    struct layout *absurd = layout_finish(&builder);
    assert_false(absurd->known);
    free(absurd);
    free(long_one);
    free(many);
    free(element);
}

/* Returns whether an area of few bytes has one twice, byte by byte. */
static bool has_twice(const struct layout_area *area)
{
    enum { SPACE = 4096 };
    unsigned char times[SPACE] = {0};
    bool twice = false;
    for (uint64_t i = 0; i < area->count; i++)
        for (uint32_t j = 0; j < area->layout->strip_count; j++) {
            const struct layout_strip *strip = &area->layout->strips[j];
            for (uint64_t k = 0; k < strip->repeat; k++)
                for (int64_t byte = 0; byte < strip->length; byte++) {
                    const uint64_t place = area->address + i * (uint64_t)area->extent +
                                           (uint64_t)strip->offset + k * (uint64_t)strip->stride +
                                           (uint64_t)byte;
                    twice = ++times[place % SPACE] > 1 || twice;
                }
        }
    return twice;
}

static void test_overlap_itself(void **state)
{
    int overlaps = 0;
    (void)state;
    struct layout *element = layout_of_bytes(4);
    for (int stride = -9; stride < 10; stride++)
        for (int extent = -13; extent < 60; extent++)
            for (int second = -8; second < 24; second += 3) {
                struct layout_builder builder;
                layout_start(&builder);
                layout_add(&builder, element, 0, 3, stride);
                layout_add(&builder, element, second, 1, 0);
                struct layout *layout = layout_finish(&builder);
                const struct layout_area area = {layout, MIDDLE, 4, extent};
                const bool twice = has_twice(&area);
                assert_int_equal(layout_overlap_itself(&area),
                                 twice ? LAYOUT_OVERLAPS : LAYOUT_APART);
                overlaps += twice;
                free(layout);
            }
    assert_in_range(overlaps, 1, 19 * 73 * 11 - 1);

    /* Columns of a large matrix are compared quickly, whatever their number. */
    struct layout_builder builder;
    layout_start(&builder);
    layout_add(&builder, element, 0, 100000, 400000);
    struct layout *column = layout_finish(&builder);
    struct layout_area columns = {column, 4096, 100000, 4};
    assert_int_equal(layout_overlap_itself(&columns), LAYOUT_APART);
    columns.count++;
    assert_int_equal(layout_overlap_itself(&columns), LAYOUT_UNKNOWN);
    free(column);
    free(element);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlap_itself), cmocka_unit_test(test_built_as_written_out),
        cmocka_unit_test(test_overlap),        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_caps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
