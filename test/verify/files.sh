#!/usr/bin/env bash
# tutti verify: executions of a program that writes files do not see each other's, those at the same time
# and those after each other: each finds its folder as it was at the start. If that is not possible, the message names -j1.
. "$(dirname "$0")/../lib.sh"
export TMPDIR=$WORK/tmp
mkdir -p "$TMPDIR"
mkdir folder

# verify CODE WHAT PATH OPTION...
verify() {
    local code=$1 what=$2 path=$3
    shift 3
    expect_exit "$code" "$TUTTI" verify -n 4 --no-out --json=../j.json "$@" -- "../files-$flavour" "$what" "$path"
    [[ $code != 0 ]] || expect_text out "each execution has a copy of its folder"
    ! compgen -G "$TMPDIR/tutti-*" || fail "$flavour: $what leaves folders behind"
}

clean() {
    verify 0 "$@"
    [ ! -s err ] || { cat err >&2; fail "$flavour: $1 is suspected"; }
    jq -e '.verdict == "clean" and .findings == [] and .stats.executions == 6' ../j.json >/dev/null ||
        { cat ../j.json >&2; fail "$flavour: $1: the verdict"; }
}

start() {
    cd "$WORK"
    rm -rf folder
    mkdir folder
    cd folder
    echo 7 >log.txt
    head -c 100000 /dev/zero >large.dat
}

for flavour in $(flavours); do
    cd "$WORK"
    mpi_cc "$flavour" "$HERE/files.c" -o "files-$flavour"
    start
    clean write out.txt --jobs=2
    start
    clean append log.txt --jobs=2
    [ "$(wc -l <log.txt)" = 4 ] || fail "$flavour: more than the first execution wrote into the folder"
    start
    clean append log.txt --jobs=1
    start
    clean folder results/out.txt --jobs=2

    # The search that begins again replaces its own journal, but not one that was there before.
    start
    for again in 0 1; do
        expect_exit 4 "$TUTTI" verify -n 4 --out=../kept --max-executions=3 -- "../files-$flavour" write out.txt
        [ "$(grep -c 'is now journal.old' err)" = "$again" ] || { cat err >&2; fail "$flavour: journals of $again searches before"; }
        [ "$(find ../kept -name journal.old | wc -l)" = "$again" ] || fail "$flavour: $again journals of searches before are kept"
    done
    rm -r ../kept

    # By an absolute path the program leaves its folder.
    start
    verify 4 append "$PWD/log.txt" --jobs=2
    expect_text err "the program depends on something outside MPI" "it behaves differently in a copy of the folder" "use -j1 to run one"

    # A file that was changed before its content was known.
    start
    verify 4 exchange large.dat --jobs=2
    expect_text err "large.dat is changed by the program, and too large to be kept" "use -j1 to run one"
done
