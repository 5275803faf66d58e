#!/usr/bin/env bash
# tutti run: programs that crash, leave, hang and misbehave, on each MPI. Each has a clear end, and leaves nothing
# behind: no process, nothing in /dev/shm.
#
# The script has a /dev/shm of its own where the system permits it, so that others cannot disturb.
if [ -z "${TUTTI_GUEST_SHM:-}" ]; then
    map=$([ "$(id -u)" = 0 ] || echo -r)
    # shellcheck disable=SC2086 # a word or none
    if unshare -m $map mount -t tmpfs tmpfs /dev/shm 2>/dev/null; then
        exec unshare -m $map env TUTTI_GUEST_SHM=own bash "$0" "$@"
    fi
    TUTTI_GUEST_SHM=shared
fi
own_shm=$TUTTI_GUEST_SHM
. "$(dirname "$0")/../lib.sh"
[ "$own_shm" != own ] || mount -t tmpfs tmpfs /dev/shm

program=$WORK/fault SOURCE=$HERE/fault.c left="$WORK/fault|sleeper 1000"
cp "$(command -v sleep)" sleeper

# run CODE WHAT [OPTION...]: the program with 2 ranks; results in out, err and j.json.
run() {
    local code=$1 what=$2
    shift 2
    expect_exit "$code" timeout 600 "$TUTTI" run --no-out --json=j.json -n 2 "$@" -- "$program" "$what"
    nothing_left "$left" "$flavour $what"
}

# found RULE RANKS MARK [TEXT]: one finding, of these ranks, at the marked line, with the text in its headline.
found() {
    jq -e --arg rule "$1" --argjson ranks "$2" --argjson line "$(line_of "$3")" --arg text "${4:-}" \
        '.verdict == "violations" and (.findings | length) == 1 and
         (.findings[0] | .rule == $rule and .ranks == $ranks and .locations[0].line == $line and
          .locations[0].rank == $ranks[0] and (.headline | contains($text)))' j.json >/dev/null ||
        { cat j.json >&2; fail "$flavour: not $1 of $2 at line $(line_of "$3")"; }
}

ends() {
    # Signals, with the line where they struck and what the other rank did meanwhile.
    run 1 segv; found crash.signal '[1]' segv "signal 11"
    judge '.findings[0].locations | length == 2 and (.[0].stack | length) == 2 and .[0].stack[0] == "crash at \(.[0].file):\(.[0].line)"'
    judge '.findings[0].locations[1] | .rank == 0 and .call == "MPI_Barrier" and .line == '"$(line_of barrier)"
    judge '.stats.exit_code == 139'
    run 1 memcpy; found crash.signal '[1]' memcpy
    run 1 overflow # of the stack: somewhere in the function
    judge '.findings[0] | .rule == "crash.signal" and .ranks == [1] and .locations[0].function == "deep"'
    run 1 divide; found divide.zero '[1]' divide
    run 1 quotient; found crash.signal '[1]' quotient "signal 8"
    run 1 assert; found assert '[1]' assert "size == zero"
    expect_text err "Assertion"
    run 1 abort; found crash.signal '[1]' abort "signal 6"
    run 1 raise; found crash.signal '[1]' raise "signal 7"
    run 1 kill; found crash.signal '[1]' reduce "signal 9"
    run 1 memory; found crash.signal '[1]' memory "signal 11"
    # Leaving.
    run 1 exit; found env.finalize '[1]' exit "exit code 3"
    judge '.stats.exit_code == 3'
    run 1 _exit; found env.finalize '[1]' _exit "exit code 0"
    run 1 mpi-abort; found crash.abort '[1]' mpi-abort "error code 9"
    judge '.findings[0].locations[0] | .call == "MPI_Abort" and .args.errorcode == 9'
    run 1 abort-compute
    judge '.findings[0].rule == "crash.abort"'
    # The program's own handlers keep working.
    run 1 handler-exit; found env.finalize '[1]' handler "exit code 7"
    run 0 handler-back
    # Findings from before Tutti failed are kept.
    run 3 not-there
    judge '.findings | length == 1 and .[0].rule == "send.buffering"'
    judge '.findings[0].locations[0].line == '"$(line_of send)"
    expect_text out "1 warning so far"
    expect_text err "fault.c:$(line_of port): MPI_Close_port"
    # Of sends that wait for each other, the finding names that of the first rank, whichever is received first.
    mpi_cc "$flavour" "$HERE/../suite/buffer/send-ring.c" -o ring
    for _ in 1 2 3 4 5 6; do
        expect_exit 1 "$TUTTI" run --no-out -n 4 -- ./ring
        expect_text out "rank 0 continues only if MPI buffers its MPI_Send"
    done
    # Before MPI_Init.
    run 1 crash-before
    judge '.findings[0].rule == "crash.signal" and (.findings[0].headline | contains("before it called MPI_Init"))'
    run 2 exit-before
    expect_text err "exit code 5 before it called MPI_Init"
}

