#include "finding/json.h"

#include "base/file.h"
#include "base/utf8.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FIXTURES TUTTI_TEST_SOURCE "/../../test/report/fixtures"

enum { CAP = 64 * 1024 * 1024 };

static char *print(const struct document *document)
{
    struct text text;
    text_init(&text, CAP);
    document_print_json(document, &text);
    assert_false(text.cut);
    return text.data;
}

static void parse(struct document *document, const char *json)
{
    struct error error;
    if (document_parse_json(document, "x.json", json, strlen(json), &error) != 0)
        fail_msg("%s", error.text);
}

/* A document in which every field has a value. */
static void fill(struct document *document)
{
    document_init(document, "verify");
    struct arena *arena = &document->arena;
    *arena_push(arena, document->command, document->command_count) = "tutti";
    *arena_push(arena, document->command, document->command_count) = "verify";
    document->directory = "/home/\xff\xfe";
    document->unfinished = true;
    document->coverage = "all \"of\" it\n";
    document->ranks = 4;
    document->mpi = "mpich";
    document->buffering = "zero";
    *arena_push(arena, document->stats, document->stat_count) = (struct stat_value){"runs", 90};
    *arena_push(arena, document->stats, document->stat_count) =
        (struct stat_value){"seconds", 0.1 + 0.2};
    struct finding *finding = document_add(document, "deadlock");
    finding->headline = "stuck";
    finding->why = "because";
    finding->replay = "tutti replay v-1";
    finding->next = "tutti test -- ./a";
    *arena_push(arena, finding->ranks, finding->rank_count) = 3;
    struct location *at = arena_push(arena, finding->locations, finding->location_count);
    *at = (struct location){
        .rank = 3, .call = "MPI_Recv", .file = "a.c", .line = 12, .column = 5, .function = "main"};
    *arena_push(arena, at->arguments, at->argument_count) =
        (struct argument){"source", "ANY", false};
    *arena_push(arena, at->arguments, at->argument_count) = (struct argument){"tag", "7", true};
    *arena_push(arena, at->stack, at->stack_count) = "main at a.c:12";
    *arena_push(arena, finding->related, finding->related_count) =
        (struct related){.what = "created at", .file = "a.c", .line = 9, .column = 2};
    for (int rank = 0; rank < 3; rank++)
        *arena_push(arena, finding->events, finding->event_count) = (struct event){
            .at = {.rank = rank, .call = "MPI_Send"}, .state = (enum event_state)(rank + 1)};
    struct match *match = arena_push(arena, finding->matches, finding->match_count);
    match->wildcard = true;
    *arena_push(arena, match->events, match->event_count) = 0;
    *arena_push(arena, match->events, match->event_count) = 2;
    *arena_push(arena, match->alternatives, match->alternative_count) = 1;
    *arena_push(arena, finding->waits, finding->wait_count) = (struct wait){0, 1, true, "because"};
    *arena_push(arena, finding->stacks, finding->stack_count) =
        (struct stack_branch){1, "0-2,4", "main a.c:1 > f"};
    document->interleaving_total = 1ULL << 40;
    struct interleaving *interleaving =
        arena_push(arena, document->interleavings, document->interleaving_count);
    *interleaving = (struct interleaving){.number = 1ULL << 33,
                                          .outcome = "deadlock",
                                          .choices = "the first receive takes rank 2",
                                          .result = "5f",
                                          .events = finding->events,
                                          .event_count = 2,
                                          .matches = finding->matches,
                                          .match_count = 0};
    *arena_push(arena, interleaving->finding_ids, interleaving->finding_count) = "v-1";
    match = arena_push(arena, interleaving->matches, interleaving->match_count);
    *arena_push(arena, match->events, match->event_count) = 1;
    *arena_push(arena, match->events, match->event_count) = 0;
}

