/* Tests of record.c and file.c. */
#include "world/record/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct world_op operation(const char *call, int context, int peer, int tag, uint64_t bytes)
{
    struct world_op op = {.kind = OP_SEND,
                          .context = context,
                          .site = 4711,
                          .message = {.peer = peer, .tag = tag, .bytes = bytes}};
    strncpy(op.call, call, sizeof op.call - 1);
    return op;
}

static void add(struct record *record, int rank, const char *call, int context, int tag)
{
    struct world_op op = operation(call, context, 1 - rank, tag, 8);
    assert_true(record_add_step(record, rank, &op));
}

/* Makes a record of two ranks, with awkward words. */
static void make(struct record *record)
{
    static const char *words[] = {"./a b", "", "100%\n\xff", NULL};
    record_init(record, 2);
    record->directory = "/home/a b";
    record->words = words;
    record->word_count = 3;
    static const char *variables[] = {"LEVEL=1 2\n3"};
    record->variables = variables;
    record->variable_count = 1;
    record->input = "in put";
    record->binary_size = UINT64_MAX;
    record->binary_time = 12;
    record->mpi = "openmpi";
    record->buffering = BUFFERING_INFINITE;
    record->collectives = COLLECTIVES_SYNCHRONISING;
    record->ended = true;
    static const char *patterns[] = {"bytes:a b"};
    static struct recorded_test test = {.milliseconds = 2500,
                                        .memory_bytes = UINT64_MAX,
                                        .file_bytes = 7,
                                        .sites = "/a b/sites",
                                        .rank = 1,
                                        .focus = -1,
                                        .flags = 5,
                                        .patterns = patterns,
                                        .pattern_count = 1};
    record->test = &test;
    *arena_push(&record->arena, record->findings, record->finding_count) =
        (struct recorded_finding){"r-1", "send.buffering"};
    record_add_choice(record, &(struct taken_choice){CHOICE_PROBE, 1, 7, 2, 3});
    record_add_choice(record, &(struct taken_choice){CHOICE_ANY, 0, 9, 0, 2});
    for (int i = 0; i < 30; i++)
        add(record, 1, i % 2 ? "MPI_Send" : "MPI_Isend", WORLD_CONTEXT_WORLD, WORLD_ANY);
    add(record, 0, "MPI_Ssend", WORLD_CONTEXT_WORLD, 5);
}

