#!/usr/bin/env bash
# Executions whose ranks start at main(): each has its own words, directory, input, limits and number of
# ranks, and nothing of one is there in the next.
. "$(dirname "$0")/../lib.sh"
starts=$1
guests=$(dirname "$TUTTI")/../lib/tutti

# starts FLAVOUR PROGRAM RANKS: executions as the file lines says, into out and one file for each.
starts() {
    expect_exit 0 bash -c '"$@" <lines' - "$starts" "$guests/libtutti-world-$1.so" "$3" "$WORK/$2"
    rm -f part-*
    awk '/^== / { file = "part-" $2 } { print > file }' out
}

# gives WORD TEXT...: the output of the execution with that word has these texts.
gives() { local word=$1; shift; expect_text "part-$word" "$@"; }

# gives_not WORD TEXT
gives_not() { ! grep -qF -- "$2" "part-$1" || { cat "part-$1" >&2; fail "$1 gives $2"; }; }

# place MARK: file and line of the comment in entry.c
place() { echo "entry.c:$(grep -nF "/* $1 */" "$HERE/entry.c" | cut -d: -f1)"; }

mkdir elsewhere
printf 'one\ntwo\n' >input
for flavour in $(flavours); do
    mpi_cc "$flavour" -rdynamic "$HERE/entry.c" -o entry
    cat >lines <<END
-- first b
ranks=1 directory=elsewhere input=input -- only
ranks=3 input=input times=20 -- three
directory=nowhere -- fails
ranks=5 -- many
ranks=2 times=20 -- more
ranks=3 -- symbolic
ranks=2 environment=TUTTI_TEST_WORD=here -- variable
ranks=2 -- thread
ranks=2 -- segv
ranks=2 -- divide
ranks=2 -- abort
ranks=2 -- assert
ranks=2 -- exit
ranks=2 -- never
ranks=2 -- rank
ranks=2 -- atexit
ranks=2 -- handler
ranks=3 -- deadlock
ranks=3 -- late-segv
ranks=2 -- no-finalize
ranks=2 -- code
ranks=2 -- exec
ranks=2 times=3 -- normal
END
    starts "$flavour" entry 4
    gives first "initialised 0, constructed 1, 3 words: first b" "rank 3 of 4: sum 6"
    gives only "rank 0 of 1: sum 0 in /elsewhere, level single"
    [ "$(grep -c "read one" part-three)" = 1 ] || fail "$flavour: standard input is for rank 0"
    gives fails "error: cannot start rank " "nowhere: No such file or directory"
    gives many "error: 5 ranks: a world has 1 to 4"
    gives more "rank 1 of 2: sum 1"
    gives symbolic "symbolic start of rank 0" "symbolic start of rank 1" "symbolic start of rank 2"
    [ "$(grep -c "in the environment: here" part-variable)" = 2 ] || fail "$flavour: environment"
    gives_not normal "in the environment"
    gives thread "level funneled"
    gives segv "finding: crash.signal: ranks 0-1 ended by signal 11" "rank 1 is at $(place segv)"
    gives divide "finding: divide.zero: ranks 0-1" "$(place divide)"
    gives abort "finding: crash.signal: ranks 0-1 ended by signal 6" "$(place abort)"
    gives assert "finding: assert: ranks 0-1 failed the assertion zero == 1" "$(place assert)"
    gives exit "finding: crash.exit: ranks 0-1 ended with exit code 3" "rank 0 is at $(place exit)"
    gives never "outcome 0, exit code 0"
    gives_not never finding:
    gives rank "finding: env.init: MPI_Comm_rank is called before MPI_Init" "$(place early)"
    [ "$(grep -c goodbye part-atexit)" = 2 ] || fail "$flavour: exit handlers"
    gives handler "handled 11" "finding: env.finalize: ranks 0-1 ended with exit code 9"
    gives deadlock "finding: deadlock: 3 ranks" "rank 2 MPI_Recv at $(place waits)"
    gives late-segv "finding: crash.signal: rank 1 ended" "$(place 'late segv')"
    gives no-finalize "finding: env.finalize: ranks 0-1 ended with exit code 0" "$(place 'no finalize')"
    gives code "finding: crash.exit: ranks 0-1 ended with exit code 4"
    gives exec "executed"
    gives normal "rank 1 of 2: sum 1 in "
    gives_not normal finding:
    echo "$flavour, 3 ranks, 2 ranks: $(tr '\n' ' ' <err)"

    # Limits, and what is left behind.
    cat >lines <<END