static void every_field_survives(void **state)
{
    (void)state;
    struct document document, back;
    fill(&document);
    char *first = print(&document);
    parse(&back, first);
    assert_string_equal(back.verb, "verify");
    assert_int_equal(back.command_count, 2);
    assert_string_equal(back.command[1], "verify");
    assert_string_equal(back.directory, "/home/\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_int_equal(back.verdict, VERDICT_VIOLATIONS);
    assert_true(back.unfinished);
    assert_string_equal(back.coverage, "all \"of\" it\n");
    assert_int_equal(back.ranks, 4);
    assert_string_equal(back.mpi, "mpich");
    assert_string_equal(back.buffering, "zero");
    assert_int_equal(back.stat_count, 2);
    assert_true(back.stats[0].value == 90 && fabs(back.stats[1].value - 0.3) < 1e-12);
    assert_int_equal(back.finding_count, 1);
    const struct finding *finding = &back.findings[0];
    assert_string_equal(finding->id, "v-1");
    assert_string_equal(finding->rule, "deadlock");
    assert_string_equal(finding->headline, "stuck");
    assert_string_equal(finding->why, "because");
    assert_string_equal(finding->replay, "tutti replay v-1");
    assert_string_equal(finding->next, "tutti test -- ./a");
    assert_int_equal(finding->ranks[0], 3);
    const struct location *at = &finding->locations[0];
    assert_int_equal(at->rank, 3);
    assert_string_equal(at->call, "MPI_Recv");
    assert_string_equal(at->arguments[0].name, "source");
    assert_string_equal(at->arguments[0].text, "ANY");
    assert_false(at->arguments[0].is_number);
    assert_string_equal(at->arguments[1].text, "7");
    assert_true(at->arguments[1].is_number);
    assert_string_equal(at->file, "a.c");
    assert_true(at->line == 12 && at->column == 5);
    assert_string_equal(at->function, "main");
    assert_string_equal(at->stack[0], "main at a.c:12");
    assert_string_equal(finding->related[0].what, "created at");
    assert_true(finding->related[0].line == 9 && finding->related[0].column == 2);
    assert_int_equal(finding->event_count, 3);
    assert_int_equal(finding->events[0].state, EVENT_PENDING);
    assert_int_equal(finding->events[1].state, EVENT_BLOCKED);
    assert_int_equal(finding->events[2].state, EVENT_FAILED);
    assert_true(finding->matches[0].wildcard);
    assert_int_equal(finding->matches[0].events[1], 2);
    assert_int_equal(finding->matches[0].alternatives[0], 1);
    assert_true(finding->waits[0].on == 1 && finding->waits[0].any);
    assert_string_equal(finding->waits[0].why, "because");
    assert_int_equal(finding->stack_count, 1);
    assert_int_equal(finding->stacks[0].depth, 1);
    assert_string_equal(finding->stacks[0].ranks, "0-2,4");
    assert_string_equal(finding->stacks[0].where, "main a.c:1 > f");
    assert_true(back.interleaving_total == 1ULL << 40);
    assert_int_equal(back.interleaving_count, 1);
    const struct interleaving *interleaving = &back.interleavings[0];
    assert_true(interleaving->number == 1ULL << 33);
    assert_string_equal(interleaving->outcome, "deadlock");
    assert_int_equal(interleaving->finding_count, 1);
    assert_string_equal(interleaving->finding_ids[0], "v-1");
    assert_string_equal(interleaving->choices, "the first receive takes rank 2");
    assert_string_equal(interleaving->result, "5f");
    assert_int_equal(interleaving->event_count, 2);
    assert_int_equal(interleaving->events[1].state, EVENT_BLOCKED);
    assert_int_equal(interleaving->match_count, 1);
    assert_int_equal(interleaving->matches[0].events[0], 1);
    char *second = print(&back);
    assert_string_equal(first, second);
    free(first);
    free(second);
    document_free(&document);
    document_free(&back);
}

static void empty_document(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    char *json = print(&document);
    assert_string_equal(json, "{\n  \"tutti\": 1,\n  \"verb\": \"run\",\n  \"command\": [],\n"
                              "  \"verdict\": \"clean\",\n  \"world\": {},\n  \"stats\": {},\n"
                              "  \"findings\": []\n}\n");
    free(json);
    document_free(&document);
}

/* Numbers as text of an argument, and their form in JSON. */
static void numbers_of_all_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *text, *json;
    } cases[] = {{"7", "7"},
                 {"-2147483648", "-2147483648"},
                 {"9223372036854775807", "9223372036854775807"},
                 {"18446744073709551615", "\"18446744073709551615\""},
                 {"0x7f", "\"0x7f\""},
                 {"0.1", "0.1"},
                 {"7.0", "7"},
                 {"-0.0", "0"},
                 {"1e300", "1e300"},
                 {"1e999", "\"1e999\""},
                 {"nan", "\"nan\""},
                 {"-", "\"-\""},
                 {"1.2.3", "\"1.2.3\""},
                 {"", "\"\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct document document, back;
        document_init(&document, "run");
        struct finding *finding = document_add(&document, "deadlock");
        struct location *at =
            arena_push(&document.arena, finding->locations, finding->location_count);
        *arena_push(&document.arena, at->arguments, at->argument_count) =
            (struct argument){"n", cases[i].text, true};
        char *json = print(&document);
        char *expected = memory_printf("\"n\": %s\n", cases[i].json);
        if (!strstr(json, expected))
            fail_msg("%s is not written as %s: %s", cases[i].text, cases[i].json, json);
        parse(&back, json);
        char *again = print(&back);
        assert_string_equal(json, again);
        free(again);
        free(expected);
        free(json);
        document_free(&document);
        document_free(&back);
    }
}

