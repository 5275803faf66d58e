#include "finding/fingerprint.h"
#include "finding/json_build.h"
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static json_t *print(const struct document *document)
{
    struct text text;
    json_error_t error;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_sarif(&document, 1, &text);
    json_t *root = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("line %d: %s", error.line, error.text);
    text_free(&text);
    return root;
}

/* Returns the value at a path such as "runs.0.results.0.level". */
static const json_t *at(const json_t *value, const char *way)
{
    char *words = memory_copy(way), *rest;
    for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest))
        value = json_is_array(value) ? json_array_get(value, strtoul(word, NULL, 10))
                                     : json_object_get(value, word);
    free(words);
    return value;
}

static void expect(const json_t *root, const char *way, const char *expected)
{
    const char *value = json_string_value(at(root, way));
    if (!value || strcmp(value, expected) != 0)
        fail_msg("%s is \"%s\", not \"%s\"", way, value ? value : "no string", expected);
}

static void expect_number(const json_t *root, const char *way, long long expected)
{
    const json_t *value = at(root, way);
    if (!json_is_integer(value) || json_integer_value(value) != expected)
        fail_msg("%s is not %lld", way, expected);
}

static struct location *add_location(struct document *document, struct finding *finding, int rank,
                                     const char *call, const char *file, int line)
{
    struct location *location =
        arena_push(&document->arena, finding->locations, finding->location_count);
    *location = (struct location){
        .rank = rank, .call = call, .file = file, .line = line, .function = "main"};
    return location;
}

static void a_result_has_all_its_parts(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    document.directory = "/home/a b";
    document.ranks = 2;
    *arena_push(&document.arena, document.command, document.command_count) = "tutti";
    *arena_push(&document.arena, document.command, document.command_count) = "run";
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "stuck";
    finding->why = "nobody sends";
    finding->replay = "tutti replay r-1";
    finding->next = "tutti verify --from=r-1";
    *arena_push(&document.arena, finding->ranks, finding->rank_count) = 1;
    struct location *first = add_location(&document, finding, 1, "MPI_Recv", "src/a.c", 12);
    first->column = 5;
    *arena_push(&document.arena, first->arguments, first->argument_count) =
        (struct argument){"source", "0", true};
    *arena_push(&document.arena, first->stack, first->stack_count) = "main at src/a.c:12";
    add_location(&document, finding, 0, "MPI_Recv", "/abs/b.c", 13);
    *arena_push(&document.arena, finding->related, finding->related_count) =
        (struct related){.what = "created at", .file = "src/a.c", .line = 9};
    json_t *root = print(&document);
    expect(root, "version", "2.1.0");
    expect(root, "runs.0.tool.driver.name", "Tutti");
    expect(root, "runs.0.tool.driver.rules.0.id", "deadlock");
    expect(root, "runs.0.tool.driver.rules.0.defaultConfiguration.level", "error");
    assert_non_null(strstr(json_string_value(at(root, "runs.0.tool.driver.rules.0.help.markdown")),
                           "```c\n#include <mpi.h>"));
    expect(root, "runs.0.originalUriBaseIds.SRCROOT.uri", "file:///home/a%20b/");
    expect(root, "runs.0.invocations.0.arguments.0", "run");
    expect_number(root, "runs.0.invocations.0.exitCode", 1);
    assert_true(json_is_true(at(root, "runs.0.invocations.0.executionSuccessful")));
    expect_number(root, "runs.0.properties.ranks", 2);
    const json_t *result = at(root, "runs.0.results.0");
    expect(result, "ruleId", "deadlock");
    expect_number(result, "ruleIndex", 0);
    expect(result, "level", "error");
    expect(result, "message.text", "stuck\nnobody sends");
    expect(result, "locations.0.physicalLocation.artifactLocation.uri", "src/a.c");
    expect(result, "locations.0.physicalLocation.artifactLocation.uriBaseId", "SRCROOT");
    expect_number(result, "locations.0.physicalLocation.region.startLine", 12);
    expect_number(result, "locations.0.physicalLocation.region.startColumn", 5);
    expect(result, "locations.0.logicalLocations.0.name", "main");
    expect(result, "locations.0.message.text", "rank 1: MPI_Recv(src=0)");
    assert_null(at(result, "locations.1"));
    expect(result, "relatedLocations.0.physicalLocation.artifactLocation.uri", "file:///abs/b.c");
    assert_null(at(result, "relatedLocations.0.physicalLocation.artifactLocation.uriBaseId"));
    expect(result, "relatedLocations.1.message.text", "created at");
    expect_number(result, "relatedLocations.1.id", 2);
    expect(result, "stacks.0.frames.0.location.message.text", "main at src/a.c:12");
    assert_null(at(result, "stacks.1"));
    /* Without events, the thread flows come from the locations: by rank. */
    expect(result, "codeFlows.0.threadFlows.0.id", "rank 0");
    expect(result, "codeFlows.0.threadFlows.1.id", "rank 1");
    expect(result, "codeFlows.0.threadFlows.1.locations.0.location.message.text",
           "rank 1: MPI_Recv(src=0)");
    expect(result, "properties.replay", "tutti replay r-1");
    expect(result, "properties.next", "tutti verify --from=r-1");
    expect_number(result, "properties.ranks.0", 1);
    json_decref(root);
    document_free(&document);
}

