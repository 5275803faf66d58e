#!/usr/bin/env bash
# Results are for the user alone, and Tutti writes none where another user decides what is written.
. "$(dirname "$0")/../lib.sh"
umask 022
printf 'int main(void) { return 0; }\n' >a.c

# private FOLDER: nobody else can look into it.
private() { [ "$(stat -c %a "$1")" = 700 ] || fail "others can look into $1: $(stat -c %a "$1")"; }
expect_exit 0 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
private tutti-out/check-*
expect_exit 0 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" --out=deep/results a.c
private deep/results
# A folder that is there keeps its mode: the user has decided.
mkdir shared
expect_exit 0 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" --out=shared a.c
[ "$(stat -c %a shared)" = 755 ] || fail "the mode of the user's own folder was changed"


# The programs that Tutti builds, too.
flavour=${TUTTI_MPIS%% *}
printf '#include <mpi.h>\n#include <stdio.h>\nint main(void) { MPI_Init(0, 0); fclose(fopen("executed", "w")); return 1; }\n' >ends.c
rm -rf tutti-out
expect_exit 1 "$TUTTI" run "--mpi=$flavour" -n 1 ends.c
[ -e executed ] || fail 'the program was not executed'
private tutti-out
private tutti-out/programs

# Tutti does not execute files that another user left there, unless the command names them.
[ "$(id -u)" = 0 ] || exit 0
unset SUDO_UID
TUTTI_MPI=$flavour expect_exit 0 "$TUTTI" cc -g ends.c -o ends
chown -R 65534 tutti-out
# refuses WORD...: the command refuses, executes nothing, and writes nothing there.
refuses() {
    rm -f executed
    find tutti-out >before
    expect_exit 3 "$TUTTI" "$@"
    expect_text err 'tutti-out belongs to another user'
    [ ! -e executed ] || fail "$1: what lies in the tutti-out of another user was executed"
    find tutti-out | cmp - before || fail "$1: something was written into the tutti-out of another user"
}
refuses replay r-1
refuses verify --resume -n 1 -- ./ends
refuses run "--mpi=$flavour" -n 1 --out=mine ends.c
refuses verify "--mpi=$flavour" -n 1 --out=mine ends.c
refuses test "--mpi=$flavour" --ranks=1 --out=mine ends.c
refuses test --ranks=1 --out=mine ./ends
# A link of another user, to a folder of this one.
mv tutti-out kept
chown -R 0 kept
ln -s kept tutti-out
chown -h 65534 tutti-out
refuses run "--mpi=$flavour" -n 1 --out=mine ends.c
rm -r kept tutti-out

# A tutti-out that somebody else made, as in /tmp.
mkdir -m 777 tutti-out
chown 65534 tutti-out
unset SUDO_UID
expect_exit 3 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
expect_text err 'tutti-out belongs to another user' --out=DIR
[ -z "$(ls tutti-out)" ] || fail "something was written into the folder of another user"
expect_exit 0 env SUDO_UID=65534 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