static void stats_that_json_cannot_say_are_left_out(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    double values[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++)
        *arena_push(&document.arena, document.stats, document.stat_count) =
            (struct stat_value){"odd", values[i]};
    char *json = print(&document);
    assert_null(strstr(json, "odd"));
    free(json);
    document_free(&document);
}

static void every_byte_can_be_written(void **state)
{
    (void)state;
    char bytes[256];
    for (int i = 0; i < 255; i++)
        bytes[i] = (char)(i + 1);
    bytes[255] = '\0';
    struct document document, back;
    document_init(&document, "run");
    document.coverage = bytes;
    struct finding *finding = document_add(&document, "deadlock");
    struct location *at = arena_push(&document.arena, finding->locations, finding->location_count);
    *arena_push(&document.arena, at->arguments, at->argument_count) =
        (struct argument){bytes, bytes, false};
    char *json = print(&document);
    for (const char *byte = json; *byte; byte++)
        assert_true(*byte == '\n' || (*byte >= ' ' && (unsigned char)*byte <= 0x7f));
    parse(&back, json);
    assert_true(utf8_valid(back.coverage));
    char *again = print(&back);
    assert_string_equal(json, again);
    free(again);
    free(json);
    document_free(&document);
    document_free(&back);
}

static void utf8_is_told_from_other_bytes(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "a",
                                       "\xC3\xA9",
                                       "\xE4\xB8\xAD",
                                       "\xF0\x9F\x98\x80",
                                       "\xF4\x8F\xBF\xBF",
                                       "\xED\x9F\xBF",
                                       "\xEE\x80\x80"};
    static const char *const bad[] = {
        "\x80", "\xC0\x80",         "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xC3", "\xF4\x90\x80\x80", "\xE4\xB8", "\xF5\x80\x80", "\xFF",         "\xC3\xC3\xA9"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(utf8_valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(utf8_valid(bad[i]));
        char *repaired = utf8_repair(bad[i]);
        assert_true(utf8_valid(repaired));
        free(repaired);
    }
    char *repaired = utf8_repair("a\xFF\xC3\xA9\xC3z");
    assert_string_equal(repaired, "a\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBDz");
    free(repaired);
}