# kill_one WHO: ranks run, and rank 0 or the template is killed by somebody else.
kill_one() {
    rm -f process-0 process-1
    "$TUTTI" run --no-out --json=j.json -n 2 -- "$program" pause >out 2>err </dev/null &
    command=$!
    until_ [ -s process-0 ]
    until_ [ -s process-1 ]
    sleep 0.5
    process=$(cat process-0)
    [ "$1" = rank ] || process=$(ps -o ppid= -p "$process")
    kill -KILL "${process// /}"
    code=0
    wait "$command" || code=$?
    nothing_left "$left" "$flavour killed"
}

killed_by_another() {
    kill_one rank # 0, while it waits
    [ "$code" = 1 ] || { cat out err >&2; fail "$flavour: exit code $code after a rank was killed"; }
    found crash.signal '[0]' barrier "signal 9"
    judge '.findings[0].locations[0].call == "MPI_Barrier"'
    kill_one template
    [ "$code" = 3 ] || { cat out err >&2; fail "$flavour: exit code $code after the template was killed"; }
    expect_text err "the process that started the ranks was killed"
}

# interrupt SIGNAL WHAT: the signal reaches the command while ranks run.
all_processes() { [ "$(pgrep -cf "^$program $1")" = 3 ]; }
interrupt() {
    rm -rf kept
    "$TUTTI" run --out=kept --json=j.json -n 2 -- "$program" "$2" >out 2>err </dev/null &
    command=$!
    until_ all_processes "$2"
    sleep 0.3
    kill "-$1" "$command"
    code=0
    wait "$command" 2>/dev/null || code=$?
    nothing_left "$left" "$flavour $2 $1"
}

stops() {
    # A rank that computes while all others wait for it is no deadlock, but suspicious; everything
    # else at the time limit is not proven. The sentence says what each rank did.
    run 1 compute --time-limit=3
    judge '.findings[0] | .rule == "loop" and .ranks == [1] and .locations[0].function == "spin" and
           .locations[1].call == "MPI_Barrier"'
    run 4 compute-all --time-limit=3
    expect_text out "stopped at the time limit of 3 s: rank"
    grep -qE 'ranks 0-1 compute at|rank 0 computes at .*rank 1 computes at' out || { cat out >&2; fail "$flavour: who computes"; }
    run 4 pause --time-limit=3
    expect_text out "rank 0 waits in MPI_Barrier at" "fault.c:$(line_of barrier)" "rank 1 is outside MPI at" "fault.c:$(line_of pause)"
    judge '.verdict == "incomplete" and .findings == []'
    run 4 endless-before --time-limit=3
    expect_text out "before MPI_Init"
    run 1 poll; judge '.findings[0].rule == "deadlock"'
    for signal in INT TERM HUP; do
        interrupt "$signal" pause
        [ "$code" = 4 ] || { cat out err >&2; fail "$flavour: exit code $code after SIG$signal"; }
        expect_text out "interrupted: rank 0 waits in MPI_Barrier"
        jq -e '.verdict == "incomplete" and .findings == []' kept/findings.json >/dev/null ||
            fail "$flavour: SIG$signal: what is kept"
    done
    interrupt KILL pause
    interrupt KILL compute-all
}

children() {
    for what in system popen fork fork-exec outlive children-before ignore-children; do
        run 0 "$what"
        expect_text out "rank 0: sum 1" "rank 1: sum 1"
    done
    run 0 system; [ "$(grep -cE '^\[[01]\] system$' out)" = 2 ] || fail "$flavour: output of children"
    run 0 fork-crash; [ "$(grep -c 'child ended with -1' out)" = 2 ] || fail "$flavour: the end of a child"
    run 0 fork-mpi; expect_text err "a process that rank 1 forked called MPI_Barrier"
    # fork() loses threads: ranks are executed instead.
    run 0 threads
    expect_text out "[0] rank 0: sum 1" "[1] rank 1: sum 1" "has threads before MPI_Init"
    expect_exit 1 "$TUTTI" run --no-out --json=j.json -n 2 -- "$program" segv
    # A script that starts the program: as its last act, or in between; its redirection holds.
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >script; chmod +x script
    expect_exit 0 "$TUTTI" run --no-out --mpi="$flavour" -n 2 -- ./script
    expect_text out "[1] rank 1: sum 1"
    printf '#!/bin/sh\ntrue | cat\n"%s" >inside\necho "the end: $?"\n' "$program" >script
    expect_exit 0 "$TUTTI" run --no-out --mpi="$flavour" -n 2 -- ./script
    expect_text out "the end: 0"
    expect_text inside "rank 0: sum 1" "rank 1: sum 1"
    printf '#!/bin/sh\n"%s"\n"%s"\n' "$program" "$program" >script
    expect_exit 3 "$TUTTI" run --no-out --mpi="$flavour" -n 2 -- ./script
    expect_text err "a second process"
    nothing_left "$left" "$flavour scripts"
}

