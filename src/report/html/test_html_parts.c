/* The parts of the page: text, source lines, digests, the layout of events. */
#include "base/file.h"
#include "report/html/digest.h"
#include "report/html/html.h"
#include "report/html/layout.h"
#include "report/html/stacks.h"
#include "report/html/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void check_text(const char *string, const char *expected)
{
    struct text out;
    text_init(&out, 4096);
    html_text(&out, string);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

static void text_is_inert(void **state)
{
    (void)state;
    check_text("plain caf\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80",
               "plain caf\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80");
    check_text("</script><a href='x' b=\"y\">&", "&lt;/script&gt;&lt;a href=&#39;x&#39; "
                                                 "b=&quot;y&quot;&gt;&amp;");
    check_text("a\x1b[31m\n\t\x7f", "a\xe2\x90\x9b[31m\xe2\x90\x8a\xe2\x90\x89\xe2\x90\xa1");
    check_text("\xe2\x80\xaegnp", "[U+202E]gnp");
    check_text("\xef\xbb\xbfx\xc2\x85", "[U+FEFF]x[U+0085]");
    check_text("\xf3\xa0\x81\x81", "[U+E0041]");
    check_text("\xff\xc3(\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd");
    check_text("\xc0\xbc\xed\xa0\x80",
               "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void long_text_is_cut(void **state)
{
    (void)state;
    char *string = memory_alloc(HTML_STRING_CAP + 2);
    memset(string, 'x', HTML_STRING_CAP + 1);
    string[HTML_STRING_CAP + 1] = '\0';
    struct text out;
    text_init(&out, 1 << 20);
    html_text(&out, string);
    assert_non_null(strstr(out.data, "(cut here)"));
    assert_true(out.length < HTML_STRING_CAP + 32);
    text_clear(&out);
    string[HTML_STRING_CAP] = '\0';
    html_text(&out, string);
    assert_int_equal(out.length, HTML_STRING_CAP);
    text_free(&out);
    free(string);
}

static void check_short(const char *string, size_t most, const char *expected)
{
    struct text out;
    text_init(&out, 4096);
    html_short(&out, string, most);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

static void short_text_counts_characters(void **state)
{
    (void)state;
    check_short("Allreduce", 9, "Allreduce");
    check_short("Allreduce", 8, "Allredu\xe2\x80\xa6");
    check_short("\xc3\xa9\xc3\xa9\xc3\xa9", 3, "\xc3\xa9\xc3\xa9\xc3\xa9");
    check_short("\xc3\xa9\xc3\xa9\xc3\xa9", 2, "\xc3\xa9\xe2\x80\xa6");
    check_short("<<<", 3, "&lt;&lt;&lt;");
    check_short("", 3, "");
}

static void blocks_and_paragraphs_keep_lines(void **state)
{
    (void)state;
    struct text out;
    text_init(&out, 4096);
    html_block(&out, "a\n\tb<\r");
    assert_string_equal(out.data, "a\n\tb&lt;\xe2\x90\x8d");
    text_clear(&out);
    html_paragraphs(&out, "one\ntwo\n\n\nthree\n");
    assert_string_equal(out.data, "<p>one\ntwo</p>\n<p>three\n</p>\n");
    text_clear(&out);
    html_paragraphs(&out, "use `a<b` or ` alone");
    assert_string_equal(out.data, "<p>use <code>a&lt;b</code> or ` alone</p>\n");
    text_clear(&out);
    html_count(&out, 1234567);
    text_add_char(&out, ' ');
    html_counted(&out, 1, "event");
    text_add_char(&out, ' ');
    html_counted(&out, 2000, "event");
    assert_string_equal(out.data, "1,234,567 1 event 2,000 events");
    text_free(&out);
}

static void digests_are_sha256(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        const char *digest;
    } cases[] = {{0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
                 {55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="},
                 {56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="},
                 {64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="},
                 {119, "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps="},
                 {1000, "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM="}};
    char bytes[1000], text[DIGEST_TEXT_SIZE];
    memset(bytes, 'a', sizeof bytes);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        digest_base64(bytes, cases[i].length, text);
        assert_string_equal(text, cases[i].digest);
    }
    digest_base64("abc", 3, text);
    assert_string_equal(text, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}

static void check_line(const struct source *source, size_t number, const char *expected)
{
    size_t length;
    const char *bytes = source_line(source, number, &length);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(bytes, expected, length);
}

/* An untrusted document shows sources of the project, and nothing else. */
static void sources_stay_in_the_project(void **state)
{
    (void)state;
    char directory[] = "/tmp/tutti-source-XXXXXX";
    struct error error;
    assert_non_null(mkdtemp(directory));
    static const char *const files[] = {"project/src/a.c",     "project/b.F90", "project/secret",
                                        "project/.hidden/c.c", "project/.d.c",  "other/e.c",
                                        "projects/f.c"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = memory_printf("%s/%s", directory, files[i]);
        char *folder = memory_copy(path);
        *strrchr(folder, '/') = '\0';
        assert_int_equal(file_make_directory(folder, &error), 0);
        assert_int_equal(file_write(path, "x\n", 2, &error), 0);
        free(folder);
        free(path);
    }
    char *link = memory_printf("%s/project/link.c", directory);
    assert_int_equal(symlink("../other/e.c", link), 0);
    free(link);
    char *root = memory_printf("%s/project", directory);
    struct sources *sources = sources_open(directory, (const char *const[]){root, NULL});
    assert_null(source_problem(sources_find(sources, "project/src/a.c")));
    assert_null(source_problem(sources_find(sources, "project/b.F90")));
    assert_non_null(strstr(source_problem(sources_find(sources, "project/secret")), "look like"));
    static const char *const outside[] = {
        "project/.hidden/c.c",  "project/.d.c", "other/e.c",     "projects/f.c",
        "project/../other/e.c", "/etc/passwd",  "project/link.c"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        assert_non_null(
            strstr(source_problem(sources_find(sources, outside[i])), "not in this project"));
    sources_close(sources);
    free(root);
    assert_int_equal(file_remove_directory(directory, &error), 0);
}

static void sources_give_lines(void **state)
{
    (void)state;
    char directory[] = "/tmp/tutti-source-XXXXXX";
    struct error error;
    assert_non_null(mkdtemp(directory));
    char *path = memory_printf("%s/a.c", directory),
         *empty = memory_printf("%s/empty.c", directory);
    char *pipe = memory_printf("%s/pipe", directory);
    assert_int_equal(file_write(path, "one\r\n\ntwo", 9, &error), 0);
    assert_int_equal(file_write(empty, "", 0, &error), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);

    struct sources *sources = sources_open(directory, NULL);
    const struct source *source = sources_find(sources, "a.c");
    assert_null(source_problem(source));
    assert_int_equal(source_line_count(source), 3);
    check_line(source, 1, "one");
    check_line(source, 2, "");
    check_line(source, 3, "two");
    assert_ptr_equal(sources_find(sources, "a.c"), source);
    assert_int_equal(source_line_count(sources_find(sources, path)), 3);
    assert_int_equal(source_line_count(sources_find(sources, "empty.c")), 0);
    assert_null(source_problem(sources_find(sources, "empty.c")));
    const char *problem = source_problem(sources_find(sources, "lost.c"));
    assert_non_null(strstr(problem, "was not found in /tmp/tutti-source-"));
    assert_string_equal(source_problem(sources_find(sources, "pipe")), "is not a regular file");
    assert_string_equal(source_problem(sources_find(sources, ".")), "is not a regular file");
    assert_string_equal(source_problem(sources_find(sources, "/dev/zero")),
                        "is not a regular file");
    assert_non_null(strstr(source_problem(sources_find(sources, "a.c/b")), "was not found"));
    assert_int_equal(truncate(path, (off_t)SOURCE_FILE_CAP + 1), 0);
    sources_close(sources);

    sources = sources_open(directory, NULL);
    assert_string_equal(source_problem(sources_find(sources, "a.c")), "is too large to be shown");
    sources_close(sources);
    unlink(path);
    unlink(empty);
    unlink(pipe);
    rmdir(directory);
    free(path);
    free(empty);
    free(pipe);
}

/* Events of the given ranks, and matches: pairs of a message, or the members of a collective. */
static struct finding *make_finding(struct arena *arena, const int *ranks, size_t count)
{
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    for (size_t i = 0; i < count; i++)
        arena_push(arena, finding->events, finding->event_count)->at.rank = ranks[i];
    return finding;
}

static void add_match(struct arena *arena, struct finding *finding, enum match_kind kind,
                      size_t count, ...)
{
    struct match *match = arena_push(arena, finding->matches, finding->match_count);
    va_list events;
    va_start(events, count);
    match->kind = kind;
    for (size_t i = 0; i < count; i++)
        *arena_push(arena, match->events, match->event_count) = (size_t)va_arg(events, int);
    va_end(events);
}

static struct html_history history_of(const struct finding *finding)
{
    return (struct html_history){finding->events, finding->event_count, finding->matches,
                                 finding->match_count};
}

static void check_rows(struct arena *arena, const struct finding *finding, size_t first,
                       const size_t *rows, size_t row_count)
{
    struct html_layout layout;
    struct html_history history = history_of(finding);
    html_layout_make(&layout, arena, &history, first);
    assert_int_equal(layout.row_count, row_count);
    for (size_t i = first; i < finding->event_count; i++)
        assert_int_equal(layout.rows[i - first], rows[i - first]);
}

static void rows_are_logical_time(void **state)
{
    (void)state;
    struct arena arena = {0};
    /* 0 and 1 are concurrent; 2 comes after both, by its rank and by the message. */
    struct finding *finding = make_finding(&arena, (int[]){0, 7, 7, 0}, 4);
    add_match(&arena, finding, MATCH_MESSAGE, 2, 0, 2);
    check_rows(&arena, finding, 0, (size_t[]){0, 0, 1, 1}, 2);
    struct html_layout layout;
    struct html_history history = history_of(finding);
    html_layout_make(&layout, &arena, &history, 0);
    assert_int_equal(layout.column_count, 2);
    assert_int_equal(layout.ranks[1], 7);
    assert_int_equal(layout.columns[2], 1);
    check_rows(&arena, finding, 2, (size_t[]){0, 0}, 1);

    /* All events of a collective are on one row, below earlier events. */
    finding = make_finding(&arena, (int[]){0, 0, 1, 2}, 4);
    add_match(&arena, finding, MATCH_COLLECTIVE, 3, 1, 2, 3);
    check_rows(&arena, finding, 0, (size_t[]){0, 1, 1, 1}, 2);

    /* A receive that was posted before the message was sent. */
    finding = make_finding(&arena, (int[]){1, 0}, 2);
    add_match(&arena, finding, MATCH_MESSAGE, 2, 1, 0);
    check_rows(&arena, finding, 0, (size_t[]){0, 0}, 1);
    arena_free(&arena);
}

static void rows_exist_for_any_input(void **state)
{
    (void)state;
    struct arena arena = {0};
    /* A non-blocking collective of 0 and 3 with a message between them cannot share a row. */
    struct finding *finding = make_finding(&arena, (int[]){0, 0, 1, 1}, 4);
    add_match(&arena, finding, MATCH_COLLECTIVE, 2, 0, 3);
    add_match(&arena, finding, MATCH_MESSAGE, 2, 1, 2);
    check_rows(&arena, finding, 0, (size_t[]){0, 1, 2, 3}, 4);

    /* Two events of one rank in a collective, events that are not there, a message to itself. */
    finding = make_finding(&arena, (int[]){0, 0}, 2);
    add_match(&arena, finding, MATCH_COLLECTIVE, 4, 0, 1, 99, 0);
    add_match(&arena, finding, MATCH_MESSAGE, 2, 1, 1);
    add_match(&arena, finding, MATCH_MESSAGE, 1, 0);
    check_rows(&arena, finding, 0, (size_t[]){0, 1}, 2);
    arena_free(&arena);
}

static size_t occurrences(const char *text, const char *of)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, of)); at++)
        count++;
    return count;
}

/* Lists are closed, whatever the depths. */
static void stacks_are_nested(void **state)
{
    struct stack_branch branches[] = {
        {0, "0-4", "main a.c:9"},
        {1, "0-2,4", "step a.c:3"},
        {7, "2", "<deep>"},
        {1, "3", "relax a.c:5"},
        {0, "5", ""},
    };
    struct finding finding = {.stacks = branches,
                              .stack_count = sizeof branches / sizeof *branches};
    struct text out;
    struct html html = {.out = &out};
    (void)state;
    text_init(&out, 1 << 20);
    html_stacks(&html, &finding);
    assert_non_null(strstr(out.data, "ranks 0-2,4</span> <code>step a.c:3</code>"));
    assert_non_null(strstr(out.data, "rank 2</span> <code>&lt;deep&gt;</code>"));
    assert_non_null(strstr(out.data, "rank 5</span> <code>(no stack)</code>"));
    assert_int_equal(occurrences(out.data, "<ul>"), 3);
    assert_int_equal(occurrences(out.data, "</ul>"), 3);
    assert_int_equal(occurrences(out.data, "<li>"), finding.stack_count);
    assert_int_equal(occurrences(out.data, "</li>"), finding.stack_count);
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_inert),
        cmocka_unit_test(long_text_is_cut),
        cmocka_unit_test(short_text_counts_characters),
        cmocka_unit_test(blocks_and_paragraphs_keep_lines),
        cmocka_unit_test(digests_are_sha256),
        cmocka_unit_test(sources_give_lines),
        cmocka_unit_test(sources_stay_in_the_project),
        cmocka_unit_test(rows_are_logical_time),
        cmocka_unit_test(rows_exist_for_any_input),
        cmocka_unit_test(stacks_are_nested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
