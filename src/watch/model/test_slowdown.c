/* Tests of slowdown.h. */
#include "watch/model/slowdown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void test_places(void **state)
{
    (void)state;
    static const char *const polling[] = {
        "MPI_Iprobe", "MPI_Test",     "MPI_Testany",   "MPI_Testsome",  "MPI_Testall", "PMPI_Test",
        "mpi_test_",  "mpi_iprobe__", "pmpi_testall_", "mpi_test_f08_", "MPI_Improbe"};
    static const char *const waiting[] = {"MPI_Wait",          "MPI_Recv",  "PMPI_Allreduce",
                                          "mpi_waitall_",      "MPI_Probe", "MPI_Test_cancelled",
                                          "mpi_testsomething_"};
    for (size_t i = 0; i < sizeof polling / sizeof *polling; i++)
        assert_int_equal(slowdown_place(polling[i]), STACK_POLLING);
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++)
        assert_int_equal(slowdown_place(waiting[i]), STACK_IN_MPI);
    assert_int_equal(slowdown_place(NULL), STACK_OUTSIDE);
}

/* Every pair of looks: in two functions that wait, in two that test, and outside. */
static void test_movement(void **state)
{
    (void)state;
    static const struct stack_look looks[] = {
        {STACK_OUTSIDE, 0}, {STACK_IN_MPI, 1},  {STACK_IN_MPI, 2},
        {STACK_POLLING, 3}, {STACK_POLLING, 4},
    };
    static const bool moves[5][5] = {
        {false, true, true, false, false}, {true, false, true, true, true},
        {true, true, false, true, true},   {false, true, true, false, false},
        {false, true, true, false, false},
    };
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 5; j++)
            assert_int_equal(slowdown_moves(&looks[i], &looks[j]), moves[i][j]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_movement),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
