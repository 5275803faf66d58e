/* Tests of verdict.c. */
#include "search/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { CAP = 4096 };

static void reasons(void **state)
{
    (void)state;
    struct spread_end end = {.outcome = SPREAD_COMPLETE};
    assert_null(verdict_reason(&end, false, true));
    assert_string_equal(verdict_reason(&end, true, false), "stopped by an error");
    end.outcome = SPREAD_BUDGET;
    assert_string_equal(verdict_reason(&end, false, false), "stopped by its budget");
    end.outcome = SPREAD_STOPPED;
    assert_string_equal(verdict_reason(&end, false, false), "stopped");
    assert_string_equal(verdict_reason(&end, false, true), "stopped by its budget");
    end.outcome = SPREAD_INTERRUPTED;
    assert_string_equal(verdict_reason(&end, false, true), "interrupted");
}

static void words(void **state)
{
    (void)state;
    struct text out;
    struct spread_end end = {.count = {.pending = 1, .failed = 2}, .damaged = 1, .lost = 2};
    text_init(&out, CAP);
    verdict_add(&out, 0, "place", "places");
    verdict_add(&out, 1, "place", "places");
    verdict_add(&out, 2, "place", "places");
    verdict_add_pending(&out, "stopped", &end, "test");
    verdict_add_journal(&out, &end, "paths");
    verdict_add_given_up(&out, &end, NULL);
    verdict_add_given_up(&out, &end, "no fork");
    assert_string_equal(
        out.data,
        "; 1 place; 2 places; stopped with 1 known test not executed; the journal was damaged, and "
        "the work of 1 lost record is executed again; the journal lost 2 records that cannot be "
        "made again: start the search anew for a verdict on all paths; 2 could not be executed: no "
        "fork");
    text_free(&out);
}

static enum verdict settled(enum verdict verdict, bool whole, uint64_t stopped)
{
    struct text out;
    struct document document;
    text_init(&out, CAP);
    text_add(&out, "everything");
    document_init(&document, "verify");
    document.verdict = verdict;
    document.stopped = stopped;
    verdict_settle(&document, &out, whole);
    enum verdict after = document.verdict;
    assert_string_equal(document.coverage, "everything");
    assert_int_equal(document.unfinished, !whole);
    document_free(&document);
    text_free(&out);
    return after;
}

static void a_part_proves_nothing(void **state)
{
    (void)state;
    assert_int_equal(settled(VERDICT_CLEAN, true, 0), VERDICT_CLEAN);
    assert_int_equal(settled(VERDICT_CLEAN, false, 0), VERDICT_INCOMPLETE);
    assert_int_equal(settled(VERDICT_CLEAN, true, 1), VERDICT_INCOMPLETE);
    assert_int_equal(settled(VERDICT_VIOLATIONS, false, 1), VERDICT_VIOLATIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons),
        cmocka_unit_test(words),
        cmocka_unit_test(a_part_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
