#!/usr/bin/env bash
# Results are for the user alone, and are not put where another user decides what is written.
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

# A tutti-out that somebody else made, as in /tmp.
[ "$(id -u)" = 0 ] || exit 0
rm -rf tutti-out
mkdir -m 777 tutti-out
chown 65534 tutti-out
unset SUDO_UID
expect_exit 3 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
expect_text err 'tutti-out belongs to another user' --out=DIR
[ -z "$(ls tutti-out)" ] || fail "something was written into the folder of another user"
expect_exit 0 env SUDO_UID=65534 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
