#include "report/phrase.h"
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct location *add_location(struct document *document, struct finding *finding, int rank,
                                     const char *call, int line)
{
    struct location *at = arena_push(&document->arena, finding->locations, finding->location_count);
    *at = (struct location){
        .rank = rank, .call = call, .file = "a.c", .line = line, .function = "main"};
    return at;
}

static void add_argument(struct document *document, struct location *at, const char *name,
                         const char *value)
{
    *arena_push(&document->arena, at->arguments, at->argument_count) =
        (struct argument){.name = name, .text = value};
}

static void add_wait(struct document *document, struct finding *finding, int rank, int on, bool any,
                     const char *why)
{
    *arena_push(&document->arena, finding->waits, finding->wait_count) =
        (struct wait){rank, on, any, why};
}

/* Checks the printed document, and frees it. */
static void expect(struct document *document, bool color, const char *expected)
{
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(document, color, &text);
    assert_string_equal(text.data, expected);
    text_free(&text);
    document_free(document);
}

static void a_whole_finding(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    document.ranks = 6;
    document.mpi = "mpich";
    document.coverage = "one execution";
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "ranks 0-2,5 wait for ever";
    finding->why = "nobody sends\nand nobody will";
    finding->replay = "tutti replay r-1";
    finding->next = "tutti verify --from=r-1";
    static const int ranks[] = {5, 1, 0, 2};
    for (size_t i = 0; i < 4; i++) {
        struct location *at = add_location(&document, finding, ranks[i], "MPI_Recv", 12);
        add_argument(&document, at, "source", "ANY");
        add_argument(&document, at, "tag", "7");
        add_argument(&document, at, "comm", "WORLD");
        *arena_push(&document.arena, at->stack, at->stack_count) = "main at a.c:12";
    }
    add_location(&document, finding, 3, "MPI_Barrier", 20);
    *arena_push(&document.arena, finding->related, finding->related_count) =
        (struct related){.what = "created at", .file = "a.c", .line = 9};
    expect(&document, false,
           "a.c:12: error: ranks 0-2,5 wait for ever [deadlock]\n"
           "  ranks 0-2,5: MPI_Recv(src=ANY, tag=7, comm=WORLD) at a.c:12 in main\n"
           "      main at a.c:12\n"
           "  rank 3: MPI_Barrier() at a.c:20 in main\n"
           "  created at a.c:9\n"
           "  why: nobody sends\n"
           "    and nobody will\n"
           "  replay: tutti replay r-1\n"
           "  next: tutti verify --from=r-1\n"
           "\n"
           "SUMMARY: 1 error (6 ranks, MPICH); one execution\n");
}

static void what_differs_is_not_merged(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "h";
    add_argument(&document, add_location(&document, finding, 0, "MPI_Recv", 1), "tag", "1");
    add_argument(&document, add_location(&document, finding, 1, "MPI_Recv", 1), "tag", "2");
    add_argument(&document, add_location(&document, finding, 2, "MPI_Recv", 1), "source", "1");
    add_location(&document, finding, 3, "MPI_Recv", 1);
    add_location(&document, finding, 4, "MPI_Recv", 2);
    add_location(&document, finding, 5, "MPI_Send", 2);
    add_location(&document, finding, -1, "MPI_Send", 2);
    struct location *at = add_location(&document, finding, 6, "MPI_Send", 2);
    *arena_push(&document.arena, at->stack, at->stack_count) = "main at a.c:2";
    expect(&document, false,
           "a.c:1: error: h [deadlock]\n"
           "  rank 0: MPI_Recv(tag=1) at a.c:1 in main\n"
           "  rank 1: MPI_Recv(tag=2) at a.c:1 in main\n"
           "  rank 2: MPI_Recv(src=1) at a.c:1 in main\n"
           "  rank 3: MPI_Recv() at a.c:1 in main\n"
           "  rank 4: MPI_Recv() at a.c:2 in main\n"
           "  rank 5: MPI_Send() at a.c:2 in main\n"
           "  MPI_Send() at a.c:2 in main\n"
           "  rank 6: MPI_Send() at a.c:2 in main\n"
           "      main at a.c:2\n"
           "\n"
           "SUMMARY: 1 error\n");
}

