#!/usr/bin/env bash
# Executions whose ranks start at main(): each has its own words, directory, input and number of ranks.
. "$(dirname "$0")/../lib.sh"
starts=$1
guests=$(dirname "$TUTTI")/../lib/tutti

# starts FLAVOUR PROGRAM RANKS: executions as the lines of standard input say.
starts() {
    expect_exit 0 bash -c '"$@" <lines' - "$starts" "$guests/libtutti-world-$1.so" "$3" "$WORK/$2"
}

mkdir elsewhere
printf 'one\ntwo\n' >input
for flavour in $TUTTI_MPIS; do
    mpi_cc "$flavour" -g "$HERE/entry.c" -o entry
    cat >lines <<END
-- a b
ranks=1 directory=elsewhere input=input -- only
ranks=3 input=input times=20 -- three
directory=nowhere -- fails
ranks=2 times=20 -- more
END
    starts "$flavour" entry 4
    expect_text out "initialised 0, 3 words: a b" "rank 3 of 4: sum 6" "rank 0 of 1: sum 0 in /elsewhere" \
        "error: cannot start rank " "nowhere: No such file or directory" "rank 1 of 2: sum 1"
    [ "$(grep -c "read one" out)" = 2 ] || fail "$flavour: standard input"
    cat err
done
