#!/usr/bin/env bash
# A program given as a source file: warnings of the analysis and findings of executions become one list, each bug once.
. "$(dirname "$0")/../lib.sh"

# about FILE JQ-EXPRESSION: holds for the findings.
about() { jq -e "$2" "$1" >/dev/null || { cat "$1" >&2; fail "$2"; }; }

# Which ranks meet in the collective depends on the argument.
cat >argument.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        if (n != 3)
            MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
C
# With two ranks all do the same, with more they do not; nothing else decides.
cat >ranks.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
# The buffer is read, and then written with what it holds already: only the line itself shows it.
cat >early.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, sum = 0, values[4] = {1, 2, 3, 4};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < argc + 1; i++)
            sum += values[i];
    } else {
        MPI_Isend(values, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        sum += values[3];
    MPI_Finalize();
    return sum == -1;
}
C
sed '/for (int i/,/sum += values\[i\]/d' early.c >early-ok.c

for flavour in $(flavours); do
    verify=("$TUTTI" verify --no-out --quiet --mpi="$flavour" --json=x.json -n 2 --)
    expect_exit 1 "${verify[@]}" argument.c 4
    about x.json '.findings | length == 1 and .[0].rule == "collective.divergence" and .[0].severity == "warning" and .[0].locations[0].line == 8'
    about x.json '.findings[0].related | any(.line == 9 and (.what | test("reads")))'
    # The command that it names finds the input.
    next=$(jq -r '.findings[0].next' x.json)
    [ "$next" = "tutti test --mpi=$flavour -- argument.c 4" ] || fail "next: $next"
    # shellcheck disable=SC2086 # words of a command
    expect_exit 1 "$TUTTI" ${next#tutti } </dev/null
    expect_text out '[deadlock]' 'tutti-out/tests/argument 3'
    # Once an execution shows the bug, it is one finding.
    expect_exit 1 "${verify[@]}" argument.c 3
    about x.json '.findings | length == 1 and .[0].rule == "deadlock" and (.[0].related | any(.line == 8))'
    expect_exit 1 "${verify[@]}" ranks.c
    about x.json '.findings | length == 1 and .[0].severity == "warning" and .[0].ranks_needed == 3'
    expect_exit 1 "${verify[@]:0:6}" --json=x.json -n 3 -- ranks.c
    about x.json '.findings | length == 1'
    expect_exit 1 "${verify[@]}" early.c
    about x.json '.findings | length == 1 and .[0].rule == "race.buffer" and .[0].locations[0].line == 11 and (.[0].related | any(.line == 9))'
    expect_exit 0 "${verify[@]}" early-ok.c
    # A binary that was compiled without Tutti has no such lines; the search is the same.
    mpi_cc "$flavour" ranks.c -o ranks
    expect_exit 0 "${verify[@]}" ./ranks
done

# Mistakes of a newcomer: the message says what is wrong, and what to do.
expect_exit 2 "$TUTTI" verify --no-out absent.c
expect_text err 'there is no source file absent.c'
printf 'int main(void) { return 0; }\n' >plain.c
expect_exit 2 "$TUTTI" verify --no-out plain.c
expect_text err 'before it called MPI_Init' 'It must be an MPI program'
echo 'int main(void) { return' >broken.c
expect_exit 3 "$TUTTI" verify --no-out broken.c
expect_text err 'error: expected expression' 'broken.c does not compile'
expect_exit 1 "$TUTTI" verify --no-out ranks.c -n 4
expect_text err '-n comes after the program'
expect_text out '(2 ranks'
expect_exit 1 "$TUTTI" verify --no-out -- ranks.c -n 4
! grep -q 'comes after' err || fail 'words behind -- are the program'\''s own'

# A datatype that does not fit its buffer, and a buffer that is too small: executions show both, at the lines of the warnings.
cat >local.c <<'C'
#include <mpi.h>
int main(void)
{
    int mine = 1, all[8] = {0};
    MPI_Init(0, 0);
    MPI_Allgather(&mine, 1, MPI_FLOAT, all, 1, MPI_FLOAT, MPI_COMM_WORLD);
    MPI_Allgather(&mine, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect_exit 1 "$TUTTI" verify --no-out local.c
expect_text out "local.c:6: error: MPI_Allgather: sendbuf is given as MPI_FLOAT, but 'mine' holds int [mismatch.datatype]" \
    'local.c:7: error: MPI_Allgather: sendbuf reaches 4 bytes beyond the end of the variable mine of 4 bytes [arg.buffer]' \
    'SUMMARY: 2 errors'

# Parts of a partitioned message that are not ready yet belong to the program.
for flavour in $(flavours); do
    version=$(printf '#include <mpi.h>\nMPI_VERSION\n' | mpi_cc "$flavour" -E -x c - | tail -n 1)
    [ "$version" -lt 4 ] || expect_exit 0 "$TUTTI" verify --no-out --mpi="$flavour" "$HERE/../suite/partitioned/parts-ok.c"
done
