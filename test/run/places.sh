#!/usr/bin/env bash
# Findings are reported at the first line of the user's own code that is not in a wrapper.
. "$(dirname "$0")/../lib.sh"

cat >stubs.c <<'END'
#include <mpi.h>
int my_mpi_send(void *data, int to, int tag);
int my_mpi_recv(void *data, int from, int tag);
double total(double value);
MPI_Comm copied(MPI_Comm comm);
int my_mpi_send(void *data, int to, int tag)
{
    return MPI_Send(data, 1, MPI_INT, to, tag, MPI_COMM_WORLD);
}
int my_mpi_recv(void *data, int from, int tag)
{
    return MPI_Recv(data, 1, MPI_INT, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
double total(double value)
{
    double sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}
MPI_Comm copied(MPI_Comm comm)
{
    MPI_Comm copy;
    MPI_Comm_dup(comm, &copy);
    return copy;
}
END
cat >main.c <<'END'
#include <mpi.h>
#include <string.h>
int my_mpi_send(void *data, int to, int tag);
int my_mpi_recv(void *data, int from, int tag);
double total(double value);
MPI_Comm copied(MPI_Comm comm);
static double first(void)
{
    return total(1);
}
static double second(int rank)
{
    return rank == 0 ? total(2) : 0; /* total */
}
static MPI_Comm one(void)
{
    return copied(MPI_COMM_WORLD); /* leak */
}
static MPI_Comm another(void)
{
    return copied(MPI_COMM_SELF);
}
int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm comms[2] = {one(), another()};
    if (rank == 0)
        my_mpi_send(&value, 1, 0);
    if (rank == 1)
        my_mpi_recv(&value, 0, 0);
    first();
    if (strcmp(argv[1], "total") == 0)
        second(rank);
    if (strcmp(argv[1], "tag") == 0 && rank == 1)
        my_mpi_recv(&value, 0, 1); /* tag */
    if (strcmp(argv[1], "rank") == 0)
        my_mpi_send(&value, 7, 1); /* rank */
    if (strcmp(argv[1], "leak") == 0)
        comms[0] = MPI_COMM_WORLD;
    if (comms[0] != MPI_COMM_WORLD)
        MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
}
END
for mpi in $(flavours); do
    for level in "" "-O2 -fno-optimize-sibling-calls"; do
        # shellcheck disable=SC2086 # several options
        mpi_cc "$mpi" $level main.c stubs.c -o program
        expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./program tag
        expect_text out "main.c:$(line_of tag main.c): error:" "my_mpi_recv at stubs.c:12" "deadlock"
        expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./program total
        expect_text out "main.c:$(line_of total main.c): error:" "total at stubs.c:17" "second at main.c:13"
        expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./program rank
        expect_text out "main.c:$(line_of rank main.c): error:" "my_mpi_send at stubs.c:8" "[arg.rank]"
        expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./program leak
        expect_text out "created at main.c:$(line_of leak main.c)" "[leak.comm]"
    done
done

# A finding is in the function itself if that does more than pass a call on.
cat >ring.c <<'END'
#include <mpi.h>
static void ring(int rank, int tag)
{
    int value = rank, other = 0;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* ring */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void once(int rank)
{
    ring(rank, 0);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    once(rank);
    ring(rank, rank);
    MPI_Finalize();
}
END
# Nothing of a library's headers is the user's own.
cat >fill.cc <<'END'
#include <mpi.h>
#include <algorithm>
#include <vector>
static void clear(std::vector<int> &values, long count)
{
    std::fill(values.begin() + count, values.begin() + 2 * count, 0); /* fill */
}
int main(int argc, char **argv)
{
    std::vector<int> values(10);
    MPI_Init(&argc, &argv);
    clear(values, 1000000000L * argc);
    MPI_Finalize();
}
END
# Before MPI_Init there are no ranks, but a line.
cat >early.c <<'END'
#include <assert.h>
#include <mpi.h>
#include <stddef.h>
static int set(int *place, int count)
{
    return *place = count; /* early */
}
int main(int argc, char **argv)
{
    if (argc == 1)
        set(NULL, argc);
    assert(argc != 2); /* assert */
    MPI_Init(&argc, &argv);
    MPI_Finalize();
}
END
cat >early.f90 <<'END'
program early
  use mpi
  implicit none
  integer :: ierr
  integer, pointer :: p(:)
  nullify(p)
  call poke(p)
  call MPI_Init(ierr)
  call MPI_Finalize(ierr)
contains
  subroutine poke(q)
    integer, pointer :: q(:)
    q(3) = 4 ! early
  end subroutine
end program
END
for mpi in $(flavours); do
    mpi_cc "$mpi" ring.c -o ring
    expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./ring
    expect_text out "ring.c:$(line_of ring ring.c): error:"
    for level in -O0 -O2; do
        "mpicxx.$mpi" -g "$level" -w fill.cc -o fill
        expect_exit 1 "$TUTTI" run -n 1 --no-out -- ./fill
        expect_text out "fill.cc:$(line_of fill fill.cc): error:" "stl_algobase.h"
    done
    mpi_cc "$mpi" early.c -o early
    expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./early
    expect_text out "early.c:$(line_of early early.c): error: the program ended by signal 11" \
        "before it called MPI_Init" "main at early.c:11"
    expect_exit 1 "$TUTTI" verify -n 2 --no-out -- ./early more
    expect_text out "early.c:$(line_of assert early.c): error: the program failed the assertion argc != 2"
    mpi_fc "$mpi" -O0 early.f90 -o early-fortran
    expect_exit 1 "$TUTTI" run -n 2 --no-out -- ./early-fortran
    expect_text out "early.f90:13: error: the program ended by signal 11" "early at early.f90:7"
done

# In another folder than that of the compiler the source is still found.
mkdir -p sources elsewhere
cp ring.c sources/
(cd sources && mpi_cc "${TUTTI_MPIS%% *}" ring.c -o ring)
cd elsewhere
expect_exit 1 "$TUTTI" run -n 2 --out=results --html=report.html -- ../sources/ring
expect_text report.html '/* ring */'
expect_text results/findings.json "\"directory\": \"$WORK/sources\""
rm report.html
expect_exit 0 "$TUTTI" report results/findings.json --html=report.html
expect_text report.html 'is not in this project' # the file may be anybody's
expect_exit 0 "$TUTTI" report results/findings.json --html=report.html --sources=../sources
expect_text report.html '/* ring */'
