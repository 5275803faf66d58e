#include "finding/suppress.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *directory;

static int make_directory(void **state)
{
    (void)state;
    directory = memory_copy("/tmp/tutti-suppress-XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    static const char *const names[] = {"list", "src/a.c", "src", ""};
    int failed = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = memory_printf("%s/%s", directory, names[i]);
        failed |= remove(path);
        free(path);
    }
    free(directory);
    return failed;
}

/* Writes a file in the directory of the test; the caller frees its path. */
static char *write_file(const char *name, const char *content)
{
    struct error error;
    char *path = memory_printf("%s/%s", directory, name);
    assert_int_equal(file_write(path, content, strlen(content), &error), 0);
    return path;
}

/* Fills a document with one finding in three files: in main at line 12 (rank 0), and at two other
 * places. */
static void fill(struct document *document, const char *rule)
{
    document_init(document, "run");
    document->directory = directory;
    struct finding *finding = document_add(document, rule);
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        (struct location){.rank = 0, .file = "src/a.c", .line = 12, .function = "main"};
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        (struct location){.rank = 1, .file = "src/b.c", .line = 20, .function = "relax"};
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        (struct location){.rank = 2, .file = "/opt/far/d.c", .line = 30, .function = "solve"};
}

static bool suppressed(const char *entries, const char *rule)
{
    struct error error;
    struct suppressions *suppressions;
    struct document document;
    char *path = write_file("list", entries);
    if (suppressions_load(path, &suppressions, &error) != 0)
        fail_msg("%s", error.text);
    fill(&document, rule);
    size_t gone = suppressions_apply(suppressions, NULL, &document);
    assert_int_equal(document.finding_count, 1 - gone);
    assert_int_equal(document.verdict, gone ? VERDICT_CLEAN : VERDICT_VIOLATIONS);
    document_free(&document);
    suppressions_free(suppressions);
    free(path);
    return gone == 1;
}

static void entries_fit_rule_and_place(void **state)
{
    (void)state;
    assert_false(suppressed("", "deadlock"));
    assert_false(suppressed("# deadlock\n\n   \n", "deadlock"));
    assert_true(suppressed("deadlock\n", "deadlock"));
    assert_true(suppressed("deadlock", "deadlock"));
    assert_true(suppressed("leak.win\r\ndeadlock # known\r\n", "deadlock"));
    assert_true(suppressed("dead*", "deadlock"));
    assert_false(suppressed("leak.*", "deadlock"));
    assert_true(suppressed("deadlock file:src/a.c", "deadlock"));
    assert_true(suppressed("deadlock file:a.c", "deadlock"));
    assert_true(suppressed("deadlock\tfile:src/*", "deadlock"));
    assert_true(suppressed("deadlock file:b.c", "deadlock"));
    assert_false(suppressed("deadlock file:rc/a.c", "deadlock"));
    assert_false(suppressed("deadlock file:c.c", "deadlock"));
    assert_true(suppressed("deadlock file:far/d.c", "deadlock"));
    assert_true(suppressed("deadlock file:/opt/*.c", "deadlock"));
    assert_true(suppressed("deadlock function:rel*", "deadlock"));
    assert_false(suppressed("deadlock function:rel", "deadlock"));
    assert_true(suppressed("deadlock line:20", "deadlock"));
    assert_false(suppressed("deadlock line:13", "deadlock"));
    assert_true(suppressed("deadlock line:12 function:main file:a.c", "deadlock"));
    /* All conditions must hold for the same location. */
    assert_false(suppressed("deadlock line:12 function:relax", "deadlock"));
}

static void faults_are_named_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *entries, *sentence;
    } cases[] = {
        {"deadlock\ndeadlok\n", "list:2: no rule fits \"deadlok\"; did you mean \"deadlock\"?"},
        {"deadlock a.c", "list:1: \"a.c\" is not one of file:GLOB, function:GLOB and line:N"},
        {"deadlock file:", "list:1: \"file:\" is not one of"},
        {"deadlock file:a file:b", "list:1: \"file:b\" is not one of"},
        {"deadlock line:x", "list:1: \"line:x\" must name a line"},
        {"deadlock line:0", "list:1: \"line:0\" must name a line"},
        {"deadlock line:-3", "list:1: \"line:-3\" must name a line"},
        {"deadlock line:99999999999", "list:1: \"line:99999999999\" must name a line"},
        {"-deadlock", "list:1: \"-deadlock\" must be one rule or pattern"},
        {"deadlock,assert", "list:1: \"deadlock,assert\" must be one rule or pattern"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct suppressions *suppressions = NULL;
        char *path = write_file("list", cases[i].entries);
        assert_int_equal(suppressions_load(path, &suppressions, &error), -1);
        assert_null(suppressions);
        assert_int_equal(error.kind, ERROR_USAGE);
        if (!strstr(error.text, cases[i].sentence))
            fail_msg("\"%s\" does not hold \"%s\"", error.text, cases[i].sentence);
        free(path);
    }
    struct error error;
    struct suppressions *suppressions;
    assert_int_equal(suppressions_load("/no/such/file", &suppressions, &error), -1);
    assert_non_null(strstr(error.text, "/no/such/file"));
}

