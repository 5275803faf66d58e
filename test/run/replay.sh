#!/usr/bin/env bash
# tutti replay: a recorded execution again, the same; and gdb on a rank of it.
. "$(dirname "$0")/../lib.sh"

cat >app.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size;

/* Takes messages and requests in the order that Tutti chooses, and prints it. */
static void choices(void)
{
    MPI_Request requests[16];
    int values[16], index;
    MPI_Status status;
    if (rank > 0) {
        for (int i = 0; i < 2; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++) {
        MPI_Recv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        printf("message from %d\n", status.MPI_SOURCE);
    }
    for (int i = 1; i < size; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i, 1, MPI_COMM_WORLD, &requests[i - 1]);
    for (int i = 1; i < size; i++) {
        MPI_Waitany(size - 1, requests, &index, MPI_STATUS_IGNORE);
        printf("request %d at %.6f\n", index, MPI_Wtime());
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    char line[100] = "";
    int value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "choices") == 0)
        choices();
    if (strcmp(what, "file") == 0 && rank == 1) {
        FILE *file = fopen("mark", "r");
        MPI_Send(&value, 1, MPI_INT, 0, file ? 1 : 2, MPI_COMM_WORLD); /* TAG */
        if (file)
            MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* MORE */
    }
    if (strcmp(what, "file") == 0 && rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(what, "crash") == 0 && rank == 1 && access("mark", R_OK) != 0)
        abort();
    if (strcmp(what, "leave") == 0 && rank == 1 && access("mark", R_OK) == 0)
        _exit(0);
    if (strcmp(what, "input") == 0 && rank == 0)
        printf("read %s", fgets(line, sizeof line, stdin) ? line : "nothing\n");
    if (strcmp(what, "deadlock") == 0)
        MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(what, "leak") == 0) {
        MPI_Comm copy;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
# same FILE: what replaying it prints of rank 0 is in `wanted`.
same() {
    expect_exit 0 "$TUTTI" replay --no-out "$1"
    grep '^\[0\]' out >got
    cmp -s "$WORK/wanted" got || { cat "$WORK/wanted" got err >&2; fail "$flavour: $1 is replayed in another way"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app
    rm -rf mark tutti-out first

    # The same messages, requests and times; from any directory; also of a replay. That messages race
    # is noted each time.
    expect_exit 0 "$TUTTI" run --out=first -n 4 -- ./app choices
    grep '^\[0\]' out >wanted
    [ "$(grep -c 'message from' wanted)" = 3 ] || { cat wanted >&2; fail "$flavour: the run"; }
    for _ in 1 2 3; do same first; done
    same first/decisions
    same first/findings.json
    mkdir -p elsewhere
    (cd elsewhere && same ../first) 2>err.elsewhere || { cat err.elsewhere >&2; fail "$flavour: from elsewhere"; }
    expect_exit 0 "$TUTTI" replay --out=second first
    cmp first/decisions second/decisions || fail "$flavour: a replay is recorded otherwise"

    # Other decisions in the record lead to the execution that they describe.
    [ "$(grep -c '^decision receive 0 ' first/decisions)" = 2 ] || fail "$flavour: choices of messages"
    [ "$(grep -c '^decision wait 0 ' first/decisions)" = 2 ] || fail "$flavour: choices of requests"
    sed -E 's/^(decision [a-z]+ 0 [0-9]+) 0 3$/\1 2 3/; s/^(decision [a-z]+ 0 [0-9]+) 0 2$/\1 1 2/' first/decisions >other
    expect_exit 0 "$TUTTI" replay --no-out other
    sed -nE 's/^\[0\] (message from|request) ([0-9]).*/\2/p' out | paste -sd ' ' >order
    [ "$(cat order)" = "3 2 1 2 1 0" ] || { cat out >&2; fail "$flavour: other decisions"; }

    # The command that the report names reproduces a deadlock.
    expect_exit 1 "$TUTTI" run --json=deadlock.json -n 2 -- ./app deadlock
    command=$(jq -r '.findings[0].replay' deadlock.json)
    case $command in "tutti replay tutti-out/run-"*/r-1) ;; *) fail "$flavour: replay is '$command'" ;; esac
    expect_text out "replay: $command"
    # shellcheck disable=SC2086 # words
    expect_exit 1 "$TUTTI" ${command#tutti } --json=again.json --no-out
    for file in deadlock again; do
        jq 'del(.findings[].replay) | .findings' "$file.json" >"$file.findings"
    done
    cmp deadlock.findings again.findings || fail "$flavour: another deadlock"
    jq -e '.verb == "replay" and .findings[0].replay == null' again.json >/dev/null || fail "$flavour: again.json"
    expect_exit 1 "$TUTTI" replay --no-out r-1 # in the newest folder
    expect_exit 2 "$TUTTI" replay --no-out "${command##* }0"
    expect_text err "no finding r-10"
    expect_exit 1 "$TUTTI" run --no-out --json=none.json -n 2 -- ./app deadlock
    jq -e '.findings[0].replay == null' none.json >/dev/null || fail "$flavour: --no-out and a replay command"

    # So does a leak, which shows in no call.
    expect_exit 1 "$TUTTI" run --out=leak -n 2 -- ./app leak
    expect_exit 1 "$TUTTI" replay --no-out leak/r-1
    expect_text out '[leak.comm]' 'one execution, a replay of the recorded one'

    # Standard input that is a file is read again.
    echo hello >text
    "$TUTTI" run --out=input -n 2 -- ./app input <text >out || fail "$flavour: input"
    expect_text out "[0] read hello"
    expect_exit 0 "$TUTTI" replay --no-out input
    expect_text out "[0] read hello"

    # If the program depends on something outside MPI, replay names the first operation that differs.
    expect_exit 0 "$TUTTI" run --out=file --buffering=infinite -n 2 -- ./app file
    touch mark
    expect_exit 3 "$TUTTI" replay --json=file.json --no-out file
    expect_text err "operation 1 of rank 1" "app.c:$(line_with TAG app.c), tag 1; recorded is MPI_Send" "tag 2" "outside MPI"
    jq -e '.verdict == "incomplete" and .world.buffering == "infinite"' file.json >/dev/null ||
        fail "$flavour: file.json"
    sed -E 's/^(step 1 0) 2 (.* MPI_Send)$/\1 1 \2/' file/decisions >edited
    expect_exit 3 "$TUTTI" replay --no-out edited
    expect_text err "operation 2 of rank 1" "MPI_Probe at app.c:$(line_with MORE app.c)" "recorded is MPI_Barrier"
    rm mark
    expect_exit 0 "$TUTTI" run --out=leave -n 2 -- ./app leave
    touch mark
    expect_exit 3 "$TUTTI" replay --no-out leave
    expect_text err "rank 1 does not reach its operation 1; recorded is MPI_Barrier"
    rm mark
    expect_exit 1 "$TUTTI" run --out=crash -n 2 -- ./app crash
    touch mark
    expect_exit 3 "$TUTTI" replay --no-out crash/r-1
    expect_text err "r-1 (crash.signal) did not occur again"
    rm mark
    expect_exit 1 "$TUTTI" replay --no-out crash/r-1

    # A program that has changed, and one that is gone.
    touch app
    same first
    expect_text err "./app has changed since it was recorded"
    mv app away
    expect_exit 2 "$TUTTI" replay --no-out first
    expect_text err "no program ./app in $WORK"
    mv away app

    # gdb stops after MPI_Init, and the run continues when the user leaves gdb.
    for verb in "run --gdb 1 -n 2 -- ./app" "replay --gdb 1 leave"; do
        # shellcheck disable=SC2086 # words
        printf 'bt\n' | "$TUTTI" ${verb/ / --no-out } >out 2>err || { cat out err >&2; fail "$flavour: $verb"; }
        expect_text out "#0  main (" "at app.c:$(($(line_with '    MPI_Init(' app.c) + 1))" "SUMMARY: nothing found"
    done
    printf 'break MPI_Recv\ncontinue\nbt\n' | "$TUTTI" replay --no-out --gdb 0 "${command##* }" >out 2>err && fail "$flavour: no deadlock"
    expect_text out "#1 " "in main (" "at app.c:$(line_with 'MPI_INT, 1 - rank' app.c)" "[deadlock]"
    expect_exit 2 "$TUTTI" run --no-out --gdb 2 -n 2 -- ./app
    expect_text err "no rank 2"
done

PATH_WITHOUT=$WORK/bin
mkdir "$PATH_WITHOUT"
expect_exit 3 env PATH="$PATH_WITHOUT" "$TUTTI" run --no-out --gdb 0 -n 2 -- ./app
expect_text err "apt-get install gdb"

# Damaged records are refused, with the line.
expect_exit 2 "$TUTTI" replay nowhere
expect_text err "nowhere"
expect_exit 2 "$TUTTI" replay elsewhere
damaged() {
    sed -E "$1" first/decisions >damaged
    expect_exit 2 "$TUTTI" replay --no-out damaged
    expect_text err "damaged:$2: "
}
damaged '1s/.*/{}/' 1
damaged 's/^ranks.*/ranks 99999/' "$(grep -n ^ranks first/decisions | cut -d: -f1)"
damaged 's/^mpi .*/mpi lam/' "$(grep -n ^mpi first/decisions | cut -d: -f1)"
damaged 's/^(decision receive 0 [0-9]+) 0 3/\1 3 3/' "$(grep -n '^decision receive' first/decisions | head -n 1 | cut -d: -f1)"
damaged 's/^steps .*/steps 4294967295/' "$(grep -n '^steps' first/decisions | head -n 1 | cut -d: -f1)"
damaged '/^end$/d' "$(wc -l <first/decisions)"
sed 1s/1/2/ first/decisions >damaged
expect_exit 2 "$TUTTI" replay --no-out damaged
expect_text err "another version"
