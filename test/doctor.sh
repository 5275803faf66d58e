#!/usr/bin/env bash
# doctor.sh: the verb `doctor` on this machine, with a tool hidden from it, and from installations
# that are broken on purpose.
. "$(dirname "$0")/lib.sh"

# On the machine as it is: nothing fails, everything was checked, and JSON says the same as the text.
forgive_leaks
expect_exit 0 "$TUTTI" doctor --all --json=doctor.json
expect_text out 'SUMMARY:' ' 0 fail'
for what in "$CLANG" "flang-$TUTTI_LLVM" "llvm-$TUTTI_LLVM-dev" libtutti-analyser.so libtutti-solver.so libz3-dev gdb slurm-client mpich openmpi-bin cmake ptrace memfd /dev/shm; do
    grep -qE "^(pass|warn)  $what +[^ ]" out || fail "no line for $what"
done
for flavour in $TUTTI_MPIS; do
    grep -qE "^pass  libtutti-trace-$flavour.so +loads" out || fail "the guest of $flavour does not load"
done
# Each MPI is listed with what it is, and each verb works with it.
for flavour in $TUTTI_MPIS; do
    title=$(sed -n "s/^pass  \(.* [0-9.]*[0-9]\)  *$flavour  .*\/mpicc.*; .*mpiexec.* ([A-Za-z].*); found by PATH\$/\1/p" out | head -n 1)
    title=${title%"${title##*[! ]}"}
    [ -n "$title" ] || { cat out >&2; fail "no MPI of the family $flavour is listed"; }
    for verb in run verify test trace watch guard; do
        grep -qE "^pass  $verb with $title +works" out || { cat out >&2; fail "$verb with $title does not work"; }
    done
    expect_text doctor.json "\"family\": \"$flavour\"" "\"version\": \"${title##* }\""
done
version=$("$CLANG" --version | sed -n '1s/.*version \([0-9.]*\).*/\1/p')
grep -qE "^pass  $CLANG +$version " out || fail "not the version of clang: $version"
lines=$(grep -cE '^(pass|warn|fail)  ' out)
[ "$(grep -c '"verdict": ' doctor.json)" = "$lines" ] || fail "$lines lines, but another number of checks in JSON"

# Without --all only what the installed command can use; - is stdout and nothing else is there.
expect_exit 0 "$TUTTI" doctor --quick
grep -q '^pass  scdoc' out && fail 'scdoc is shown without --all'
expect_exit 0 "$TUTTI" doctor --quick --json=-
[ "$(head -c 1 out)" = '{' ] || fail 'JSON on stdout does not start with {'
grep -q SUMMARY out && fail 'text and JSON are mixed on stdout'

# A missing tool: a PATH with everything but that tool.
mkdir tools
IFS=: read -ra directories <<<"$PATH"
for directory in "${directories[@]}"; do
    find "$directory" -maxdepth 1 \( -type f -o -type l \) ! -name "$CLANG" ! -name dpkg-query \
        -exec ln -sf -t tools {} + 2>/dev/null || true
done
expect_exit 0 env PATH="$WORK/tools" "$TUTTI" doctor --quick
grep -qE "^warn  $CLANG +missing " out || fail "$CLANG is hidden, but not missed"
expect_text out "apt-get install $CLANG" "To install what is missing: apt-get install $CLANG"
# Debian's database says that the tool is installed: then the PATH is wrong.
if ln -s "$(command -v dpkg-query)" tools/; then
    expect_exit 0 env PATH="$WORK/tools" "$TUTTI" doctor --quick
    grep -qE "^warn  $CLANG .*look at PATH, or apt-get install --reinstall $CLANG" out ||
        fail "$CLANG is installed and hidden, but PATH is not blamed"
fi
# Without any tool at all it still ends with a verdict.
mkdir nothing
expect_exit 0 env PATH="$WORK/nothing" "$TUTTI" doctor --quick
grep -qE '^warn  mpich +missing ' out || fail 'mpich is not missed without a PATH'

# Broken installations.
set -- $TUTTI_MPIS
guest=libtutti-trace-$1.so
mkdir -p broken/bin broken/lib/tutti
cp "$TUTTI" broken/bin/
expect_exit 1 broken/bin/tutti doctor --quick
grep -qE "^fail  $guest +broken .*No such file" out || fail 'missing guest libraries are not noticed'
expect_text out 'install Tutti again'
expect_exit 7 broken/bin/tutti doctor --quick --error-exitcode=7
cp "$(dirname "$TUTTI")"/../lib/tutti/*.so broken/lib/tutti/
expect_exit 0 broken/bin/tutti doctor --quick
echo 'not a library' >"broken/lib/tutti/$guest"
expect_exit 1 broken/bin/tutti doctor --quick
grep -qE "^fail  $guest +broken .*cannot be preloaded" out || fail 'a spoilt guest library is not noticed'
cp "$(dirname "$TUTTI")"/../lib/tutti/*.so broken/lib/tutti/
mv broken 'with blank'
expect_exit 1 'with blank/bin/tutti' doctor --quick
expect_text out 'path with blanks or colons'

# An MPI that is broken is a warning with a sentence; where the user names it, a failure. The others are tried.
mkdir -p poor/bin
set -- $TUTTI_MPIS
# shellcheck disable=SC2016 # of the script
printf '#!/bin/sh\n[ "$1" != -show ] || exec mpicc.%s -show\necho "ring.c:1: error: no licence today" >&2\nexit 5\n' "$1" >poor/bin/mpicc
chmod +x poor/bin/mpicc
expect_exit 0 env PATH="$WORK/poor/bin:$PATH" "$TUTTI" doctor --mpi="$1"
grep -qE "^warn  trials with .* not done +$WORK/poor/bin/mpicc cannot compile a small program: exit code 5 instead of 0: no licence today" out ||
    { cat out >&2; fail 'no sentence about an mpicc that fails'; }
expect_exit 1 "$TUTTI" doctor --mpi="$WORK/poor/bin/mpicc"
grep -qE '^fail  trials with ' out || fail 'the MPI that the user named fails, and doctor does not'
expect_exit 0 env TUTTI_MPI="$1" "$TUTTI" doctor --quick
expect_exit 2 "$TUTTI" doctor --mpi="$WORK/poor/bin/nothing"
expect_text err '--mpi=' 'there is no such program'
expect_exit 2 "$TUTTI" doctor --mpi="$WORK/nothing"
expect_text err 'there is no MPI that Tutti knows'

# Wrong usage and output that cannot be written.
expect_exit 2 "$TUTTI" doctor --sarif=x.sarif
expect_exit 2 "$TUTTI" doctor operand
expect_exit 3 "$TUTTI" doctor --quick --json=no/such/folder/x.json
expect_text err 'no/such/folder/x.json'
