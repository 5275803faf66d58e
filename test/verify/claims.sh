#!/usr/bin/env bash
# Tutti's claims, made false on purpose: docs/verify.md lists the claims. A filter changes what is shown, never what is claimed.
. "$(dirname "$0")/../lib.sh"

# A program that is right except for the bug that its argument chooses, and the same with a bug that needs more ranks, or
# another input.
cat >six.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 5)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
sed -e 's/int rank;/int rank, others;/' -e 's/if (rank == 5)/others = !(rank == 5);\n    if (others == 0)/' six.c >others.c
cat >behind.c <<'C'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, two[2] = {1, 2};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(two, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(two, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C

# claims JQ-EXPRESSION: of x.json.
claims() { jq -e "$1" x.json >/dev/null || { cat x.json >&2; fail "$flavour: $1"; }; }

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/claims.c" -o claims
    for verb in verify run; do
        base=("$TUTTI" "$verb" --quiet --json=x.json -n 2)
        # An error that ends its execution, hidden in each way there is.
        expect_exit 1 "${base[@]}" --out=first -- ./claims truncation
        claims '.verdict == "violations" and .stopped_at_error == 1'
        expect_exit 4 "${base[@]}" --no-out --rules=-mismatch.truncation -- ./claims truncation
        expect_text out 'nothing found so far, not proven' 'up to an error that is not shown'
        claims '.verdict == "incomplete" and .findings == [] and .hidden == 1'
        echo 'mismatch.truncation' >hide
        expect_exit 4 "${base[@]}" --no-out --suppressions=hide -- ./claims truncation
        expect_text out 'up to an error that is not shown'
        expect_exit 4 "${base[@]}" --no-out --baseline=first/findings.json -- ./claims truncation
        expect_text out 'up to an error that the baseline knows'
        expect_exit 0 "$TUTTI" report --rules=-mismatch.truncation first/findings.json
        expect_text out 'up to an error that is not shown'
        # An error after which ranks continue: what follows it was executed with data that MPI does not guarantee.
        expect_exit 1 "${base[@]}" --no-out -- ./claims race
        claims '[.findings[].rule] == ["race.buffer"] and .went_past_error == 1'
        expect_exit 4 "${base[@]}" --no-out --rules=-race.buffer -- ./claims race
        expect_text out 'up to an error that is not shown'
        expect_exit 4 "${base[@]}" --no-out --rules=-race.rma -- ./claims window
        expect_text out 'up to an error that is not shown'
        expect_exit 1 "${base[@]}" --no-out --stop-at-first -- ./claims race
        claims '.stopped_at_error == 1 and .went_past_error == null'
        # A leak ends nothing: the rest is complete, and the report says that something is hidden.
        expect_exit 0 "${base[@]}" --no-out --rules=-leak.comm -- ./claims leak
        expect_text out '1 finding that is not shown'
        claims '.verdict == "clean" and .hidden == 1 and .stopped_at_error == null'
    done
    # The search says so without filters, too, and a deadlock that it proves by simulation is an error like any other.
    expect_exit 1 "$TUTTI" verify --no-out --quiet -n 2 -- ./claims truncation
    expect_text out 'every schedule, up to an error' '1 ended at an error'
    expect_exit 4 "$TUTTI" verify --no-out --quiet -n 2 --rules=-deadlock -- ./claims waiting
    expect_text out 'up to an error that is not shown'
    # A warning about the source is refuted only by executions that could have shown it.
    source=("$TUTTI" verify --no-out --quiet --mpi="$flavour" --json=x.json)
    expect_exit 1 "${source[@]}" -n 2 -- six.c
    claims '.findings | length == 1 and .[0].rule == "collective.divergence" and .[0].ranks_needed == 6'
    expect_text out 'needs at least 6 ranks' "tutti verify -n 6 --mpi=$flavour -- six.c"
    expect_exit 1 "${source[@]}" -n 2 -- others.c
    claims '.findings | length == 1 and .[0].ranks_needed == 6'
    expect_exit 1 "${source[@]}" -n 6 -- six.c
    claims ".findings | length == 1 and .[0].severity == \"error\" and .[0].locations[0].line == 8"
    expect_exit 1 "${source[@]}" -n 2 -- behind.c
    claims '[.findings[].rule] | sort == ["collective.divergence", "mismatch.truncation"]'
done