static void fixtures_are_written_as_they_are_read(void **state)
{
    (void)state;
    DIR *directory = opendir(FIXTURES);
    if (!directory) {
        fail_msg("no %s", FIXTURES);
        return;
    }
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".json") != 0)
            continue;
        struct error error;
        struct document document;
        char *path = memory_printf("%s/%s", FIXTURES, entry->d_name), *bytes;
        assert_int_equal(file_read(path, CAP, &bytes, NULL, &error), 0);
        parse(&document, bytes);
        char *again = print(&document);
        assert_string_equal(bytes, again);
        free(again);
        free(bytes);
        free(path);
        document_free(&document);
        count++;
    }
    closedir(directory);
    assert_true(count >= 5);
}

#define HEAD "{\"tutti\": 1, \"verb\": \"run\", \"verdict\": \"clean\",\n"
#define FINDING                                                                         \
    HEAD "\"findings\": [{\"id\": \"r-1\", \"rule\": \"x\", \"severity\": \"error\",\n" \
         "\"headline\": \"h\",\n"
#define INTERLEAVINGS HEAD "\"findings\": [], \"interleavings\": "

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *json, *sentence;
    } cases[] = {
        {"", "x.json:1: '[' or '{' expected near end of file"},
        {"{\n\n\"tutti\": oops}", "x.json:3: invalid token near 'oops'"},
        {"{\"tutti\": 1,\n\"tutti\": 1}", "x.json:2: duplicate object key"},
        {"{\"a\": \"\xff\"}", "x.json:1: unable to decode byte 0xff"},
        {"[]", "x.json is not a findings file: it does not start with \"tutti\": 1"},
        {"{\"tutti\": \"1\"}", "x.json is not a findings file"},
        {"{\"tutti\": 2}",
         "x.json is a findings file of version 2, but this Tutti reads version 1"},
        {"{\"tutti\": 1}", "x.json:1: the document has no field \"verb\""},
        {"\n{\"tutti\": 1,\n \"verb\": 3}", "x.json:3: verb must be a string"},
        {"{\"tutti\": 1, \"verb\": \"run\",\n\"verdict\": \"fine\"}",
         "x.json:2: verdict must be one of violations|clean|incomplete"},
        {HEAD "\"x\": 1}", "x.json:1: the document has no field \"findings\""},
        {HEAD "\"findings\": {}}", "x.json:2: findings must be an array"},
        {HEAD "\"findings\": [\n3]}", "x.json:3: findings[0] must be an object"},
        {HEAD "\"command\": [\"a\",\n 3], \"findings\": []}",
         "x.json:3: command[1] must be a string"},
        {HEAD "\"stats\": {\"a\": 1,\n\"b\": \"2\"}, \"findings\": []}",
         "x.json:3: stats.b must be a number"},
        {HEAD "\"unfinished\": 1, \"findings\": []}", "x.json:2: unfinished must be true or false"},
        {HEAD "\"world\": {\"ranks\": -1}, \"findings\": []}",
         "x.json:2: world.ranks is -1, but must be between 0 and 2147483647"},
        {FINDING "\"ranks\": [0,\n1.5]}]}",
         "x.json:5: findings[0].ranks[1] must be a whole number"},
        {FINDING "\"locations\": [{\"args\":\n{\"a]\\\"\": {}, \"b\":\n true}}]}]}",
         "x.json:5: findings[0].locations[0].args.a]\" must be a string or a number"},
        {FINDING "\"locations\": [{\"args\":\n{\"a\": \"]}\\\"\", \"b\":\n true}}]}]}",
         "x.json:6: findings[0].locations[0].args.b must be a string or a number"},
        {FINDING "\"locations\": [{},\n{\"line\": 99999999999}]}]}",
         "x.json:5: findings[0].locations[1].line is 99999999999, but must be between 1 and"},
        {FINDING "\"related\": [{}]}]}", "x.json:4: findings[0].related[0] has no field \"what\""},
        {FINDING "\"events\": [{\"state\": \"done\"}]}]}",
         "x.json:4: findings[0].events[0] has no field \"rank\""},
        {FINDING "\"matches\": [{\"kind\": \"message\", \"events\": [0, 1]}]}]}",
         "findings[0].matches[0].events[0] is event 0, but there are 0 events"},
        {FINDING "\"events\": [{\"rank\": 0, \"state\": \"done\"}],\n"
                 "\"matches\": [{\"kind\": \"message\", \"events\": [0]}]}]}",
         "x.json:5: findings[0].matches[0] must have two events"},
        {FINDING "\"matches\": [{\"kind\": \"collective\", \"events\": []}]}]}",
         "findings[0].matches[0] must have at least one event"},
        {FINDING "\"stacks\": [{\"depth\": -1}]}]}", "findings[0].stacks[0].depth"},
        {FINDING "\"stacks\": [{\"ranks\": \"0\"}]}]}",
         "findings[0].stacks[0] has no field \"where\""},
        {FINDING "\"waits\": [{\"rank\": 0}]}]}", "findings[0].waits[0] has no field \"on\""},
        {INTERLEAVINGS "[]}", "x.json:2: interleavings must be an object"},
        {INTERLEAVINGS "{\"list\": []}}", "interleavings has no field \"total\""},
        {INTERLEAVINGS "{\"total\": 0}}", "interleavings.total is 0, but must be between 1 and"},
        {INTERLEAVINGS "{\"total\": 1, \"list\": [\n{\"number\": 0}]}}",
         "x.json:3: interleavings.list[0].number is 0, but must be between 1 and"},
        {INTERLEAVINGS "{\"total\": 1, \"list\": [{\"number\": 1}]}}",
         "interleavings.list[0] has no field \"outcome\""},
        {INTERLEAVINGS "{\"total\": 1, \"list\": [{\"number\": 1, \"outcome\": \"ended\",\n"
                       "\"matches\": [{\"kind\": \"message\", \"events\": [0, 1]}]}]}}",
         "x.json:3: interleavings.list[0].matches[0].events[0] is event 0, but there are 0 events"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct document document;
        const char *json = cases[i].json;
        assert_int_equal(document_parse_json(&document, "x.json", json, strlen(json), &error), -1);
        assert_int_equal(error.kind, ERROR_USAGE);
        if (!strstr(error.text, cases[i].sentence))
            fail_msg("\"%s\" does not hold \"%s\"", error.text, cases[i].sentence);
    }
}

