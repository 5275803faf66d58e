/* Tests of suspects.c. */
#include "search/suspects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct symptom leak = {"leak.comm", 7, 0, SEVERITY_ERROR, ""};

static bool note(struct suspects *suspects, const char *bytes, uint64_t number,
                 const struct symptom *symptom, struct cost cost, bool by_bytes)
{
    const struct spread_item item = {.bytes = bytes, .length = strlen(bytes), .number = number};
    return suspects_note(suspects, &item, symptom, cost, by_bytes, number);
}

static void equal_symptoms_are_one_suspect(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    struct symptom note_of_it = leak, elsewhere = leak, other_rank = leak;
    note_of_it.severity = SEVERITY_NOTE;
    elsewhere.address = 8;
    other_rank.rank = 1;
    assert_true(note(&suspects, "b", 1, &leak, (struct cost){1, 1}, false));
    assert_false(note(&suspects, "b", 1, &other_rank, (struct cost){1, 1}, false));
    assert_true(note(&suspects, "b", 1, &note_of_it, (struct cost){1, 1}, false));
    assert_true(note(&suspects, "b", 1, &elsewhere, (struct cost){1, 1}, false));
    assert_int_equal(suspects.count, 3);
    assert_int_equal(suspects.wrong, 2); /* a note is not wrong */
    suspects_free(&suspects);
}

static void an_execution_counts_once(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    note(&suspects, "b", 1, &leak, (struct cost){1, 1}, false);
    note(&suspects, "b", 1, &leak, (struct cost){1, 1}, false);
    assert_int_equal(suspects.list[0].times, 1);
    note(&suspects, "c", 2, &leak, (struct cost){1, 1}, false);
    assert_int_equal(suspects.list[0].times, 2);
    suspects_free(&suspects);
}

static void the_cheapest_item_is_kept(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    const struct sample *best;
    assert_true(note(&suspects, "b", 1, &leak, (struct cost){2, 5}, false));
    assert_false(note(&suspects, "c", 2, &leak, (struct cost){3, 0}, false));
    assert_false(note(&suspects, "a", 3, &leak, (struct cost){2, 5}, false)); /* the first stays */
    assert_true(note(&suspects, "a", 4, &leak, (struct cost){2, 5}, true));
    assert_false(note(&suspects, "b", 5, &leak, (struct cost){2, 5}, true));
    assert_true(note(&suspects, "z", 6, &leak, (struct cost){2, 4}, true));
    assert_true(note(&suspects, "zz", 7, &leak, (struct cost){1, 9}, true));
    best = &suspects.list[0].best;
    assert_int_equal(best->length, 2);
    assert_memory_equal(best->bytes, "zz", 2);
    assert_int_equal(best->number, 7);
    assert_int_equal(best->result, 7);
    suspects_free(&suspects);
}

static void the_root_may_be_empty(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    assert_true(note(&suspects, "", 1, &leak, (struct cost){0, 0}, true));
    assert_false(note(&suspects, "", 1, &leak, (struct cost){0, 0}, true));
    suspects_free(&suspects);
}

static void the_first_reason_is_kept(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    suspects_give_up(&suspects, "the disk is full");
    suspects_give_up(&suspects, "later");
    assert_string_equal(suspects.given_up, "the disk is full");
    suspects_free(&suspects);
    assert_null(suspects.given_up);
}

static int by_symptom(const void *one, const void *other)
{
    const struct suspect *const *first = one, *const *second = other;
    return symptom_compare(&(*first)->symptom, &(*second)->symptom);
}

static void suspects_are_sorted(void **state)
{
    (void)state;
    struct suspects suspects = {0};
    const struct symptom deadlock = {"deadlock", 9, 0, SEVERITY_ERROR, ""};
    struct symptom earlier = leak;
    earlier.address = 3;
    note(&suspects, "a", 1, &leak, (struct cost){0, 0}, false);
    note(&suspects, "a", 1, &earlier, (struct cost){0, 0}, false);
    note(&suspects, "a", 1, &deadlock, (struct cost){0, 0}, false);
    const struct suspect **sorted = suspects_sorted(&suspects, by_symptom);
    assert_string_equal(sorted[0]->symptom.rule, "deadlock");
    assert_int_equal(sorted[1]->symptom.address, 3);
    assert_int_equal(sorted[2]->symptom.address, 7);
    free(sorted);
    suspects_free(&suspects);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_symptoms_are_one_suspect),
        cmocka_unit_test(an_execution_counts_once),
        cmocka_unit_test(the_cheapest_item_is_kept),
        cmocka_unit_test(the_root_may_be_empty),
        cmocka_unit_test(the_first_reason_is_kept),
        cmocka_unit_test(suspects_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
