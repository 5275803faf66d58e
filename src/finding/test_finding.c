#include "finding/finding.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void adding_numbers_the_findings(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "trace");
    assert_string_equal(document.verb, "trace");
    assert_int_equal(document.verdict, VERDICT_CLEAN);
    struct finding *first = document_add(&document, "deadlock");
    assert_string_equal(first->id, "t-1");
    assert_string_equal(first->rule, "deadlock");
    assert_int_equal(first->severity, SEVERITY_ERROR);
    assert_int_equal(document.verdict, VERDICT_VIOLATIONS);
    struct finding *second = document_add(&document, "race.message");
    assert_string_equal(second->id, "t-2");
    assert_int_equal(second->severity, SEVERITY_NOTE);
    assert_int_equal(document.finding_count, 2);
    document_free(&document);
    assert_null(document.findings);
}

static void a_note_alone_is_no_violation(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    document_add(&document, "race.message");
    assert_int_equal(document.verdict, VERDICT_CLEAN);
    document_add(&document, "leak.comm");
    assert_int_equal(document.verdict, VERDICT_VIOLATIONS);
    document_free(&document);
}

static void check_ranks(const char *expected, const int *ranks, size_t count)
{
    struct arena arena = {0};
    assert_string_equal(finding_rank_text(&arena, ranks, count), expected);
    arena_free(&arena);
}

static void what_fails_is_told_by_outcome_and_findings(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document_add(&document, "leak.comm");
    document_add(&document, "race.message")->severity = SEVERITY_NOTE;
    document_add(&document, "send.buffering")->severity = SEVERITY_WARNING;
    document_add(&document, "race.rma");
    document_add(&document, "leak.request")->severity = SEVERITY_ERROR;
    const char *leaks[] = {"v-1", "v-5"}, *note = "v-2", *warning = "v-3", *error = "v-4",
               *unknown = "v-6";
    struct interleaving interleaving = {.outcome = "ended", .finding_ids = &note};
    assert_false(interleaving_fails(&document, &interleaving));
    interleaving.finding_count = 1;
    assert_false(interleaving_fails(&document, &interleaving));
    interleaving.finding_ids = &unknown;
    assert_false(interleaving_fails(&document, &interleaving));
    interleaving.finding_ids = &warning;
    assert_false(interleaving_fails(&document, &interleaving));
    interleaving.finding_ids = leaks;
    interleaving.finding_count = 2;
    assert_false(interleaving_fails(&document, &interleaving));
    interleaving.finding_ids = &error;
    interleaving.finding_count = 1;
    assert_true(interleaving_fails(&document, &interleaving));
    interleaving = (struct interleaving){.outcome = "deadlock"};
    assert_true(interleaving_fails(&document, &interleaving));
    document_free(&document);
}

static void ranks_are_merged(void **state)
{
    (void)state;
    check_ranks("", NULL, 0);
    check_ranks("3", (int[]){3}, 1);
    check_ranks("0-1", (int[]){1, 0}, 2);
    check_ranks("0-3,7", (int[]){7, 3, 1, 0, 2}, 5);
    check_ranks("0,2,4-6", (int[]){6, 5, 4, 2, 0, 2, 4, 6, 0}, 9);
    check_ranks("0,2147483646-2147483647", (int[]){INT_MAX, 0, INT_MAX - 1}, 3);
}

static void ranks_in_quantity(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    int *ranks = memory_alloc(COUNT * sizeof *ranks);
    for (int i = 0; i < COUNT; i++)
        ranks[i] = 2 * (COUNT - 1 - i);
    struct arena arena = {0};
    const char *text = finding_rank_text(&arena, ranks, COUNT);
    assert_memory_equal(text, "0,2,4,6,8,10,", 13);
    for (int i = 0; i < COUNT; i++)
        ranks[i] /= 2;
    assert_string_equal(finding_rank_text(&arena, ranks, COUNT), "0-19999");
    arena_free(&arena);
    free(ranks);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(severity_name(SEVERITY_ERROR), "error");
    assert_string_equal(severity_name(SEVERITY_WARNING), "warning");
    assert_string_equal(severity_name(SEVERITY_NOTE), "note");
    assert_string_equal(verdict_name(VERDICT_CLEAN), "clean");
    assert_string_equal(verdict_name(VERDICT_VIOLATIONS), "violations");
    assert_string_equal(verdict_name(VERDICT_INCOMPLETE), "incomplete");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adding_numbers_the_findings),
        cmocka_unit_test(a_note_alone_is_no_violation),
        cmocka_unit_test(what_fails_is_told_by_outcome_and_findings),
        cmocka_unit_test(ranks_are_merged),
        cmocka_unit_test(ranks_in_quantity),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