descriptors() {
    local what stream
    run 0 close-before; run 0 close-after
    for what in freopen-before freopen-after dup2-before dup2-after; do
        run 0 "$what"
        ! grep -q "sum 1" out || fail "$flavour: $what: the output is not redirected"
    done
    [ "$(grep -c "sum 1" redirected)" -ge 1 ] || fail "$flavour: the file redirected before MPI_Init"
    expect_text redirected-0 "rank 0: sum 1"
    expect_text redirected-1 "rank 1: sum 1"
    run 0 dup2-before; expect_text err "[0] rank 0: sum 1" "[1] rank 1: sum 1"
    run 0 dup2-after; expect_text err "[0] rank 0: sum 1" "[1] rank 1: sum 1"
    run 0 chdir; run 0 limits
    expect_text out "rank 1: sum 1"
    # The command's own.
    for stream in '0<&-' '1>&-' '2>&-' '0<&- 1>&- 2>&-'; do
        code=0
        eval "\"$TUTTI\" run --no-out --json=j.json -n 2 -- \"$program\" lines $stream >o 2>e" || code=$?
        judge '.verdict == "clean" and .stats.exit_code == 0'
    done
    printf 'one\ntwo\n' | "$TUTTI" run --no-out -n 3 -- "$program" stdin >out
    [ "$(grep -c '^\[0\] read' out)" = 2 ] && [ "$(grep -c read out)" = 2 ] && [ "$(grep -c 'end of file' out)" = 3 ] ||
        { cat out >&2; fail "$flavour: stdin"; }
}

printing() {
    local r
    # Order per rank and stream under load; stderr stays stderr.
    expect_exit 0 "$TUTTI" run --no-out -n 8 -- "$program" lines
    for r in 0 1 2 3 4 5 6 7; do
        grep "^\[$r\]" out | grep line >o; grep "^\[$r\]" err >e
        seq 0 19999 | awk -v r=$r '$1 % 10 { print "[" r "] rank " r " line " $1 }' | cmp -s - o || fail "$flavour: stdout of rank $r"
        seq 0 10 19999 | awk -v r=$r '{ print "[" r "] rank " r " line " $1 }' | cmp -s - e || fail "$flavour: stderr of rank $r"
    done
    # 3 MB in one line, zeros: nothing is lost.
    run 0 no-newline --output=plain
    [ "$(tr -cd a <out | wc -c)" -ge 3000000 ] && [ "$(tr -cd b <out | wc -c)" = 3000000 ] || fail "$flavour: a long line, plain"
    run 0 no-newline
    [ "$(grep -aE '^\[1\] b' out | tr -cd b | wc -c)" = 3000000 ] || fail "$flavour: a long line"
    run 0 zeros
    [ "$(grep -ac $'^\\[[01]\\] ' out)" = 6 ] && [ "$(tr -cd '\0' <out | wc -c)" = 4 ] || { od -c out >&2; fail "$flavour: zeros"; }
    # 100 MB through a reader that is slower than the ranks; a reader that goes away.
    "$TUTTI" run --no-out -n 2 -- "$program" flood 2>err |
        { sleep 1; head -c 1000000; sleep 1; cat; } | grep -cE '^\[[01]\] [0-9]+ x{990}$' >out
    [ "$(cat out)" = 100000 ] || fail "$flavour: $(cat out) lines of 100000"
    "$TUTTI" run --no-out -n 2 -- "$program" flood 2>err | head -n 1 >out
    nothing_left "$left" "$flavour flood"
    # Files.
    rm -rf kept
    expect_exit 0 "$TUTTI" run --out=kept --output=files -n 2 -- "$program" lines
    ! grep -q line out err || fail "$flavour: --output=files prints"
    seq 0 19999 | awk '$1 % 10 { print "rank 1 line " $1 } END { print "rank 1: sum 1" }' | cmp - kept/rank-1.out
    seq 0 10 19999 | awk '{ print "rank 0 line " $1 }' | cmp - kept/rank-0.err
    [ -s kept/findings.json ] || fail "$flavour: --output=files: findings.json"
    expect_exit 0 "$TUTTI" run --output=files -n 1 -- "$program"
    expect_text "$(echo tutti-out/run-*/rank-0.out)" "rank 0: sum 0"
    rm -r tutti-out
    expect_exit 2 "$TUTTI" run --no-out --output=files -n 1 -- "$program"
    expect_text err "--out=DIR"
    # A link in the folder does not lead the output of a rank to another file.
    mkdir linked
    echo precious >precious
    ln -s ../precious linked/rank-0.err
    expect_exit 3 "$TUTTI" run --out=linked --output=files -n 1 -- "$program"
    expect_text err 'linked/rank-0.err is a symbolic link'
    grep -qx precious precious || fail "$flavour: --output=files wrote through a link"
    rm -r linked
    expect_exit 0 "$TUTTI" run --no-out --out=chosen --output=files -n 1 -- "$program"
    [ "$(ls chosen)" = "$(printf 'rank-0.err\nrank-0.out')" ] || fail "$flavour: --no-out --out"
    rm -r chosen
}

