/* Ways that end the program. main() is figure 5.5: the number of processes is the same for all. */
#include "static/divergence/test_divergence/cases.h"
#include <assert.h>

void aborts(const int *data)
{
    RANK;
    if (rank == 0 && data == NULL)
        MPI_Abort(WORLD, 1);
    MPI_Barrier(WORLD);
}

void exits(const int *data)
{
    RANK;
    if (rank == 0 && data == NULL)
        exit(1);
    MPI_Barrier(WORLD);
}

/* The launcher sees no error. */
void exits_as_if_all_was_well(void)
{
    RANK;
    if (rank == 3) // diverges
        exit(0);
    MPI_Barrier(WORLD);
}

void asserts(const int *data)
{
    RANK;
    assert(rank != 1 || data != NULL);
    MPI_Barrier(WORLD);
}

static void fatal(const char *text)
{
    fputs(text, stderr);
    exit(1);
}

void exits_in_a_function(const int *data)
{
    RANK;
    if (rank == 0 && data == NULL)
        fatal("no data");
    MPI_Barrier(WORLD);
}

void finalizes_and_exits(const int *data)
{
    RANK;
    if (rank == 0 && data == NULL) { // diverges
        MPI_Finalize();
        exit(1);
    }
    MPI_Barrier(WORLD);
    MPI_Finalize();
}

static void leave(int code)
{
    MPI_Finalize();
    exit(code);
}

void leaves_in_a_function(void)
{
    RANK;
    if (rank == 0) // diverges
        leave(1);
    MPI_Barrier(WORLD);
    leave(0);
}

void all_leave(void)
{
    RANK;
    if (rank == 0) {
        puts("first");
        leave(1);
    }
    leave(0);
}

static void finish(int code)
{
    exit(code);
}

void finalized_before_a_function_exits(void)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Barrier(WORLD);
    MPI_Finalize();
    finish(0);
}

void exit_without_finalize(void)
{
    RANK;
    if (rank == 0) // diverges
        MPI_Barrier(WORLD);
    exit(0);
}

static jmp_buf back;

void jumps_back(void)
{
    RANK;
    if (setjmp(back) == 0) {
        if (rank == 0)
            longjmp(back, 1);
        puts("not the first");
    }
    MPI_Barrier(WORLD);
}

static jmp_buf out;

static void jumps_out(int r)
{
    if (r == 0) // diverges
        longjmp(out, 1);
    MPI_Barrier(WORLD);
}

void catches_the_jump(void)
{
    RANK;
    if (setjmp(out) == 0)
        jumps_out(rank);
    MPI_Barrier(WORLD);
}

void assembly(void)
{
    RANK;
    if (rank == 0)
        __asm__ volatile("" ::: "memory");
    MPI_Barrier(WORLD);
}

void waits_for_ever(void)
{
    RANK;
    while (rank == 0)
        puts("here");
    MPI_Barrier(WORLD);
}

int main(int argc, char **argv)
{
    enum { MAXIMUM = 1024 };
    MPI_Init(&argc, &argv);
    RANK;
    SIZE;
    if (size > MAXIMUM) {
        if (rank == 0)
            printf("%d processes exceed the maximum\n", size);
        MPI_Finalize();
        exit(1);
    }
    int value = rank, sum;
    MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_MAX, 0, WORLD);
    if (rank == 1) // diverges
        return 1;
    MPI_Finalize();
    return 0;
}
