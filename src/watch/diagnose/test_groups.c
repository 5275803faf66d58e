/* Tests of groups.h and of what other nodes report to the tracker. */
#include "watch/diagnose/groups.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* A rank of another node that has stood still since `since`. */
static struct tracked *add(struct tracker *tracker, int rank, const char *function, bool inside,
                           double since)
{
    struct tracked *process = tracker_add(tracker, 1 + rank % 2, since);
    process->record.rank = rank;
    process->record.size = 6;
    process->function = function;
    atomic_store(&process->record.state, BEACON_RUNNING);
    atomic_store(&process->record.lane_count, 1);
    process->record.lanes[0].thread = 1;
    atomic_store(&process->record.lanes[0].sequence, inside ? 11 : 10);
    return process;
}

static void test_groups(void **state)
{
    (void)state;
    struct tracker tracker;
    struct text text;
    tracker_start(&tracker, 0);
    text_init(&text, 4096);
    for (int rank = 0; rank < 3; rank++)
        add(&tracker, rank, "MPI_Allreduce", true, 97 + rank);
    struct tracked *computes = add(&tracker, 3, "MPI_Bcast", false, 95);
    computes->vitals.processor = 5;
    add(&tracker, 4, "MPI_Test", false, 96)->record.lanes[0].kind = BEACON_POLL;
    add(&tracker, 5, "MPI_Send", true, 99.9);
    groups_print(&tracker, 100, 12, &text);
    assert_string_equal(text.data, "ranks 0-2  in MPI_Allreduce for 3.0 s\n"
                                   "rank 3  outside MPI, computes for 5.0 s\n"
                                   "rank 4  polling with MPI_Test for 4.0 s\n"
                                   "rank 5  moving\n");
    assert_int_equal(groups_letter(tracker.processes[0]), 'i');
    assert_int_equal(groups_letter(computes), 'o');
    assert_int_equal(groups_letter(tracker.processes[4]), 'p');
    text_clear(&text);
    groups_print(&tracker, 100, 1, &text);
    assert_string_equal(text.data, "ranks 0-2  in MPI_Allreduce for 3.0 s\nand 3 more groups\n");
    text_clear(&text);
    /* Ranks 1, 3 and 5 are on the node whose monitor is lost. */
    tracker_lose(&tracker, 2, true);
    groups_print(&tracker, 100, 1, &text);
    assert_string_equal(
        text.data, "ranks 1,3,5  not seen: the monitor of their node is lost\nand 2 more groups\n");
    assert_int_equal(groups_letter(computes), '.');
    assert_false(tracker_alive(computes));
    tracker_lose(&tracker, 2, false);
    assert_true(tracker_alive(computes));
    text_free(&text);
    tracker_free(&tracker);
}

/* Progress counts as of the last look; a process that ends moves once more. */
static void test_told(void **state)
{
    (void)state;
    struct tracker tracker;
    struct board board;
    struct error error;
    tracker_start(&tracker, 0);
    assert_int_equal(board_private(&board, &error), 0);
    struct tracked *process = add(&tracker, 0, "MPI_Recv", true, 1);
    assert_true(tracker_look(&tracker, &board, 2));
    assert_true(tracker.progress == 1);
    assert_false(tracker_look(&tracker, &board, 3));
    tracker_moves(&tracker, process, 4);
    assert_true(tracker.progress == 1); /* as of the last look */
    assert_true(tracker_look(&tracker, &board, 5));
    assert_true(tracker.progress == 4 && process->since == 4);
    struct vitals vitals = {.alive = true, .processor = 7};
    tracker_vitals(&tracker, process, &vitals, 6);
    assert_true(process->still.processor == 7);
    assert_false(tracker_look(&tracker, &board, 6));
    vitals.alive = false;
    tracker_vitals(&tracker, process, &vitals, 7);
    assert_true(tracker_look(&tracker, &board, 8));
    assert_true(tracker.gone);
    board_close(&board);
    tracker_free(&tracker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
