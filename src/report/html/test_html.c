/* The whole page: that it is well formed, complete, closed to the outside, and has its caps. */
#include "report/html/digest.h"
#include "report/html/html.h"
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static size_t count_of(const char *page, const char *needle)
{
    size_t count = 0;
    for (const char *at = page; (at = strstr(at, needle)); at += strlen(needle))
        count++;
    return count;
}

static bool is_void(const char *name)
{
    static const char *const names[] = {"meta", "input", "br", "hr", "img", "link"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Checks that every element is closed at the right place. Skips the text of the script and the
 * style. */
static void check_well_formed(const char *page)
{
    char stack[64][32];
    int depth = 0;
    for (const char *at = strchr(page, '<'); at; at = strchr(at + 1, '<')) {
        bool closes = at[1] == '/';
        const char *word = at + 1 + closes;
        size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (length == 0) {
            assert_true(at == page); /* the doctype alone; every other < is a tag */
            continue;
        }
        char name[32] = "";
        assert_true(length < sizeof name);
        memcpy(name, word, length);
        const char *end = strchr(at, '>');
        assert_non_null(end);
        if (closes) {
            assert_true(depth > 0);
            assert_string_equal(stack[--depth], name);
        } else if (end[-1] != '/' && !is_void(name)) {
            assert_true(depth < 64);
            strcpy(stack[depth++], name);
        }
        at = end;
        if (!closes && (strcmp(name, "script") == 0 || strcmp(name, "style") == 0)) {
            char closing[40];
            snprintf(closing, sizeof closing, "</%s>", name);
            at = strstr(at, closing) - 1;
        }
    }
    assert_int_equal(depth, 0);
}

static char *render(const struct document *const *documents, size_t count)
{
    struct text out;
    text_init(&out, REPORT_TEXT_CAP);
    report_print_html(documents, count, &out);
    assert_false(out.cut);
    check_well_formed(out.data);
    return out.data;
}

static char *render_one(const struct document *document)
{
    return render(&document, 1);
}

static struct location place(struct document *document, int rank, const char *call,
                             const char *name, const char *value)
{
    struct location at = {.rank = rank, .call = call, .file = "test_html.c", .line = 2};
    *arena_push(&document->arena, at.arguments, at.argument_count) =
        (struct argument){name, value, false};
    return at;
}

static void add_event(struct document *document, struct finding *finding, int rank,
                      const char *call, enum event_state state)
{
    *arena_push(&document->arena, finding->events, finding->event_count) =
        (struct event){place(document, rank, call, "tag", "7"), state};
}

static struct match *add_match(struct document *document, struct finding *finding,
                               enum match_kind kind, size_t first, size_t second)
{
    struct match *match = arena_push(&document->arena, finding->matches, finding->match_count);
    match->kind = kind;
    *arena_push(&document->arena, match->events, match->event_count) = first;
    *arena_push(&document->arena, match->events, match->event_count) = second;
    return match;
}

static void add_wait(struct document *document, struct finding *finding, int rank, int on, bool any)
{
    *arena_push(&document->arena, finding->waits, finding->wait_count) =
        (struct wait){rank, on, any, "MPI_Recv"};
}

static struct finding *add_deadlock(struct document *document)
{
    struct finding *finding = document_add(document, "deadlock");
    finding->headline = "Two ranks wait for each other";
    finding->why = "Neither sends.\n\nNeither can.";
    finding->replay = "tutti replay x";
    finding->next = "tutti verify --from=x";
    for (int rank = 0; rank < 3; rank++) {
        *arena_push(&document->arena, finding->ranks, finding->rank_count) = rank;
        *arena_push(&document->arena, finding->locations, finding->location_count) =
            place(document, rank, "MPI_Recv", "source", rank == 1 ? "0" : "1");
    }
    *arena_push(&document->arena, finding->related, finding->related_count) =
        (struct related){.what = "created at", .file = "no-such-file.c", .line = 3};
    add_event(document, finding, 0, "MPI_Send", EVENT_DONE);
    add_event(document, finding, 2, "MPI_Send", EVENT_PENDING);
    add_event(document, finding, 1, "MPI_Recv", EVENT_DONE);
    add_event(document, finding, 0, "MPI_Recv", EVENT_BLOCKED);
    add_event(document, finding, 1, "MPI_Recv", EVENT_FAILED);
    struct match *match = add_match(document, finding, MATCH_MESSAGE, 0, 2);
    match->wildcard = true;
    *arena_push(&document->arena, match->alternatives, match->alternative_count) = 1;
    add_match(document, finding, MATCH_COLLECTIVE, 3, 4);
    add_wait(document, finding, 0, 1, false);
    add_wait(document, finding, 1, 0, false);
    add_wait(document, finding, 2, 1, true);
    return finding;
}

static void check_has(const char *page, const char *needle)
{
    if (!strstr(page, needle))
        fail_msg("no '%s' in the page", needle);
}

static void a_finding_is_complete(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.directory = TUTTI_TEST_SOURCE "/html";
    document.ranks = 3;
    add_deadlock(&document);
    char *page = render_one(&document);
    check_has(page, "<title>1 finding \xe2\x80\x93 Tutti report</title>");
    check_has(page, "Two ranks wait for each other</h3>");
    check_has(page, "<p>Neither sends.</p>\n<p>Neither can.</p>");
    check_has(page, "<code>tutti replay x</code>");
    check_has(page, "<code>tutti verify --from=x</code>");
    /* Ranks 0 and 2 made the same call; the place is one card with one excerpt. */
    check_has(page, "<span class=\"who\">ranks 0,2</span> <code class=\"call\"><b>MPI_Recv</b>"
                    "(<i>src=</i>1)</code>");
    assert_int_equal(count_of(page, "<li class=\"card\">"), 1);
    assert_int_equal(count_of(page, "data-place=\"1\"><figcaption>"), 1);
    check_has(page,
              "<span class=\"line here\"><i>2</i><mark>#include &quot;report/html/digest.h&quot;"
              "</mark>\n</span>");
    check_has(page, "no-such-file.c was not found in " TUTTI_TEST_SOURCE "/html.");
    /* The diagram. */
    assert_int_equal(count_of(page, "<g class=\"event\""), 5);
    assert_int_equal(count_of(page, "<tr id="), 5);
    assert_int_equal(count_of(page, "<g class=\"arrow wildcard\" data-from=\"1\" data-to=\"3\""),
                     2);
    assert_int_equal(count_of(page, "<g class=\"arrow alternative\" data-from=\"2\" data-to=\"3\""),
                     2);
    assert_int_equal(count_of(page, "<g class=\"collective\" data-from=\"5\""), 1);
    check_has(page, "takes the message of event 1 of rank 0; could have taken event 2 of rank 2");
    check_has(page, "blocked</tspan>");
    check_has(page, "failed</tspan>");
    check_has(page, "pending</tspan>");
    /* The wait-for graph. */
    assert_int_equal(count_of(page, "<g class=\"wait all cycle\"><title>"), 2);
    assert_int_equal(count_of(page, "<g class=\"wait any\"><title>"), 1);
    check_has(page, "A cycle: rank 0 waits for 1 \xe2\x86\x92 0.");
    /* The rule. */
    check_has(page, "<a class=\"rule\" href=\"#rule-1\">deadlock</a>");
    assert_int_equal(count_of(page, "id=\"rule-1\""), 1);
    check_has(page, "Right</figcaption>");
    free(page);
    document_free(&document);
}

static const char *between(const char *page, const char *start, const char *end, size_t *length)
{
    const char *from = strstr(page, start);
    assert_non_null(from);
    from += strlen(start);
    const char *to = strstr(from, end);
    assert_non_null(to);
    *length = (size_t)(to - from);
    return from;
}

static void the_policy_names_what_is_inline(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    char *page = render_one(&document), digest[DIGEST_TEXT_SIZE], expected[128];
    check_has(page, "content=\"default-src 'none'; style-src 'sha256-");
    size_t length;
    const char *part = between(page, "<style>", "</style>", &length);
    digest_base64(part, length, digest);
    snprintf(expected, sizeof expected, "style-src 'sha256-%s'", digest);
    check_has(page, expected);
    part = between(page, "<script>", "</script>", &length);
    digest_base64(part, length, digest);
    snprintf(expected, sizeof expected, "script-src 'sha256-%s'", digest);
    check_has(page, expected);
    assert_int_equal(count_of(page, "<script"), 1);
    assert_int_equal(count_of(page, "</script"), 1);
    assert_int_equal(count_of(page, " src="), 0);
    assert_int_equal(count_of(page, "http://") + count_of(page, "https://"), 0);
    assert_int_equal(count_of(page, " style="), 0);
    free(page);
    document_free(&document);
}

static void a_clean_document_says_what_it_covers(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.coverage = "all 6 matchings";
    document.ranks = 4;
    document.mpi = "mpich";
    *arena_push(&document.arena, document.stats, document.stat_count) =
        (struct stat_value){"executions", 12345};
    *arena_push(&document.arena, document.command, document.command_count) = "tutti";
    *arena_push(&document.arena, document.command, document.command_count) = "verify";
    char *page = render_one(&document);
    check_has(page, "Nothing found</h2>");
    check_has(page, "Covered: all 6 matchings");
    check_has(page, "<dt>Ranks</dt><dd>4</dd>");
    check_has(page, "<dt>Executions</dt><dd>12,345</dd>");
    check_has(page, "<code>tutti verify</code>");
    assert_int_equal(count_of(page, "<article"), 0);
    free(page);
    document.verdict = VERDICT_INCOMPLETE;
    page = render_one(&document);
    check_has(page, "Not proven</h2>");
    free(page);
    document_free(&document);
}

static void documents_have_a_section_each(void **state)
{
    (void)state;
    struct document first, second;
    document_init(&first, "verify");
    document_init(&second, "run");
    add_deadlock(&first);
    add_deadlock(&second);
    const struct document *documents[] = {&first, &second};
    char *page = render(documents, 2);
    assert_int_equal(count_of(page, "<section class=\"document\""), 2);
    /* Both have a finding 1, but the ids of elements differ. */
    assert_int_equal(count_of(page, "id=\"f1\""), 1);
    assert_int_equal(count_of(page, "id=\"f2\""), 1);
    assert_int_equal(count_of(page, "class=\"rule-page\""), 1);
    check_has(page, "<a href=\"#d2\">");
    free(page);
    document_free(&first);
    document_free(&second);
    page = render(NULL, 0);
    free(page);
}

static void hostile_strings_stay_text(void **state)
{
    (void)state;
    static const char evil[] =
        "\"'></title></svg></script><script>x</script>\n\x1b\xff\xe2\x80\xae";
    struct document document;
    document_init(&document, evil);
    document.coverage = document.mpi = document.buffering = document.directory = evil;
    *arena_push(&document.arena, document.stats, document.stat_count) =
        (struct stat_value){evil, 1};
    *arena_push(&document.arena, document.command, document.command_count) = evil;
    struct finding *finding = add_deadlock(&document);
    finding->id = finding->rule = finding->headline = finding->why = finding->replay =
        finding->next = evil;
    struct location *at = &finding->locations[0];
    at->call = at->file = at->function = evil;
    at->arguments[0] = (struct argument){evil, evil, false};
    *arena_push(&document.arena, at->stack, at->stack_count) = evil;
    finding->related[0].what = finding->related[0].file = evil;
    finding->events[0].at = *at;
    finding->waits[0].why = evil;
    char *page = render_one(&document);
    assert_int_equal(count_of(page, "<script"), 1);
    assert_null(strstr(page, "\xe2\x80\xae"));
    assert_null(strchr(page, '\x1b'));
    assert_null(strstr(page, "\xff"));
    free(page);
    document_free(&document);
}

/* Adds an interleaving in which wildcards of rank 0 match the messages of ranks 1 and 2 in this
 * order. */
static void add_interleaving(struct document *document, uint64_t number, const char *outcome,
                             size_t sender)
{
    struct arena *arena = &document->arena;
    struct interleaving *run =
        arena_push(arena, document->interleavings, document->interleaving_count);
    *run = (struct interleaving){.number = number, .outcome = outcome};
    static const int ranks[] = {1, 2, 0, 0};
    for (size_t i = 0; i < 4; i++)
        *arena_push(arena, run->events, run->event_count) = (struct event){
            place(document, ranks[i], ranks[i] ? "MPI_Send" : "MPI_Recv", "tag", "7"), EVENT_DONE};
    for (size_t i = 0; i < 2; i++) {
        struct match *match = arena_push(arena, run->matches, run->match_count);
        *arena_push(arena, match->events, match->event_count) = i == 0 ? sender : 1 - sender;
        *arena_push(arena, match->events, match->event_count) = 2 + i;
        match->wildcard = i == 0;
        if (i == 0)
            *arena_push(arena, match->alternatives, match->alternative_count) = 1 - sender;
    }
}

static void interleavings_share_their_pieces(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.directory = TUTTI_TEST_SOURCE "/html";
    document_add(&document, "deadlock")->headline = "stuck";
    document.interleaving_total = 7;
    add_interleaving(&document, 5, "deadlock", 1);
    *arena_push(&document.arena, document.interleavings[0].finding_ids,
                document.interleavings[0].finding_count) = "v-1";
    document.interleavings[0].choices = "the first receive takes rank 2";
    document.interleavings[0].result = "6f";
    add_interleaving(&document, 1, "ended", 0);
    add_interleaving(&document, 2, "ended", 0);
    char *page = render_one(&document);
    check_has(page, "7 interleavings were explored, 3 are shown here; 1 of them fails.</p>");
    check_has(page, "Only those that fail (1)</button>");
    /* In the order of their numbers; the one that fails is drawn, and the finding leads to it. */
    check_has(page, "<tr id=\"i1-r1\" data-picture=");
    check_has(page, "<tr id=\"i1-r3\" class=\"fails\" data-picture=");
    check_has(page, "data-start=\"2\" data-explored=\"7\"");
    check_has(page, "<h4 id=\"i1-trace\">Interleaving 5</h4>");
    check_has(page, "Shown by interleaving <a class=\"interleaving\" href=\"#i1-r3\">5</a></p>");
    check_has(page,
              "<td><span class=\"state failed\">deadlock</span></td><td><a href=\"#f1\">v-1</a>"
              "</td><td>the first receive takes rank 2</td><td>6f</td></tr>");
    /* Equal drawings are written once. All sends and receives occur twice, in the printed picture
     * and as a piece; only the second receive is the same piece. */
    assert_int_equal(count_of(page, "<g class=\"event\""), 4 + 3);
    assert_int_equal(count_of(page, "<tr data-place="), 3);
    assert_int_equal(count_of(page, "<p>takes the message of event 1 of rank 1; could have"), 1);
    assert_int_equal(count_of(page, "<figure class=\"source\""), 1);
    size_t first, second, third;
    const char *one = between(page, "id=\"i1-r1\" data-picture=\"", "\"", &first);
    const char *two = between(page, "id=\"i1-r2\" data-picture=\"", "\"", &second);
    const char *last = between(page, "class=\"fails\" data-picture=\"", "\"", &third);
    assert_int_equal(first, second);
    assert_memory_equal(one, two, first);
    assert_true(third != first || memcmp(one, last, first) != 0);
    free(page);
    document_free(&document);
}

static void unusual_interleavings_do_no_harm(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.interleaving_total = 1;
    struct interleaving *run =
        arena_push(&document.arena, document.interleavings, document.interleaving_count);
    *run = (struct interleaving){.number = 1, .outcome = "ended"};
    char *page = render_one(&document);
    check_has(page, "1 interleaving was explored; none of them fails.</p>");
    assert_int_equal(count_of(page, "<tr id=\"i1-r1\"><th"), 1);
    assert_int_equal(count_of(page, "class=\"trace\""), 0);
    assert_int_equal(count_of(page, "Only those that fail ("), 0);
    free(page);
    static const char evil[] = "\"'></template></table></script><script>x</script>\n\x1b\xff";
    add_interleaving(&document, UINT64_MAX, evil, 0);
    run = &document.interleavings[1];
    run->choices = run->result = run->events[0].at.call = run->events[0].at.file = evil;
    run->matches[1].events[1] = 99;
    for (size_t i = 0; i < HTML_REFERENCE_CAP + 1; i++)
        *arena_push(&document.arena, run->finding_ids, run->finding_count) = evil;
    page = render_one(&document);
    assert_int_equal(count_of(page, "<script"), 1);
    assert_int_equal(count_of(page, "<template"), 3);
    assert_null(strchr(page, '\x1b'));
    free(page);
    document_free(&document);
}

static void many_interleavings_are_capped(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.interleaving_total = 5000;
    for (uint64_t i = 1; i <= 3000; i++)
        add_interleaving(&document, i, i > 2500 ? "deadlock" : "ended", i % 2);
    char *page = render_one(&document);
    check_has(page, "5,000 interleavings were explored, 2,000 are shown here; 500 of them fail. "
                    "1,000 more are left out here and kept in the JSON file.");
    assert_int_equal(count_of(page, "<tr id=\"i1-r"), HTML_INTERLEAVING_CAP);
    assert_int_equal(count_of(page, "class=\"fails\""), 500);
    check_has(page, "href=\"#i1-r2000\">3000</a>");
    free(page);
    document_free(&document);

    /* Long interleavings: only the end of each is shown, and only as many as fit on a page. */
    document_init(&document, "verify");
    document.interleaving_total = 600;
    for (uint64_t i = 1; i <= 600; i++) {
        struct interleaving *run =
            arena_push(&document.arena, document.interleavings, document.interleaving_count);
        *run = (struct interleaving){.number = i, .outcome = "ended"};
        for (int j = 0; j < HTML_EVENT_CAP + 1; j++)
            *arena_push(&document.arena, run->events, run->event_count) =
                (struct event){.at = {.rank = j % 3, .call = "MPI_Barrier"}};
    }
    page = render_one(&document);
    assert_int_equal(count_of(page, "<tr id=\"i1-r"), 500);
    check_has(page, "This shows the last 400 of 401 events; the first 1 is left out");
    check_has(page, "data-total=\"401\"");
    free(page);
    document_free(&document);
}

static void unusual_findings_do_no_harm(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "check");
    struct finding *finding = document_add(&document, "deadlock");
    finding->rule = "rule.of.tomorrow";
    struct location *at = arena_push(&document.arena, finding->locations, finding->location_count);
    at->rank = -1;
    *arena_push(&document.arena, at->arguments, at->argument_count) =
        (struct argument){"x", NULL, 0};
    add_event(&document, finding, -1, NULL, EVENT_DONE);
    finding->events[0].at.file = NULL;
    add_match(&document, finding, MATCH_MESSAGE, 5, 0);
    add_match(&document, finding, MATCH_MESSAGE, 0, 0)->wildcard = true;
    add_match(&document, finding, MATCH_MESSAGE, 0, 0)->event_count = 1;
    add_match(&document, finding, MATCH_COLLECTIVE, 7, 8);
    add_wait(&document, finding, 3, 3, true);
    char *page = render_one(&document);
    check_has(page, "rule.of.tomorrow</h3>");
    check_has(page, "This version of Tutti does not know the rule.");
    check_has(page, "A cycle: rank 3 waits for 3.");
    assert_int_equal(count_of(page, "data-from="), 0);
    free(page);
    document_free(&document);
}

static void large_findings_are_capped(void **state)
{
    (void)state;
    enum { EVENTS = 20000, RANKS = 200 };
    struct document document;
    document_init(&document, "verify");
    document.directory = TUTTI_TEST_SOURCE "/html";
    struct finding *finding = document_add(&document, "deadlock");
    for (int i = 0; i < EVENTS; i++)
        add_event(&document, finding, i % 64, "MPI_Send", EVENT_DONE);
    for (size_t i = EVENTS - 2; i < EVENTS; i++) {
        struct match *match = add_match(&document, finding, MATCH_MESSAGE, EVENTS - 3, i);
        for (size_t j = 0; j < EVENTS; j++)
            for (int k = 0; j >= EVENTS - HTML_EVENT_CAP && k < 10; k++)
                *arena_push(&document.arena, match->alternatives, match->alternative_count) = j;
    }
    for (int i = 0; i < RANKS; i++) {
        add_wait(&document, finding, i, (i + 1) % RANKS, false);
        *arena_push(&document.arena, finding->locations, finding->location_count) =
            place(&document, i, "MPI_Send", "tag", arena_printf(&document.arena, "%d", i));
    }
    char *page = render_one(&document);
    assert_int_equal(count_of(page, "<g class=\"event\""), HTML_EVENT_CAP);
    check_has(page, "This shows the last 400 of 20,000 events; the first 19,600 are left out");
    check_has(page, "data-event=\"20000\"");
    assert_null(strstr(page, "data-event=\"19600\""));
    assert_int_equal(count_of(page, "data-from=\"19998\" data-to=\"19999\""), 2);
    assert_int_equal(count_of(page, "class=\"arrow"), 2 * HTML_ARROW_CAP + 2);
    check_has(page, "Only the first 2000 arrows are drawn.");
    assert_int_equal(count_of(page, "<g class=\"node"), HTML_WAIT_RANK_CAP);
    check_has(page, "At most 128 ranks");
    assert_int_equal(count_of(page, "<span class=\"who\">"), HTML_CALL_CAP);
    check_has(page, "136 more calls left out here");
    free(page);
    document_free(&document);
}

static void many_findings_share_the_page(void **state)
{
    (void)state;
    enum { FINDINGS = 1000, EVENTS = 30 };
    struct document document;
    document_init(&document, "verify");
    for (int i = 0; i < FINDINGS; i++) {
        struct finding *finding = document_add(&document, "deadlock");
        for (int j = 0; j < EVENTS; j++)
            add_event(&document, finding, j % 4, "MPI_Send", EVENT_DONE);
    }
    char *page = render_one(&document);
    assert_int_equal(count_of(page, "<article class=\"finding"), FINDINGS);
    assert_int_equal(count_of(page, "<g class=\"event\""), FINDINGS * HTML_EVENT_FLOOR);
    check_has(page, "This shows the last 12 of 30 events");
    free(page);
    for (int i = FINDINGS; i < HTML_FINDING_CAP + 1; i++)
        document_add(&document, "leak.comm");
    page = render_one(&document);
    assert_int_equal(count_of(page, "<article class=\"finding"), HTML_FINDING_CAP);
    check_has(page, "1 more finding left out here");
    check_has(page, "5,001 findings</h2>");
    free(page);
    document_free(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_is_complete),
        cmocka_unit_test(the_policy_names_what_is_inline),
        cmocka_unit_test(a_clean_document_says_what_it_covers),
        cmocka_unit_test(documents_have_a_section_each),
        cmocka_unit_test(hostile_strings_stay_text),
        cmocka_unit_test(interleavings_share_their_pieces),
        cmocka_unit_test(unusual_interleavings_do_no_harm),
        cmocka_unit_test(many_interleavings_are_capped),
        cmocka_unit_test(unusual_findings_do_no_harm),
        cmocka_unit_test(large_findings_are_capped),
        cmocka_unit_test(many_findings_share_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