memory() {
    # Limits of the command hold for what it starts; the sentence says which.
    if ! grep -q __asan_init "$TUTTI"; then # the sanitizer needs all the addresses there are
        expect_exit 3 bash -c "ulimit -v 150000; '$TUTTI' run --no-out -n 2 -- '$program'"
        expect_text err "limit of address space"
        expect_exit 0 bash -c "ulimit -v 4000000; '$TUTTI' run --no-out -n 4 -- '$program'"
    fi
    expect_exit 3 bash -c "ulimit -f 1000; '$TUTTI' run --no-out -n 2 -- '$program'"
    expect_text err "ulimit -f"
    [ "$own_shm" = own ] || return 0
    mount -t tmpfs -o size=4k tmpfs /dev/shm
    head -c 4096 /dev/zero >/dev/shm/full
    expect_exit 0 "$TUTTI" run --no-out -n 4 -- "$program"
    expect_text out "rank 3: sum 6"
    [ "$(ls -A /dev/shm)" = full ] || fail "$flavour: left in a full /dev/shm: $(ls /dev/shm)"
    umount /dev/shm
}

# LLVM's OpenMP has a file in /dev/shm for each process, which a rank that is killed cannot remove itself.
openmp() {
    printf '%s\n' '#include <mpi.h>' 'int main(int argc, char **argv) {' 'int count = 0; MPI_Init(&argc, &argv);' '#pragma omp parallel' \
        'count++;' 'for (volatile int i = argc; i; i = argc) {' 'if (argc < 2) MPI_Recv(&count, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }' \
        'return MPI_Finalize(); }' >team.c
    "$TUTTI" cc --mpi="$flavour" -fopenmp team.c -o team 2>/dev/null
    expect_exit 1 "$TUTTI" run --no-out -n 2 -- ./team
    nothing_left "$left" "$flavour: a deadlock with OpenMP"
    expect_exit 4 "$TUTTI" run --no-out -n 2 --time-limit=1 -- ./team for-ever
    nothing_left "$left" "$flavour: a time limit with OpenMP"
    expect_exit 4 timeout --foreground --preserve-status -s INT 2 "$TUTTI" run --no-out -n 2 -- ./team for-ever
    nothing_left "$left" "$flavour: an interrupt with OpenMP"
}

programs() {
    echo 'int main(void) { return 0; }' >none.c
    cc none.c -o none
    cc -static none.c -o static
    mpi_cc "$flavour" "$HERE/fault.c" -c -o object
    printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\267\0\1\0\0\0' >other && head -c 200 /dev/zero >>other && chmod +x other
    printf '#!/bin/sh\ntrue\n' >script; chmod +x script
    echo text >text
    local others=${TUTTI_MPIS/$flavour/} one
    while read -r name sentence; do
        expect_exit 2 "$TUTTI" run --no-out -n 2 -- "./$name"
        expect_text err "$sentence"
    done <<'T'
absent no such program
text is not an ELF file
none is not linked to MPI
static is linked statically
other is a program for aarch64
script is a script
. is a directory
T
    expect_exit 2 "$TUTTI" run --no-out --mpi="$flavour" -n 2 -- ./script
    expect_text err "before it called MPI_Init"
    expect_exit 2 "$TUTTI" run --no-out --mpi="$flavour" -n 2 -- ./static
    for one in $others; do
        expect_exit 2 "$TUTTI" run --no-out --mpi="$one" -n 2 -- "$program"
        expect_text err "--mpi=$one cannot be right"
    done
}

set -m
for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/fault.c" -pthread -o fault
    ends
    killed_by_another
    stops
    children
    descriptors
    printing
    memory
    openmp
    programs
done
nothing_left "$left" "all"