static void one_thread_flow_for_each_rank(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    add_location(&document, finding, 7, "MPI_Send", "a.c", 1);
    static const int ranks[] = {2, 0, 2, 1, 0};
    for (size_t i = 0; i < 5; i++)
        *arena_push(&document.arena, finding->events, finding->event_count) =
            (struct event){.at = {.rank = ranks[i], .call = "MPI_Recv", .line = 1},
                           .state = i == 4 ? EVENT_BLOCKED : EVENT_DONE};
    json_t *root = print(&document);
    const json_t *flows = at(root, "runs.0.results.0.codeFlows.0.threadFlows");
    assert_int_equal(json_array_size(flows), 3);
    expect(flows, "0.id", "rank 0");
    expect(flows, "2.id", "rank 2");
    assert_int_equal(json_array_size(at(flows, "0.locations")), 2);
    assert_int_equal(json_array_size(at(flows, "1.locations")), 1);
    expect_number(flows, "0.locations.0.executionOrder", 1);
    expect_number(flows, "0.locations.1.executionOrder", 4);
    expect_number(flows, "2.locations.0.executionOrder", 0);
    expect_number(flows, "2.locations.1.executionOrder", 2);
    expect(flows, "0.locations.1.importance", "essential");
    expect(flows, "0.locations.0.importance", "important");
    json_decref(root);
    document_free(&document);
}

static void a_static_finding_has_no_flow(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "check");
    struct finding *finding = document_add(&document, "collective.divergence");
    add_location(&document, finding, -1, "MPI_Barrier", "a.c", 3);
    json_t *root = print(&document);
    assert_null(at(root, "runs.0.results.0.codeFlows"));
    assert_null(at(root, "runs.0.originalUriBaseIds"));
    expect(root, "runs.0.results.0.locations.0.message.text", "MPI_Barrier()");
    json_decref(root);
    document_free(&document);
}

static void rules_are_listed_once(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    document_add(&document, "deadlock");
    document_add(&document, "leak.comm");
    document_add(&document, "deadlock");
    document_add(&document, "deadlock")->rule = "rule.of.tomorrow";
    json_t *root = print(&document);
    assert_int_equal(json_array_size(at(root, "runs.0.tool.driver.rules")), 3);
    expect(root, "runs.0.tool.driver.rules.1.id", "leak.comm");
    expect(root, "runs.0.tool.driver.rules.2.id", "rule.of.tomorrow");
    expect_number(root, "runs.0.results.1.ruleIndex", 1);
    expect_number(root, "runs.0.results.2.ruleIndex", 0);
    expect_number(root, "runs.0.results.3.ruleIndex", 2);
    json_decref(root);
    document_free(&document);
}