static void waits_in_words(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "h";
    add_wait(&document, finding, 3, 0, true, "MPI_Waitany");
    add_wait(&document, finding, 0, 3, false, "MPI_Barrier");
    add_wait(&document, finding, 1, 3, false, "MPI_Barrier");
    add_wait(&document, finding, 3, 2, true, "MPI_Waitany");
    add_wait(&document, finding, 2, 0, false, NULL);
    add_wait(&document, finding, 2, 1, false, NULL);
    add_wait(&document, finding, 4, 1, true, "mixed");
    add_wait(&document, finding, 4, 0, false, "mixed");
    add_wait(&document, finding, 4, 2, true, "mixed");
    expect(&document, false,
           "error: h [deadlock]\n"
           "  ranks 0-1 wait for rank 3: MPI_Barrier\n"
           "  rank 2 waits for all of ranks 0-1\n"
           "  rank 3 waits for any of ranks 0,2: MPI_Waitany\n"
           "  rank 4 waits for rank 0: mixed\n"
           "  rank 4 waits for any of ranks 1-2: mixed\n"
           "\n"
           "SUMMARY: 1 error\n");
}

static void stacks_as_a_tree(void **state)
{
    static const struct stack_branch branches[] = {
        {0, "5", ""},
        {0, "0-4", "main a.c:9"},
        {1, "0-2,4", "step a.c:3 > MPI_Bcast"},
        {1, "3", "relax a.c:5"},
        {1 << 30, "3", "deep"},
    };
    struct document document;
    (void)state;
    document_init(&document, "watch");
    struct finding *finding = document_add(&document, "hang.computation");
    finding->headline = "h";
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++)
        *arena_push(&document.arena, finding->stacks, finding->stack_count) = branches[i];
    expect(&document, false,
           "error: h [hang.computation]\n"
           "  where the ranks are:\n"
           "    rank 5  (no stack)\n"
           "    ranks 0-4  main a.c:9\n"
           "      ranks 0-2,4  step a.c:3 > MPI_Bcast\n"
           "      rank 3  relax a.c:5\n"
           "                                                                                     "
           "                                               rank 3  deep\n"
           "\n"
           "SUMMARY: 1 error\n");
}

static void summaries(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.ranks = 1;
    document.mpi = "openmpi";
    expect(&document, false, "SUMMARY: nothing found (1 rank, Open MPI)\n");
    document_init(&document, "verify");
    document.mpi = "abi";
    expect(&document, false, "SUMMARY: nothing found (MPI ABI)\n");
    document_init(&document, "verify");
    document.verdict = VERDICT_INCOMPLETE;
    document.mpi = "other";
    document.coverage = "3 of 9 explored";
    expect(&document, false,
           "SUMMARY: nothing found so far, not proven (other); 3 of 9 explored\n");
    document_init(&document, "verify");
    static const char *const found[] = {"deadlock", "deadlock", "race.message", "race.message"};
    for (size_t i = 0; i < 4; i++)
        document_add(&document, found[i])->headline = "h";
    document.findings[3].severity = SEVERITY_WARNING;
    document.unfinished = true;
    expect(&document, false,
           "error: h [deadlock]\n\nerror: h [deadlock]\n\nnote: h [race.message]\n\n"
           "warning: h [race.message]\n\n"
           "SUMMARY: 2 errors, 1 warning, 1 note so far, search not complete\n");
}

static void add_interleaving(struct document *document, uint64_t number, const char *outcome)
{
    *arena_push(&document->arena, document->interleavings, document->interleaving_count) =
        (struct interleaving){.number = number, .outcome = outcome};
}

static void searches_in_a_line(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "verify");
    document.interleaving_total = 1;
    add_interleaving(&document, 1, "ended");
    expect(&document, false, "explored: 1 execution; none fails\nSUMMARY: nothing found\n");

    document_init(&document, "verify");
    document.interleaving_total = 90;
    *arena_push(&document.arena, document.stats, document.stat_count) =
        (struct stat_value){"executions", 91};
    *arena_push(&document.arena, document.stats, document.stat_count) =
        (struct stat_value){"choices", 270};
    add_interleaving(&document, 7, "crash");
    expect(&document, false,
           "explored: 91 executions with 270 choices; of the 1 kept, interleaving 7 fails\n"
           "SUMMARY: nothing found\n");

    /* The numbers are not in order, have gaps, are not complete, and do not all fit. */
    document_init(&document, "verify");
    document.interleaving_total = 1000;
    for (uint64_t i = 60; i > 20; i -= 2)
        add_interleaving(&document, i, "deadlock");
    for (uint64_t i = 2; i < 6; i++)
        add_interleaving(&document, i, "deadlock");
    add_interleaving(&document, 1, "ended");
    expect(&document, false,
           "explored: 1000 executions; of the 25 kept, interleavings "
           "2-5,22,24,26,28,30,32,34,36,38 and 11 more fail\nSUMMARY: nothing found\n");
}

