#!/usr/bin/env bash
# Whose .tutti.conf counts: a stranger's file has no effect, and a file of the user's own project executes nothing
# and names no output before `tutti trust`.
. "$(dirname "$0")/../lib.sh"
export XDG_CONFIG_HOME=$WORK/config
unset SUDO_UID
stranger=65534

mkdir project
cd project
printf 'int main(void) { return 0; }\n' >a.c
printf '#!/bin/sh\ntouch "%s/executed"\nexec %s "$@"\n' "$WORK" "$CLANG" >evil
chmod 755 evil

# executes / ignores WHY...: `tutti check` executes the program that .tutti.conf names, or says why not.
executes() {
    rm -f "$WORK/executed"
    expect_exit 0 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" a.c
    [ -e "$WORK/executed" ] || fail "the compiler of the trusted project is not executed"
    ! grep -q ignored err || fail "something of a trusted file is ignored: $(cat err)"
}
ignores() { # WHY...
    rm -f "$WORK/executed"
    expect_exit 0 "${as[@]}" "$TUTTI" check --no-out --mpi="${TUTTI_MPIS%% *}" "$PWD/a.c"
    [ ! -e "$WORK/executed" ] || fail "a program that .tutti.conf names was executed"
    expect_text err ignored 'tutti trust' "$@"
    [ "$(grep -c ignored err)" = 1 ] || fail "not one line: $(cat err)"
}
as=(env)

# My own checkout of somebody's project: harmless options count, those that execute or write do not.
printf 'cc = %s/evil\n[explain]\nrules = x\nout = elsewhere\n[run]\nstop-at-first = yes\n' "$PWD" >.tutti.conf
ignores 'cc in '
printf 'color = always\nout = elsewhere\njson = all.json\n[check]\ncc = %s/evil\n[cc]\ncc = %s/evil\n' "$PWD" "$PWD" >.tutti.conf
ignores 'out, json and cc in '
[ ! -e elsewhere ] && [ ! -e all.json ] || fail "an untrusted project chose what is written"
expect_exit 0 "$TUTTI" explain deadlock
grep -q $'\033' out || fail "a harmless option does not count"
# The user's own word goes first, and then nothing is ignored.
expect_exit 0 "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" --cc="$CLANG" --out=o --json=j a.c
! grep -q ignored err || fail "it says that it ignores what does not matter"

# The compiler wrapper, which is a command of its own.
rm -rf tutti-out o j
expect_exit 0 "$(dirname "$TUTTI")/tutti-cc" -c a.c
[ ! -e "$WORK/executed" ] || fail "tutti-cc executes the compiler of an untrusted project"
expect_text err 'cc in '

# Trusted as it is; not trusted when it has changed, nor when it is no longer.
expect_exit 0 "$TUTTI" trust
expect_text out "trusted: $PWD/.tutti.conf" "cc = $PWD/evil"
executes
[ -e elsewhere ] && [ -e all.json ] || fail "a trusted project cannot choose what is written"
[ "$(stat -c %a "$XDG_CONFIG_HOME/tutti/trusted")" = 600 ] || fail "others can read what is trusted"
[ "$(stat -c %a "$XDG_CONFIG_HOME/tutti")" = 700 ] || fail "others can read the folder"
expect_exit 0 "$TUTTI" trust --list
expect_text out "$PWD/.tutti.conf" "    cc = $PWD/evil"
cp .tutti.conf before
printf '\n' >>.tutti.conf
ignores changed
cp before .tutti.conf
executes
cd ..
expect_exit 0 "$TUTTI" trust --remove project
expect_exit 2 "$TUTTI" trust --remove project
cd project
ignores 'cc in '
expect_exit 0 "$TUTTI" trust --list
[ ! -s out ] || fail "something is still trusted"
# A list that others can write to is no list.
expect_exit 0 "$TUTTI" trust .
chmod 666 "$XDG_CONFIG_HOME/tutti/trusted"
ignores 'cc in '
expect_exit 3 "$TUTTI" trust --list
expect_text err 'must be yours'
chmod 600 "$XDG_CONFIG_HOME/tutti/trusted"
executes

# Names in the file have no effect on the terminal.
printf '# \033[2J\n' >.tutti.conf
expect_exit 0 "$TUTTI" trust
expect_text out '\x1b[2J'
expect_exit 0 "$TUTTI" trust --remove

# A file that everybody can write to.
cp before .tutti.conf
chmod 666 .tutti.conf
ignores 'everybody can write'
chmod 644 .tutti.conf

