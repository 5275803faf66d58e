#!/usr/bin/env bash
# tutti guard on a program in Fortran; a crash inside a repair; the exit code of the program.
. "$(dirname "$0")/../lib.sh"

cat >crash.c <<'C'
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void struck(int number)
{
    (void)number;
    static const char text[] = "the program's own handler\n";
    _exit(write(2, text, sizeof text - 1) > 0 ? 5 : 6);
}

/* The displacements wrapped, and the memory that they must have meant is not there. */
int main(int argc, char **argv)
{
    int rank, size, counts[8], displs[8];
    char *room = malloc(1 << 20), own[10] = "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && strcmp(argv[1], "fail") == 0) {
        MPI_Finalize();
        return rank == 0 ? 7 : 0;
    }
    signal(SIGSEGV, struck);
    for (int i = 0; i < size; i++) {
        counts[i] = 10;
        displs[i] = (int)(uint32_t)(INT64_C(1500000000) * (i + 1));
    }
    MPI_Gatherv(own, 10, MPI_CHAR, room, counts, displs, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C

for flavour in $(flavours); do
    if command -v "mpif90.$flavour" >/dev/null; then
        cc -c "$HERE/room.c" -o room.o
        mpi_fc "$flavour" -w -fallow-argument-mismatch "$HERE/fortran.F90" room.o -o fortran
        if "mpiexec.$flavour" -n 4 ./fortran >out 2>&1; then fail "$flavour: Fortran does well without the guard"; fi
        expect_exit 0 "$TUTTI" guard --no-out --json=x.json -- "mpiexec.$flavour" -n 4 ./fortran
        expect_text out "all is well"
        jq -e '.stats.processes == 4 and .stats.calls > 0 and .stats.repairs == 10 and ([.findings[].locations[0].call] | sort == ["MPI_Allgatherv", "MPI_Gatherv", "MPI_Iallgatherv", "MPI_Scatterv"])
               and all(.findings[]; .locations[0].file | endswith("fortran.F90"))' x.json >/dev/null ||
            fail "$flavour: $(jq -c '[.stats, .findings]' x.json)"
    fi

    # A crash inside a repaired call names the guard; the program's own handler comes after it.
    mpi_cc "$flavour" crash.c -o crash
    expect_exit 1 "$TUTTI" guard --no-out -- "mpiexec.$flavour" -n 3 ./crash
    cat err >>out
    expect_text out "tutti guard: crash inside MPI_Gatherv" "the program's own handler"

    expect_exit 1 "$TUTTI" guard --no-out --json=x.json -- "mpiexec.$flavour" -n 2 ./crash fail
    jq -e '.stats.exit_code == 7 and [.findings[].rule] == ["crash.exit"]' x.json >/dev/null ||
        fail "$flavour: the exit code of the program"
done