/* Says whether line 12 of a source suppresses a deadlock there; `eleven` and `twelve` are its
 * lines. */
static bool ignored(const char *eleven, const char *twelve)
{
    struct error error;
    struct suppressions *suppressions;
    struct document document;
    char *folder = memory_printf("%s/src", directory);
    assert_int_equal(file_make_directory(folder, &error), 0);
    char *source = memory_printf("\n\n\n\n\n\n\n\n\n\n%s\n%s\nx;\n", eleven, twelve);
    char *path = write_file("src/a.c", source);
    assert_int_equal(suppressions_load(NULL, &suppressions, &error), 0);
    fill(&document, "deadlock");
    size_t gone = suppressions_apply(suppressions, NULL, &document);
    document_free(&document);
    suppressions_free(suppressions);
    free(path);
    free(source);
    free(folder);
    return gone == 1;
}

static void comments_in_the_source_suppress(void **state)
{
    (void)state;
    assert_false(ignored("", "MPI_Recv();"));
    assert_true(ignored("", "MPI_Recv(); // tutti: ignore(deadlock)"));
    assert_true(ignored("", "MPI_Recv(); /* tutti: ignore(deadlock) */"));
    assert_true(ignored("", "call MPI_Recv() ! tutti: ignore(deadlock)"));
    assert_true(ignored("", "MPI_Recv(); // tutti: ignore(leak.*, dead*)"));
    assert_true(ignored("    // tutti: ignore(deadlock)", "MPI_Recv();"));
    assert_true(ignored("! tutti: ignore(deadlock)", "call MPI_Recv()"));
    assert_false(ignored("", "MPI_Recv(); // tutti: ignore(leak.*)"));
    assert_false(ignored("", "MPI_Recv(); // tutti: ignore(deadlock"));
    assert_false(ignored("", "MPI_Recv(\"tutti: ignore(deadlock)\");"));
    /* This comment applies to its own line. */
    assert_false(ignored("MPI_Send(); // tutti: ignore(deadlock)", "MPI_Recv();"));
    assert_false(ignored("x; //", "MPI_Recv();\n// tutti: ignore(deadlock)"));
}

static void a_source_that_is_not_there_suppresses_nothing(void **state)
{
    (void)state;
    struct error error;
    struct suppressions *suppressions;
    struct document document;
    static const char *const files[] = {"no/such.c", "/dev/zero", "src", ""};
    assert_int_equal(suppressions_load(NULL, &suppressions, &error), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fill(&document, "deadlock");
        document.findings[0].locations[0].file = files[i];
        assert_int_equal(suppressions_apply(suppressions, NULL, &document), 0);
        document.findings[0].locations[0].line = 0;
        assert_int_equal(suppressions_apply(suppressions, NULL, &document), 0);
        document_free(&document);
    }
    suppressions_free(suppressions);
}

static void selection_and_verdict(void **state)
{
    (void)state;
    struct error error;
    struct suppressions *suppressions;
    struct document document;
    assert_int_equal(suppressions_load(NULL, &suppressions, &error), 0);
    document_init(&document, "run");
    document_add(&document, "leak.comm");
    document_add(&document, "deadlock");
    document_add(&document, "leak.win");
    document.interleaving_total = 1;
    struct interleaving *interleaving =
        arena_push(&document.arena, document.interleavings, document.interleaving_count);
    static const char *const ids[] = {"r-3", "r-2", "r-1"};
    for (size_t i = 0; i < 3; i++)
        *arena_push(&document.arena, interleaving->finding_ids, interleaving->finding_count) =
            ids[i];
    assert_int_equal(suppressions_apply(suppressions, "-leak.*", &document), 2);
    assert_int_equal(document.finding_count, 1);
    assert_string_equal(document.findings[0].id, "r-2");
    assert_int_equal(interleaving->finding_count, 1);
    assert_string_equal(interleaving->finding_ids[0], "r-2");
    assert_int_equal(document.verdict, VERDICT_VIOLATIONS);
    document.unfinished = true;
    assert_int_equal(suppressions_apply(suppressions, "leak.*", &document), 1);
    /* No finding is left, but the search did not end, which proves nothing. */
    assert_int_equal(document.verdict, VERDICT_INCOMPLETE);
    document_free(&document);
    suppressions_free(suppressions);
    suppressions_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_fit_rule_and_place),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(comments_in_the_source_suppress),
        cmocka_unit_test(a_source_that_is_not_there_suppresses_nothing),
        cmocka_unit_test(selection_and_verdict),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