ranks=2 processor=0.3 -- loop
ranks=3 processor=0.3 -- late-loop
ranks=2 processor=0.3 -- calls
ranks=2 seconds=1 -- sleep
ranks=2 memory=67108864 -- memory
ranks=2 memory=67108864 -- shared
ranks=2 file=1048576 directory=elsewhere -- file
ranks=2 -- daemon
ranks=2 -- shell
ranks=2 seconds=1 -- bomb
ranks=2 -- left
END
    starts "$flavour" entry 4
    gives loop "outcome 1," "finding: loop: rank" " computed for more than 0.3 s" " is at $(place loop)"
    gives late-loop "finding: loop: rank 2 computed for more than 0.3 s" "rank 2 is at $(place 'late loop')"
    gives calls "finding: loop: rank" "at entry.c:"
    gives sleep "outcome 2," "stopped at the time limit of 1 s: ranks 0-1 are outside MPI at " "$(place sleep)"
    gives memory "outcome 4," " took more than 64 MiB of memory: rank" "entry.c:"
    gives shared " took more than 64 MiB of memory: rank"
    gives file "outcome 4," " wrote more than 1 MiB into a file: ranks 0-1 are outside MPI at " "$(place writes)"
    [ "$(stat -c %s elsewhere/large)" = 1048576 ] || fail "$flavour: the file is too large"
    gives_not daemon finding:
    gives shell "shell 768"
    gives bomb "stopped at the time limit of 1 s"
    gives left "processes: 3" # the template and two ranks

    # A world for one execution.
    for what in once segv daemon; do
        echo "ranks=2 input=input directory=elsewhere -- $what" >lines
        expect_exit 0 bash -c '"$@" <lines' - "$starts" "$guests/libtutti-world-$flavour.so" 2 "$WORK/entry" once
        [ $what = segv ] && expect_text out "outcome 0, exit code 139" "finding: crash.signal: ranks 0-1" && continue
        expect_text out "[1] rank 1 of 2: sum 1 in /elsewhere" "[0] read two" "outcome 0, exit code 0"
    done

    # Fortran, whose main() is the compiler's; C++, whose objects are made before it.
    mpi_fc "$flavour" "$HERE/early.f90" -o early
    echo 11 >number
    printf '%s\n' "ranks=2 input=number -- fortran" "ranks=2 -- crash" >lines
    starts "$flavour" early 2
    gives fortran "rank 0: total 11 of fortran" "rank 1: total 11 of fortran"
    gives crash "crash.signal: ranks 0-1 ended by signal 11" \
        "rank 0 is at early.f90:$(grep -n "'crash'" "$HERE/early.f90" | cut -d: -f1)"
    "mpicxx.$flavour" -g "$HERE/objects.cpp" -o objects
    printf '%s\n' "ranks=2 times=3 -- objects" "ranks=2 -- throw" >lines
    starts "$flavour" objects 2
    gives objects "rank 0 of objects" "ended 2" "rank 1 of objects"
    gives throw "crash.signal: ranks 0-1 ended by signal 6" \
        "objects.cpp:$(grep -n "// thrown" "$HERE/objects.cpp" | cut -d: -f1)"

    # Threads before main() would be lost in forks.
    mpi_cc "$flavour" -pthread "$HERE/threads.c" -o threads
    printf '%s\n' "ranks=2 input=input directory=elsewhere environment=TUTTI_TEST_WORD=here -- exec" "ranks=3 -- again" >lines
    starts "$flavour" threads 3
    gives exec ", executed" "rank 0: sum 84 of exec in /elsewhere, read one" \
        "rank 1: sum 84 of exec in /elsewhere, read nothing"
    gives exec "in the environment: here"
    gives again ", executed" "rank 2: sum 126 of again in "

    # Programs that are not suitable.
    printf '#!/bin/sh\nexec %s "$@"\n' "$WORK/entry" >script
    chmod +x script
    echo "ranks=2 -- script" >lines
    starts "$flavour" script 2
    gives script "rank 1 of 2: sum 1"
    expect_exit 3 "$starts" "$guests/libtutti-world-$flavour.so" 2 /bin/true
    expect_text out "linked with the shared MPI library"
done
