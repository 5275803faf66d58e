/* test_profile.c: checks that printed profiles are read unchanged, and that wrong ones are refused.
 */
#include "scale/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct profile_bound bounds[] = {{4, 1, 1, 536870911, 536870912},
                                              {3, 8, 8, 1000, 1 << 30}};
static const struct profile_problem problems[] = {
    {.function = "MPI_Scatter",
     .class = PROFILE_GLOBAL_BUFFER,
     .type = 3,
     .effect = EFFECT_CRASH,
     .quantity = {UNIT_BYTES, PART_RANKS},
     .limit = 1ULL << 31,
     .min_ranks = 3,
     .fitted = true,
     .confirmed = true,
     .bounds = bounds,
     .bound_count = 2},
    {.function = "MPI_Allgather",
     .in_place = true,
     .algorithm = "recursive_doubling",
     .class = PROFILE_SIZE,
     .type = 1,
     .effect = EFFECT_WRONG_DATA,
     .quantity = {UNIT_EXTENT, PART_BELOW},
     .limit = 1ULL << 32,
     .min_ranks = 2,
     .power_of_two = true},
};

static void print(struct text *out)
{
    struct profile profile = {.library = "mpich",
                              .version = "4.0.2",
                              .transport = "shared memory",
                              .problems = problems,
                              .problem_count = 2};
    text_init(out, SIZE_MAX);
    profile_print(&profile, out);
}

static void printed_is_read_as_it_was(void **state)
{
    (void)state;
    struct text first, second;
    struct profile read;
    struct error error;
    print(&first);
    assert_int_equal(profile_parse(&read, "probe.json", first.data, first.length, &error), 0);
    assert_int_equal(read.problem_count, 2);
    assert_string_equal(read.problems[0].function, "MPI_Scatter");
    assert_string_equal(quantity_name(read.problems[0].quantity), "bytes*ranks");
    assert_int_equal(read.problems[0].bounds[0].bad, 536870912);
    assert_true(read.problems[1].in_place && read.problems[1].power_of_two);
    assert_false(read.problems[1].fitted || read.problems[1].confirmed);
    assert_int_equal(read.problems[1].effect, EFFECT_WRONG_DATA);
    text_init(&second, SIZE_MAX);
    profile_print(&read, &second);
    assert_string_equal(first.data, second.data);
    profile_free(&read);
    text_free(&first);
    text_free(&second);
}

static void refuse(const char *json, const char *sentence)
{
    struct profile read;
    struct error error;
    assert_int_equal(profile_parse(&read, "p", json, strlen(json), &error), -1);
    assert_int_equal(error.kind, ERROR_USAGE);
    assert_non_null(strstr(error.text, sentence));
}

static void wrong_ones_are_refused(void **state)
{
    (void)state;
    refuse("{", "p:1: ");
    refuse("{\"tutti\": 1}", "is not a profile");
    refuse("{\"tutti_profile\": 2}", "of version 2");
    refuse("{\"tutti_profile\": 1, \"library\": \"mpich\"}", "no field \"version\"");
    refuse("{\"tutti_profile\": 1, \"library\": \"mpich\", \"version\": \"4\", \"problems\": [{}]}",
           "problems[0] has no field \"function\"");
    refuse("{\"tutti_profile\": 1, \"library\": \"mpich\", \"version\": \"4\", \"problems\": [\n"
           "{\"function\": \"MPI_Gather\", \"class\": \"Y\"}]}",
           "p:2: problems[0].class must be one of D|G|X");
    refuse("{\"tutti_profile\": 1, \"library\": \"mpich\", \"version\": \"4\", \"problems\": [\n"
           "{\"function\": \"MPI_Gather\", \"class\": \"G\", \"effect\": \"crash\", \"trigger\": "
           "{\"quantity\": \"count\", \"from\": 0}}]}",
           "is 0, but must be between 1");
}

static void quantities(void **state)
{
    (void)state;
    assert_int_equal(quantity_of((struct quantity){UNIT_BYTES, PART_RANKS}, 3, 4, 8, 5), 60);
    assert_int_equal(quantity_of((struct quantity){UNIT_EXTENT, PART_RANKS}, 3, 4, 8, 5), 120);
    assert_int_equal(quantity_of((struct quantity){UNIT_COUNT, PART_OTHERS}, 3, 4, 8, 5), 12);
    assert_int_equal(quantity_of((struct quantity){UNIT_COUNT, PART_SUBTREE}, 3, 4, 8, 8), 12);
    assert_int_equal(quantity_of((struct quantity){UNIT_COUNT, PART_SUBTREE}, 3, 4, 8, 9), 24);
    assert_int_equal(quantity_of((struct quantity){UNIT_COUNT, PART_SUBTREE}, 3, 4, 8, 2), 3);
    assert_true(quantity_of((struct quantity){UNIT_BYTES, PART_BLOCK}, UINT64_MAX, 2, 2, 1) ==
                UINT64_MAX);
    assert_string_equal(quantity_name((struct quantity){UNIT_BYTES, PART_SUBTREE}),
                        "bytes*subtree");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(printed_is_read_as_it_was),
                                       cmocka_unit_test(wrong_ones_are_refused),
                                       cmocka_unit_test(quantities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
