#!/usr/bin/env bash
# A program given as a source file: options of its compiler and linker, and which of the two refused it.
. "$(dirname "$0")/../lib.sh"

cat >root.c <<'END'
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#ifndef FACTOR
#error FACTOR is missing
#endif
int main(int argc, char **argv)
{
    int threads = 0;
    MPI_Init(&argc, &argv);
#pragma omp parallel reduction(+ : threads)
    threads += 1;
    printf("%s: %d threads, %.0f\n", TEXT, threads, pow(argc + 1, FACTOR));
    MPI_Finalize();
    return 0;
}
END
export OMP_NUM_THREADS=2
options="-DFACTOR=3 '-DTEXT=\"two words\"' -fopenmp"
for verb in run verify test; do
    expect_exit 3 "$TUTTI" "$verb" -n 1 --no-out root.c
    expect_text err "root.c does not compile" "FACTOR is missing"
    expect_exit 3 "$TUTTI" "$verb" -n 1 --no-out "--cflags=$options" root.c
    expect_text err "root.c does not link"
    expect_exit 0 "$TUTTI" "$verb" -n 1 --no-out "--cflags=$options" --libs=-lm root.c
done
expect_exit 0 "$TUTTI" run -n 1 --no-out "--cflags=$options" --libs=-lm root.c
expect_text out 'two words: 2 threads, 8'
# From the environment and from the project's file, as all options.
TUTTI_CFLAGS=$options TUTTI_LIBS=-lm expect_exit 0 "$TUTTI" run -n 1 --no-out root.c
expect_text out 'two words: 2 threads, 8'
printf '%s\n' "cflags = $options" 'libs = -lm' >.tutti.conf
export XDG_CONFIG_HOME=$WORK/config
expect_exit 0 "$TUTTI" trust
expect_exit 0 "$TUTTI" run -n 1 --no-out root.c
expect_text out 'two words: 2 threads, 8'