static void several_documents_are_several_runs(void **state)
{
    (void)state;
    struct document clean, incomplete;
    document_init(&clean, "run");
    document_init(&incomplete, "verify");
    incomplete.verdict = VERDICT_INCOMPLETE;
    const struct document *both[] = {&clean, &incomplete};
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_sarif(both, 2, &text);
    json_t *root = json_loads(text.data, 0, NULL);
    assert_int_equal(json_array_size(at(root, "runs")), 2);
    expect_number(root, "runs.0.invocations.0.exitCode", 0);
    expect_number(root, "runs.1.invocations.0.exitCode", 4);
    assert_null(at(root, "runs.0.invocations.0.toolExecutionNotifications"));
    expect(root, "runs.1.invocations.0.toolExecutionNotifications.0.level", "warning");
    assert_int_equal(json_array_size(at(root, "runs.0.results")), 0);
    json_decref(root);
    text_free(&text);
    document_free(&clean);
    document_free(&incomplete);
}

static void hostile_strings(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "{0} [click](http://x) \xff\033";
    add_location(&document, finding, 0, "f\xff", "a b/100%/\xff#?.c", 1);
    json_t *root = print(&document);
    const json_t *result = at(root, "runs.0.results.0");
    expect(result, "message.text", "{{0}} [click\\](http://x) \xEF\xBF\xBD\033");
    expect(result, "locations.0.physicalLocation.artifactLocation.uri", "a%20b/100%25/%FF%23%3F.c");
    expect(result, "locations.0.message.text", "rank 0: f\\xff()");
    json_decref(root);
    document_free(&document);
}

/* A finding of two ranks, and the same finding after an edit further up and with the ranks swapped.
 */
static void fingerprints_are_stable(void **state)
{
    (void)state;
    struct document document;
    char prints[6][FINGERPRINT_SIZE];
    document_init(&document, "run");
    static const struct {
        const char *rule, *call, *other_call, *file;
        int line, rank;
    } findings[] = {{"deadlock", "MPI_Recv", "MPI_Send", "a.c", 10, 0},
                    {"deadlock", "MPI_Send", "MPI_Recv", "a.c", 500, 1},
                    {"deadlock", "MPI_Recv", "MPI_Bcast", "a.c", 10, 0},
                    {"assert", "MPI_Recv", "MPI_Send", "a.c", 10, 0},
                    {"deadlock", "MPI_Recv", "MPI_Send", "b.c", 10, 0},
                    {"deadlock", NULL, NULL, "a.c", 10, 0}};
    for (size_t i = 0; i < 6; i++) {
        struct finding *finding = document_add(&document, findings[i].rule);
        const char *file = findings[i].file;
        int rank = findings[i].rank, line = findings[i].line;
        add_location(&document, finding, rank, findings[i].call, file, line);
        add_location(&document, finding, 1 - rank, findings[i].other_call, file, line + 1);
        add_location(&document, finding, rank + 2, findings[i].call, file, line); /* as the first */
        fingerprint_print(finding, prints[i]);
        assert_int_equal(strlen(prints[i]), FINGERPRINT_SIZE - 1);
    }
    assert_string_equal(prints[0], prints[1]);
    for (size_t i = 2; i < 6; i++) {
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(prints[i], prints[j]);
    }
    json_t *root = print(&document);
    char *first = memory_printf("%s:1", prints[0]), *second = memory_printf("%s:2", prints[0]);
    json_t *results = json_object_get((json_t *)at(root, "runs.0"), "results");
    const char *given[2];
    for (size_t i = 0; i < 2; i++)
        given[i] = json_string_value(json_object_get(
            json_object_get(json_array_get(results, i), "partialFingerprints"), "tutti/v1"));
    assert_string_equal(given[0], first);
    assert_string_equal(given[1], second);
    free(first);
    free(second);
    json_decref(root);
    document_free(&document);
}

/* If fingerprints changed, tools that compare reports would consider every known finding new. */
static void fingerprints_never_change(void **state)
{
    (void)state;
    struct document document;
    char hash[FINGERPRINT_SIZE];
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    add_location(&document, finding, 0, "MPI_Recv", "a.c", 1);
    fingerprint_print(finding, hash);
    assert_string_equal(hash, "c3803ed8d700c61b");
    document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_has_all_its_parts),
        cmocka_unit_test(one_thread_flow_for_each_rank),
        cmocka_unit_test(a_static_finding_has_no_flow),
        cmocka_unit_test(rules_are_listed_once),
        cmocka_unit_test(several_documents_are_several_runs),
        cmocka_unit_test(hostile_strings),
        cmocka_unit_test(fingerprints_are_stable),
        cmocka_unit_test(fingerprints_never_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