# Several at once: no entry is lost. What was trusted is on the disk before it gets its name.
mkdir "$WORK/many"
for i in $(seq 40); do
    mkdir -p "$WORK/many/$i/.git"
    echo 'color = always' >"$WORK/many/$i/.tutti.conf"
done
for i in $(seq 40); do
    "$TUTTI" trust "$WORK/many/$i" >"$WORK/many/$i/out" 2>&1 </dev/null &
done
wait
expect_exit 0 "$TUTTI" trust --list
[ "$(grep -c "^$WORK/many/" out)" = 40 ] || { cat "$WORK"/many/*/out >&2; fail "$(grep -c "^$WORK/many/" out) of 40 entries"; }
[ -z "$(find "$XDG_CONFIG_HOME/tutti" -mindepth 1 ! -name trusted)" ] || fail "left: $(ls -A "$XDG_CONFIG_HOME/tutti")"
cat >"$WORK/calls.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static void say(const char *line)
{
    int file = open("/proc/self/fd/9", O_WRONLY | O_APPEND);
    if (file >= 0 && write(file, line, strlen(line)) > 0)
        close(file);
}
int fsync(int file)
{
    say("fsync\n");
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}
int rename(const char *from, const char *to)
{
    say("rename\n");
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
END
gcc -shared -fPIC -o "$WORK/calls.so" "$WORK/calls.c" -ldl
LD_PRELOAD=$WORK/calls.so "$TUTTI" trust "$WORK/many/1" >out 2>err 9>calls
[ "$(paste -sd' ' calls)" = 'fsync rename fsync' ] || { cat err calls >&2; fail 'not on the disk before it has its name'; }
for i in $(seq 40); do
    "$TUTTI" trust --remove "$WORK/many/$i" >"$WORK/many/$i/out" 2>&1 </dev/null &
done
wait
expect_exit 0 "$TUTTI" trust --list
! grep "^$WORK/many/" out || fail 'an entry that was removed is there again'
rm -r "$WORK/many" calls

# A pipe in its place makes nothing wait: it is no file, and Tutti skips it.
rm .tutti.conf
mkfifo .tutti.conf
expect_exit 0 "$TUTTI" explain deadlock
rm .tutti.conf
cp before .tutti.conf

# The list of the options that a project may not set.
"$TUTTI" --generate=trusted >options
cat >expected <<'LIST'
json
sarif
html
out
check build
check cc
check cxx
check fc
cc cc
cc cxx
cc fc
c++ cc
c++ cxx
c++ fc
fc cc
fc cxx
fc fc
run cflags
run libs
run gdb
verify from
verify cflags
verify libs
test cflags
test libs
test coverage-json
test coverage-html
test lcov
test emit-tests
test cc
replay gdb
trace file
trace time-limit
probe launcher
probe profile
probe resume
guard time-limit
watch pid
watch job
watch on-hang
watch core
watch record
watch interface
watch time-limit
report sources
report open
ci force
trust list
trust remove
doctor mpi
LIST
diff expected options >&2 || fail "the options that need trust are others"
rm options expected before

# Other users.
[ "$(id -u)" = 0 ] || exit 0
chmod 755 "$WORK" "$WORK/project"
chown -R $stranger:$stranger .
ignores 'belongs to another user'
expect_exit 0 "$TUTTI" explain deadlock
! grep -q $'\033' out || fail "a stranger's file counts"
as=(setpriv --reuid=12345 --regid=12345 --clear-groups env HOME=/nonexistent)
chmod 777 "$WORK" # for the mark
ignores 'belongs to another user'
# Under sudo, files of the user who called it count as root's own.
as=(env "SUDO_UID=$stranger")
chmod 755 "$WORK"
ignores 'cc in '
as=(env)
# The home of another user is not root's: root does not trust what that user trusts.
mkdir -p "$WORK/home/.config/tutti"
printf '%s/.tutti.conf\n' "$PWD" >"$WORK/home/.config/tutti/trusted"
sed 's/^/\t/' .tutti.conf >>"$WORK/home/.config/tutti/trusted"
printf '\t\n' >>"$WORK/home/.config/tutti/trusted"
as=(env HOME="$WORK/home" XDG_CONFIG_HOME=)
rm -f "$WORK/executed"
expect_exit 0 "${as[@]}" "$TUTTI" check --mpi="${TUTTI_MPIS%% *}" "$PWD/a.c"
[ -e "$WORK/executed" ] || fail "the list in an own home does not count"
chown -R $stranger:$stranger "$WORK/home"
ignores 'belongs to another user'
chown -R 0:0 "$WORK/home/.config" # not even one that looks like root's
ignores 'belongs to another user'
# Root may trust a stranger's file by its content.
as=(env)
expect_exit 0 "$TUTTI" trust
executes
