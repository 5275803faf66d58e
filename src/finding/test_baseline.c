/* Tests of baseline.h and merge.h: known findings, and bugs that several runs show. */
#include "finding/baseline.h"

#include "base/file.h"
#include "finding/json.h"
#include "finding/merge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static struct finding *add(struct document *document, const char *rule, const char *file, int line)
{
    struct finding *finding = document_add(document, rule);
    *arena_push(&document->arena, finding->locations, finding->location_count) = (struct location){
        .rank = 0, .call = "MPI_Recv", .file = file, .line = line, .function = "main"};
    return finding;
}

static void save(const struct document *document, const char *path)
{
    struct error error;
    struct text text;
    text_init(&text, 1 << 20);
    document_print_json(document, &text);
    assert_int_equal(file_write(path, text.data, text.length, &error), 0);
    text_free(&text);
}

static void known_findings_are_notes(void **state)
{
    struct document before, now;
    struct error error;
    char path[] = "baseline-XXXXXX";
    (void)state;
    close(mkstemp(path));
    document_init(&before, "verify");
    add(&before, "deadlock", "a.c", 3);
    save(&before, path);

    document_init(&now, "verify");
    add(&now, "deadlock", "a.c", 30); /* the lines have moved */
    assert_int_equal(baseline_apply(path, &now, &error), 0);
    assert_true(now.findings[0].known);
    assert_int_equal(now.findings[0].severity, SEVERITY_NOTE);
    assert_int_equal(now.verdict, VERDICT_CLEAN);
    assert_string_equal(now.baseline, path);
    document_free(&now);

    document_init(&now, "verify");
    add(&now, "deadlock", "a.c", 3);
    add(&now, "leak.comm", "a.c", 3);
    assert_int_equal(baseline_apply(path, &now, &error), 0);
    assert_true(now.findings[0].known);
    assert_false(now.findings[1].known);
    assert_int_equal(now.verdict, VERDICT_VIOLATIONS);
    document_free(&now);
    document_free(&before);
    unlink(path);
}

static void a_bad_baseline_is_told(void **state)
{
    struct document now;
    struct error error;
    char path[] = "baseline-XXXXXX";
    (void)state;
    close(mkstemp(path));
    document_init(&now, "verify");
    assert_int_equal(file_write(path, "{}", 2, &error), 0);
    assert_int_equal(baseline_apply(path, &now, &error), -1);
    unlink(path);
    assert_int_equal(baseline_apply(path, &now, &error), -1);
    document_free(&now);
}

static void one_bug_is_one_finding(void **state)
{
    struct document verified, checked, all, again;
    struct error error;
    char path[] = "baseline-XXXXXX";
    (void)state;
    close(mkstemp(path));
    document_init(&verified, "verify");
    add(&verified, "deadlock", "/src/a.c", 3);
    add(&verified, "deadlock", "/src/a.c", 9);
    document_init(&checked, "check");
    add(&checked, "collective.divergence", "a.c", 3); /* the cause of the first */
    add(&checked, "collective.divergence", "ba.c", 9);
    add(&checked, "leak.comm", "a.c", 3);
    checked.findings[2].rule = "of.the-future";

    document_init(&all, "report");
    merge_add(&all, &verified);
    merge_add(&all, &checked);
    assert_int_equal(all.finding_count, 4);
    assert_int_equal(all.findings[0].sighting_count, 2);
    assert_string_equal(all.findings[0].rule, "deadlock");
    assert_string_equal(all.findings[0].sightings[1].verb, "check");
    assert_string_equal(all.findings[0].sightings[1].rule, "collective.divergence");
    assert_int_equal(all.findings[1].sighting_count, 1);
    assert_string_equal(all.findings[3].id, "r-4");
    assert_int_equal(all.verdict, VERDICT_VIOLATIONS);

    /* As a baseline it has the findings of both. */
    save(&all, path);
    assert_int_equal(baseline_apply(path, &checked, &error), 0);
    for (size_t i = 0; i < checked.finding_count; i++)
        assert_true(checked.findings[i].known);

    /* Merged once more, it keeps both sightings. */
    document_init(&again, "report");
    merge_add(&again, &all);
    assert_int_equal(again.findings[0].sighting_count, 2);
    document_free(&again);
    document_free(&all);
    document_free(&checked);
    document_free(&verified);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_findings_are_notes),
        cmocka_unit_test(a_bad_baseline_is_told),
        cmocka_unit_test(one_bug_is_one_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