static char *print(const struct record *record, size_t *length)
{
    struct text text;
    text_init(&text, RECORD_FILE_MAX);
    record_print(record, &text);
    *length = text.length;
    char *bytes = text_take(&text);
    text_free(&text);
    return bytes;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct record made, read;
    struct error error;
    size_t length;
    make(&made);
    char *bytes = print(&made, &length);
    assert_int_equal(record_parse(&read, "name", bytes, length, &error), 0);
    assert_string_equal(read.directory, "/home/a b");
    assert_int_equal(read.word_count, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(read.words[i], made.words[i]);
    assert_null(read.words[3]);
    assert_int_equal(read.variable_count, 1);
    assert_string_equal(read.variables[0], made.variables[0]);
    assert_string_equal(read.input, "in put");
    assert_true(read.binary_size == UINT64_MAX && read.binary_time == 12);
    assert_string_equal(read.mpi, "openmpi");
    assert_int_equal(read.buffering, BUFFERING_INFINITE);
    assert_int_equal(read.collectives, COLLECTIVES_SYNCHRONISING);
    assert_true(read.ended);
    assert_true(read.test->milliseconds == 2500 && read.test->memory_bytes == UINT64_MAX);
    assert_true(read.test->file_bytes == 7 && read.test->flags == 5);
    assert_string_equal(read.test->sites, "/a b/sites");
    assert_true(read.test->rank == 1 && read.test->focus == -1);
    assert_int_equal(read.test->pattern_count, 1);
    assert_string_equal(read.test->patterns[0], "bytes:a b");
    assert_string_equal(read.findings[0].id, "r-1");
    assert_string_equal(read.findings[0].rule, "send.buffering");
    assert_int_equal(read.taken_count, 2);
    assert_memory_equal(read.taken, made.taken, 2 * sizeof *made.taken);
    assert_int_equal(read.trails[1].count, 30);
    for (int rank = 0; rank < 2; rank++)
        for (size_t i = 0; i < read.trails[rank].count; i++)
            assert_true(step_equal(&read.steps[read.trails[rank].steps[i]],
                                   &made.steps[made.trails[rank].steps[i]]));
    assert_int_equal(read.steps[read.trails[0].steps[0]].site, 4711);
    /* The same execution gives the same file, though rank 1 came first in one of them. */
    char *again = print(&read, &length);
    assert_string_equal(again, bytes);
    free(again);
    free(bytes);
    record_free(&made);
    record_free(&read);
}

/* Cuts and changes the file in all places: each version is refused or read, nothing crashes, and
 * every refusal names a line. */
static void damage_is_refused(void **state)
{
    (void)state;
    struct record made, read;
    struct error error;
    size_t length;
    make(&made);
    char *bytes = print(&made, &length);
    for (size_t cut = 0; cut + 1 < length; cut++) {
        assert_int_equal(record_parse(&read, "name", bytes, cut, &error), -1);
        assert_memory_equal(error.text, "name:", 5);
    }
    static const char hostile[] = {'\0', '\n', ' ', '-', '9', '%', '\x80'};
    for (size_t i = 0; i < length; i++) {
        char kept = bytes[i];
        for (size_t j = 0; j < sizeof hostile; j++) {
            bytes[i] = hostile[j];
            if (record_parse(&read, "name", bytes, length, &error) == 0)
                record_free(&read);
            else
                assert_memory_equal(error.text, "name", 4);
        }
        bytes[i] = kept;
    }
    free(bytes);
    record_free(&made);
}

static void communicators_count_by_first_use(void **state)
{
    (void)state;
    struct record one, other;
    record_init(&one, 2);
    record_init(&other, 2);
    /* Contexts differ if communicators are created in another order. */
    add(&one, 0, "MPI_Send", 10, 0);
    add(&one, 0, "MPI_Send", 12, 0);
    add(&one, 0, "MPI_Send", 10, 0);
    add(&other, 0, "MPI_Send", 11, 0);
    add(&other, 0, "MPI_Send", 10, 0);
    add(&other, 0, "MPI_Send", 11, 0);
    for (int i = 0; i < 3; i++)
        assert_true(
            step_equal(&one.steps[one.trails[0].steps[i]], &other.steps[other.trails[0].steps[i]]));
    assert_false(
        step_equal(&one.steps[one.trails[0].steps[0]], &one.steps[one.trails[0].steps[1]]));
    record_free(&one);
    record_free(&other);
}

/* What the files of records contain: peer, tag, members, bytes. */
static void each_kind_has_its_arguments(void **state)
{
    static const struct {
        struct world_op op;
        struct step step;
    } known[] = {
        {{.kind = OP_RECEIVE, .message = {.peer = -1, .tag = 3, .taken = 7, .bytes = 16}},
         {.peer = -1, .tag = 3, .members = 7, .bytes = 16}},
        {{.kind = OP_COLLECTIVE, .collective = {.root = 2, .members = 4, .tag = 5, .list = 64}},
         {.peer = 2, .tag = 5, .members = 4}},
        {{.kind = OP_COLLECTIVE,
          .flags = OP_PERSISTENT,
          .collective = {.root = -1, .members = 4, .counted_in = 9}},
         {.peer = -1, .members = 4}}, /* contexts depend on the order of the ranks */
        {{.kind = OP_WAIT, .wait = {.mode = WAIT_FOR_SOME, .requests = 6}}, {.members = 6}},
        {{.kind = OP_PROBLEM, .payload = 64, .idle = {.kind = OP_SEND, .peer = 1}}, {.peer = 1}},
        {{.kind = OP_PROBLEM, .subject = {.number = 8}}, {.members = 8}},
        {{.kind = OP_CANCEL, .subject = {.number = 9}}, {.members = 9}},
        {{.kind = OP_COMPLETE, .subject = {.number = 10}}, {.members = 10}},
        {{.kind = OP_POINTER, .pointer = {.mode = POINTER_SET, .amount = 12}}, {.bytes = 12}},
        {{.kind = OP_ACCESS, .access = {.ranges = 2}}, {.peer = 1, .members = 2}},
        {{.kind = OP_APPLIED, .applied = {.changed = true}}, {0}},
        {{.kind = OP_LOCK, .lock = {.target = 3, .exclusive = true}}, {.peer = 3}},
        {{.kind = OP_GENERAL}, {0}},
    };
    struct record record;
    (void)state;
    record_init(&record, 2);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct world_op op = known[i].op;
        struct step step = known[i].step;
        snprintf(op.call, sizeof op.call, "MPI_%zu", i);
        strcpy(step.call, op.call);
        assert_true(record_add_step(&record, 1, &op));
        assert_true(step_equal(&record.steps[i], &step));
    }
    record_free(&record);
}

static void a_full_record_says_so(void **state)
{
    (void)state;
    struct record record;
    record_init(&record, 2);
    for (int i = 0; i < DISTINCT_MAX; i++)
        add(&record, 0, "MPI_Send", WORLD_CONTEXT_WORLD, i);
    struct world_op op = operation("MPI_Send", WORLD_CONTEXT_WORLD, 1, DISTINCT_MAX, 8);
    assert_false(record_add_step(&record, 0, &op));
    assert_true(record.trails[0].cut);
    op.message.tag = 0; /* a known step, but after the gap */
    assert_false(record_add_step(&record, 0, &op));
    op.message.peer = 1;
    for (int i = 0; i < STEPS_MAX / 2; i++)
        assert_true(record_add_step(&record, 1, &op));
    assert_false(record_add_step(&record, 1, &op));
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(communicators_count_by_first_use),
        cmocka_unit_test(each_kind_has_its_arguments),
        cmocka_unit_test(a_full_record_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
