/* The recorded findings of test/report/fixtures name lines of real sources. If a source changes,
 * they must be recorded anew. */
#include "base/file.h"
#include "finding/json.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROOT     TUTTI_TEST_SOURCE "/../.."
#define FIXTURES ROOT "/test/report/fixtures"

enum { CAP = 64 * 1024 * 1024 };

/* Returns the text of a line, to be freed; NULL: there is none. */
static char *read_line(const char *file, int number)
{
    struct error error;
    char *bytes, *path = memory_printf("%s/%s", ROOT, file), *line = NULL;
    if (file_read(path, CAP, &bytes, NULL, &error) == 0) {
        char *rest = bytes, *found = NULL;
        for (int i = 0; i < number && rest; i++)
            found = strsep(&rest, "\n"); /* not strtok: empty lines count */
        line = found && rest ? memory_copy(found) : NULL;
        free(bytes);
    }
    free(path);
    return line;
}

static void check_line(const char *fixture, const char *file, int number, const char *word)
{
    char *line = read_line(file, number);
    if (!line || !strstr(line, word))
        fail_msg("%s: %s:%d does not hold \"%s\": %s", fixture, file, number, word,
                 line ? line : "no such line");
    free(line);
}

/* Checks a stack such as "exchange at a.c:14": the first frame has the call, each other one calls
 * the frame before it. */
static void check_stack(const char *fixture, const struct location *at)
{
    char *inner = NULL;
    for (size_t i = 0; i < at->stack_count; i++) {
        char *function = memory_copy(at->stack[i]);
        char *file = strstr(function, " at "), *colon = strrchr(function, ':');
        if (!file || !colon) {
            fail_msg("%s: %s", fixture, at->stack[i]);
            return;
        }
        *file = *colon = '\0';
        file += strlen(" at ");
        int line = (int)strtol(colon + 1, NULL, 10);
        if (i == 0) {
            assert_string_equal(file, at->file);
            assert_int_equal(line, at->line);
            assert_string_equal(function, at->function);
        } else {
            check_line(fixture, file, line, inner);
        }
        free(inner);
        inner = memory_printf("%s(", function);
        free(function);
    }
    free(inner);
}

static size_t check_location(const char *fixture, const struct location *at)
{
    if (!at->file)
        return 0;
    check_line(fixture, at->file, at->line, at->call ? at->call : "assert(");
    check_stack(fixture, at);
    return 1;
}

static size_t check_history(const char *fixture, const struct event *events, size_t event_count,
                            const struct match *matches, size_t match_count)
{
    size_t places = 0;
    for (size_t i = 0; i < event_count; i++)
        places += check_location(fixture, &events[i].at);
    for (size_t i = 0; i < match_count; i++) {
        if (matches[i].kind != MATCH_MESSAGE)
            continue;
        assert_string_equal(events[matches[i].events[0]].at.call, "MPI_Send");
        for (size_t j = 0; j < matches[i].alternative_count; j++)
            assert_string_equal(events[matches[i].alternatives[j]].at.call, "MPI_Send");
    }
    return places;
}

static size_t check_document(const char *fixture, const struct document *document)
{
    size_t places = 0;
    for (size_t i = 0; i < document->finding_count; i++) {
        const struct finding *finding = &document->findings[i];
        for (size_t j = 0; j < finding->location_count; j++)
            places += check_location(fixture, &finding->locations[j]);
        for (size_t j = 0; j < finding->related_count; j++)
            check_line(fixture, finding->related[j].file, finding->related[j].line, "(");
        places += check_history(fixture, finding->events, finding->event_count, finding->matches,
                                finding->match_count);
    }
    for (size_t i = 0; i < document->interleaving_count; i++) {
        const struct interleaving *run = &document->interleavings[i];
        places +=
            check_history(fixture, run->events, run->event_count, run->matches, run->match_count);
    }
    return places;
}

static void lines_hold_the_calls(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t places;
    } fixtures[] = {{"deadlock.json", 12},
                    {"wildcard.json", 54},
                    {"divergence.json", 1},
                    {"interleavings.json", 52}};
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++) {
        struct error error;
        struct document document;
        char *path = memory_printf("%s/%s", FIXTURES, fixtures[i].name), *bytes;
        size_t length;
        if (file_read(path, CAP, &bytes, &length, &error) != 0 ||
            document_parse_json(&document, path, bytes, length, &error) != 0)
            fail_msg("%s", error.text);
        assert_int_equal(check_document(fixtures[i].name, &document), fixtures[i].places);
        document_free(&document);
        free(bytes);
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_hold_the_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