static void places_that_are_not_known(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "crash.signal");
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = 2};
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = -1};
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = 1, .file = "lib.so"};
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = 0, .function = "relax"};
    *arena_push(&document.arena, finding->related, finding->related_count) =
        (struct related){.what = "started by the shell"};
    expect(&document, false,
           "error:  [crash.signal]\n"
           "  rank 2: at an unknown place\n"
           "  rank 1: at lib.so\n"
           "  rank 0: in relax\n"
           "  started by the shell\n"
           "\n"
           "SUMMARY: 1 error\n");
}

static void colors_only_where_asked_for(void **state)
{
    (void)state;
    struct document document;
    document_init(&document, "run");
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = "h";
    *arena_push(&document.arena, finding->locations, finding->location_count) =
        (struct location){.rank = -1, .file = "a.c", .line = 1};
    expect(&document, true,
           "\033[1ma.c:1:\033[0m \033[1;31merror:\033[0m \033[1mh\033[0m "
           "\033[2m[deadlock]\033[0m\n"
           "  at a.c:1\n"
           "\n"
           "\033[1mSUMMARY:\033[0m 1 error\n");
}

/* If every string of a document is hostile, only our own newlines control the terminal. */
static void a_terminal_is_safe(void **state)
{
    (void)state;
    static const char evil[] = "\033[2J\x07\r\n\x7f\xff\xc2\x9b\xe2\x80\xa8!";
    struct document document;
    document_init(&document, "run");
    document.mpi = document.coverage = evil;
    struct finding *finding = document_add(&document, "deadlock");
    finding->headline = finding->why = finding->replay = finding->next = finding->rule = evil;
    struct location *at = add_location(&document, finding, 0, evil, 1);
    add_argument(&document, at, evil, evil);
    at->file = at->function = evil;
    *arena_push(&document.arena, at->stack, at->stack_count) = evil;
    *arena_push(&document.arena, finding->related, finding->related_count) =
        (struct related){.what = evil, .file = evil, .line = 1};
    add_wait(&document, finding, 0, 1, false, evil);
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_text(&document, false, &text);
    size_t lines = 0;
    for (const char *byte = text.data; *byte; byte++) {
        lines += *byte == '\n';
        assert_true(*byte == '\n' || (*byte >= ' ' && *byte < 0x7f));
    }
    assert_int_equal(lines, 11); /* `why` alone may have several: two here */
    assert_non_null(strstr(text.data, "\\x1b[2J\\x07\\x0d\\x0a\\x7f\\xff\\u009b\\u2028!"));
    text_free(&text);
    document_free(&document);
}

static void long_strings_are_cut(void **state)
{
    (void)state;
    struct text text;
    text_init(&text, 100);
    phrase_add(&text, "abcdef", 6);
    assert_string_equal(text.data, "abcdef");
    text_clear(&text);
    phrase_add(&text, "abcdef", 5);
    assert_string_equal(text.data, "abcde...");
    text_clear(&text);
    phrase_add(&text, "\xC3\xA9\xC3\xA9\xC3\xA9", 2); /* characters, not bytes */
    assert_string_equal(text.data, "\xC3\xA9\xC3\xA9...");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_finding),
        cmocka_unit_test(what_differs_is_not_merged),
        cmocka_unit_test(waits_in_words),
        cmocka_unit_test(stacks_as_a_tree),
        cmocka_unit_test(summaries),
        cmocka_unit_test(searches_in_a_line),
        cmocka_unit_test(places_that_are_not_known),
        cmocka_unit_test(colors_only_where_asked_for),
        cmocka_unit_test(a_terminal_is_safe),
        cmocka_unit_test(long_strings_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