static void unknown_fields_are_passed_over(void **state)
{
    (void)state;
    struct document document;
    parse(&document, FINDING "\"colour\": {\"deep\": [1, {}]}}], \"more\": null}");
    assert_int_equal(document.finding_count, 1);
    assert_null(document.findings[0].replay);
    document_free(&document);
}

/* Broken files are refused or read, and do no harm. The sanitizers watch. */
static void broken_files_do_no_harm(void **state)
{
    (void)state;
    struct error error;
    struct document document;
    char *bytes;
    size_t length, refused = 0;
    assert_int_equal(file_read(FIXTURES "/deadlock.json", CAP, &bytes, &length, &error), 0);
    for (size_t i = 0; i < length - 1; i++) {
        assert_int_equal(document_parse_json(&document, "cut", bytes, i, &error), -1);
        char kept = bytes[i];
        static const char changes[] = "\"{}[],:0-a\\\x80";
        bytes[i] = changes[i % (sizeof changes - 1)];
        if (document_parse_json(&document, "changed", bytes, length, &error) == 0)
            document_free(&document);
        else
            refused++;
        bytes[i] = kept;
    }
    assert_true(refused > length / 4);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_survives),
        cmocka_unit_test(empty_document),
        cmocka_unit_test(numbers_of_all_kinds),
        cmocka_unit_test(stats_that_json_cannot_say_are_left_out),
        cmocka_unit_test(every_byte_can_be_written),
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(fixtures_are_written_as_they_are_read),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(unknown_fields_are_passed_over),
        cmocka_unit_test(broken_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
