#!/usr/bin/env bash
# run.sh makes a root, tests the tree in it, and leaves nothing mounted or running, whatever happens: with a tree, a
# debootstrap and a chroot of its own, so that it needs no network.
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] && unshare --mount --pid --fork true 2>/dev/null || exit 77

mkdir -p tree/test/roots tree/packaging bin
cp "$HERE/run.sh" tree/test/roots/
printf '#!/bin/sh\necho "setup $*"\n' >tree/packaging/setup
echo old >tree/words
cat >tree/recipe <<'END'
#!/bin/sh
echo "$1 with $2: $(cat words)"
[ ! -e "hangs-$1" ] || { echo waiting; sleep 1000.5; }
mkdir -p build
printf 'add_test(one true)\nadd_test(two false)\n' >build/CTestTestfile.cmake
[ ! -e "fails-$1" ]
END
chmod +x tree/packaging/setup tree/recipe
# shellcheck disable=SC2016 # for make
echo '.PHONY: demo build-tests test
demo build-tests test: ; @./recipe $@ $(JOBS)' >tree/GNUmakefile
git -C tree init -q
git -C tree add .
git -C tree -c user.name=a -c user.email=a commit -qm tree
echo new >tree/words # not committed

cat >bin/debootstrap <<'END'
#!/bin/sh
while case $1 in --*) true ;; *) false ;; esac; do shift; done
mkdir -p "$2/proc" "$2/sys" "$2/dev/shm" "$2/usr/sbin" "$2/etc/apt/apt.conf.d"
[ ! -e fails ] || { mount -t proc proc "$2/proc"; echo 'E: no such mirror'; exit 1; }
echo "$1 from $3" >"$2/etc/made"
END
cat >bin/chroot <<'END'
#!/bin/bash
root=$1
shift
[ "${*: -1}" != update-ca-certificates ] || exit 0
exec "${@//cd \/tutti/cd $root/tutti}"
END
chmod +x bin/*
# Without the folders of system commands: only the debootstrap from above is there.
path=$WORK/bin:/usr/bin:/bin
roots() { env PATH="$path" tree/test/roots/run.sh --directory="$WORK/kept" --mirror=a-mirror --jobs=3 "$@"; }

# Nothing is mounted here, and no process of the tree continues.
no_process() { ! pgrep -f 'sleep 1000[.]5' >/dev/null; }
nothing_left() {
    ! grep -F "$WORK" /proc/mounts >&2 || fail 'that is still mounted'
    ! pgrep -f 'sleep 1000[.]5' >/dev/null || fail 'a process of the root goes on'
}

expect_exit 2 roots
expect_exit 2 roots woody
expect_text err "there is no root 'woody'" 'bookworm trixie sid'
expect_exit 2 roots --only
expect_text err "unknown option '--only'"

# The whole tree, with files that are not committed; a second run uses the existing root.
expect_exit 0 roots trixie
expect_text out 'setup build test' 'demo with 3: new' 'test with 3: new'
expect_text err "making $WORK/kept/trixie" 'trixie: passed'
[ "$(cat kept/trixie/etc/made)" = 'trixie from a-mirror' ] || fail 'not the suite or the mirror that was named'
touch kept/trixie/mine
nothing_left
expect_exit 0 roots trixie
[ -e kept/trixie/mine ] || fail 'the root was made again'

# A part, and failures in the root.
expect_exit 0 roots --only=one trixie
expect_text out 'build-tests with 3: new' '100% tests passed'
expect_exit 1 roots --only='one|two' sid trixie
expect_text err 'failed in: sid trixie'
touch tree/fails-demo
git -C tree add fails-demo
expect_exit 1 roots trixie
expect_text err 'failed in: trixie'
git -C tree rm -qf fails-demo
expect_exit 5 roots --enter trixie sh -c 'cat words; exit 5'
expect_text out new
nothing_left

# Things that a machine may lack: each leads to a sentence.
touch fails
expect_exit 3 roots bookworm
expect_text err 'E: no such mirror' 'debootstrap could not make bookworm'
for half in kept/bookworm kept/bookworm.part; do
    [ ! -e "$half" ] || fail "$half is left of a root that could not be made"
done
nothing_left
rm fails
mv bin/debootstrap bin/hidden
expect_exit 3 roots bookworm
expect_text err 'debootstrap is missing: apt-get install debootstrap'
mv bin/hidden bin/debootstrap
printf '#!/bin/sh\necho 1000\n' >bin/id
chmod +x bin/id
expect_exit 3 roots trixie
expect_text err 'only be made and entered by root'
rm bin/id
printf '#!/bin/sh\nprintf "head\\nfs 100 90 10 90%% /\\n"\n' >bin/df
chmod +x bin/df
expect_exit 3 roots bookworm
expect_text err 'has 10 MiB free'
[ ! -e kept/bookworm.part ] || fail 'a root was begun on a full disk'
rm bin/df

# Ctrl-C, and a kill of the command alone.
touch tree/hangs-test
git -C tree add hangs-test
interrupted() { # SIGNAL WHOM
    local process
    : >log
    env --default-signal=INT setsid env PATH="$path" tree/test/roots/run.sh --directory="$WORK/kept" trixie >log 2>&1 </dev/null &
    process=$!
    until_ grep -q waiting log
    kill -"$1" -- "$2$process"
    ! wait "$process" || fail "a run that was interrupted ends with success"
    until_ no_process
    nothing_left
}
interrupted INT -
expect_text log 'interrupted; nothing stays mounted'
interrupted KILL ''
