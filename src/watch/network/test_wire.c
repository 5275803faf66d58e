/* Tests of wire.h: messages are read as they were written; cut or damaged ones do no harm. */
#include "watch/network/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct tracked *example(struct arena *arena)
{
    struct tracked *process = arena_alloc_aligned(arena, sizeof *process, _Alignof(struct tracked));
    struct beacon_process *record = &process->record;
    process->function = "MPI_Recv";
    *record = (struct beacon_process){.pid = 4711,
                                      .rank = 3,
                                      .size = 8,
                                      .base = 0x5555000,
                                      .threads = 3,
                                      .posted = 10,
                                      .received = 9,
                                      .sends_open = 1};
    atomic_store(&record->state, BEACON_RUNNING);
    atomic_store(&record->doubts, BEACON_DOUBT_ROOM);
    beacon_peer(record->peers, 0)->sent = 5;
    beacon_peer(record->peers, 99999)->sent = UINT32_MAX;
    record->comms[2] = (struct beacon_comm){.id = 0xdeadbeef, .entered = 7, .size = 8};
    atomic_store(&record->lane_count, 2);
    atomic_store(&record->lanes[1].sequence, 41);
    record->lanes[1].thread = 4712;
    record->lanes[1].site = 0x5555123;
    record->lanes[1].peer = BEACON_ANY;
    record->lanes[1].second = BEACON_UNKNOWN;
    record->lanes[1].tag = INT32_MAX;
    record->lanes[1].comm = -1;
    record->lanes[1].kind = BEACON_RECEIVE;
    return process;
}

static void test_record(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct tracked *process = example(&arena);
    struct tracked *read = arena_alloc_aligned(&arena, sizeof *read, _Alignof(struct tracked));
    struct bytes bytes = {0};
    wire_add_record(&bytes, process);
    assert_true(bytes.length < 200); /* an almost empty record takes few bytes */
    read->record.comms[1].id = 1;    /* the reader overwrites what was there before */
    struct reader reader = reader_of(bytes.data, bytes.length);
    wire_record(&reader, &arena, read);
    assert_false(reader.bad);
    assert_int_equal(reader.left, 0);
    assert_string_equal(read->function, "MPI_Recv");
    /* Numbers of functions are valid on one node only: the name replaces them. */
    assert_memory_equal(&read->record, &process->record, sizeof read->record);
    bytes_free(&bytes);
    arena_free(&arena);
}

/* The place of a process goes into the lane that stands for it. */
static void test_place(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct tracked *process = example(&arena), *read = example(&arena);
    struct bytes bytes = {0};
    atomic_store(&process->record.lanes[1].sequence, 43);
    process->record.lanes[1].site = 0x5555456;
    wire_add_place(&bytes, process);
    struct reader reader = reader_of(bytes.data, bytes.length);
    wire_place(&reader, read);
    assert_false(reader.bad);
    assert_memory_equal(&read->record, &process->record, sizeof read->record);
    bytes_free(&bytes);
    arena_free(&arena);
}

static void test_look(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stack_line lines[] = {{"main", "a.c", 12}, {"MPI_Recv", NULL, 0}};
    const char *stack[] = {"main at a.c:12"};
    struct rank_look read, look = {
                               .taken = true,
                               .path = {.lines = lines,
                                        .count = 2,
                                        .complete = true,
                                        .in_mpi = true,
                                        .mpi_function = "MPI_Recv"},
                               .place = {.file = "a.c",
                                         .line = 12,
                                         .column = 5,
                                         .function = "main",
                                         .stack = stack,
                                         .stack_count = 1},
                           };
    struct bytes bytes = {0};
    wire_add_look(&bytes, &look);
    struct reader reader = reader_of(bytes.data, bytes.length);
    wire_look(&reader, &arena, &read);
    assert_false(reader.bad);
    assert_int_equal(reader.left, 0);
    assert_true(read.taken && read.path.complete && read.path.in_mpi && !read.refused);
    assert_int_equal(read.path.count, 2);
    assert_string_equal(read.path.lines[0].file, "a.c");
    assert_null(read.path.lines[1].file);
    assert_int_equal(read.path.lines[0].line, 12);
    assert_string_equal(read.path.mpi_function, "MPI_Recv");
    assert_int_equal(read.place.column, 5);
    assert_string_equal(read.place.stack[0], "main at a.c:12");
    bytes_free(&bytes);
    arena_free(&arena);
}

/* With every prefix, and with every byte changed, nothing is read beyond the end. */
static void test_damage(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct tracked *process = example(&arena);
    struct tracked *read = arena_alloc_aligned(&arena, sizeof *read, _Alignof(struct tracked));
    struct bytes bytes = {0};
    wire_add_record(&bytes, process);
    for (size_t length = 0; length < bytes.length; length++) {
        struct reader reader = reader_of(bytes.data, length);
        wire_record(&reader, &arena, read);
        assert_true(reader.bad);
    }
    for (size_t i = 0; i < bytes.length; i++) {
        struct rank_look look;
        bytes.data[i] ^= 0xff;
        struct reader reader = reader_of(bytes.data, bytes.length);
        wire_record(&reader, &arena, read);
        reader = reader_of(bytes.data, bytes.length);
        wire_look(&reader, &arena, &look);
        bytes.data[i] ^= 0xff;
    }
    bytes_free(&bytes);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_look),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
