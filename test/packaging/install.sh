#!/usr/bin/env bash
# install.sh BUILD_DIR: make install installs a tree that works wherever it is moved to, and make uninstall removes
# that tree and nothing else.
. "$(dirname "$0")/../lib.sh"
build=$1
root=$(cd "$HERE/../.." && pwd)

# in_tree TARGET PREFIX [DESTDIR]: of the build as it is: making it is not what is tested here.
in_tree() { expect_exit 0 make -C "$root" --no-print-directory -o all "$1" BUILD="$build" PREFIX="$2" DESTDIR="${3:-}"; }

# Staged, as packagers do, beside what is there already.
mkdir -p stage/opt/first/share/man/man1
echo mine >stage/opt/first/share/man/man1/mine.1
in_tree install /opt/first "$WORK/stage"
mv stage/opt/first second
rm -r stage
for file in bin/tutti bin/tutti-cc bin/tutti-c++ bin/tutti-fc lib/tutti share/tutti/findings.schema.json include/tutti.h \
    share/bash-completion/completions/tutti share/zsh/site-functions/_tutti share/fish/vendor_completions.d/tutti.fish share/man/man1/tutti.1; do
    [ -e "second/$file" ] || fail "not installed: $file"
done
! grep -rlI -e "$WORK" -e /opt/first second || fail 'these files name the place where they were first'

# README.md links to pages and programs that are there too.
links=$(grep -oE '\]\((docs|examples)/[^)#]+' second/share/doc/tutti/README.md | cut -c3- | sort -u)
[ -n "$links" ] || fail 'README.md has no links'
for file in $links; do
    [ -e "second/share/doc/tutti/$file" ] || fail "not installed: $file"
done

# Relocatable: nothing is left where it was installed first.
PATH=$WORK/second/bin:$PATH
expect_exit 0 tutti --version
grep -qE '^tutti [0-9]+\.[0-9]+\.[0-9]+$' out || fail "not a version: $(cat out)"
cp "$root"/examples/{collective,deadlock,deadlock-fixed}.c .
for flavour in $(flavours); do
    expect_exit 0 tutti doctor
    for guest in trace world guard beacon; do
        [ -f "second/lib/tutti/libtutti-$guest-$flavour.so" ] || fail "no guest $guest for $flavour is installed"
    done
    grep -qE "^pass  libtutti-trace-$flavour.so +loads" out || fail "the moved guest of $flavour does not load"
    mpi_cc "$flavour" deadlock.c -o wrong
    mpi_cc "$flavour" deadlock-fixed.c -o right
    expect_exit 1 tutti verify -n 2 --no-out -- ./wrong
    expect_text out '[deadlock]' 'deadlock.c:'
    expect_exit 0 tutti verify -n 2 --no-out -- ./right
    expect_exit 1 timeout 600 tutti watch --on-hang=kill --no-out -- "mpiexec.$flavour" -n 2 ./wrong
    expect_text out '[hang.communication]' 'deadlock.c:'
    if [ -f second/lib/tutti/libtutti-analyser.so ]; then
        expect_exit 1 tutti check --mpi="$flavour" --no-out collective.c
        expect_text out '[collective.divergence]'
        expect_exit 0 tutti-cc -ftutti-mpi="$flavour" -g collective.c -o checked
        expect_text err '[collective.divergence]'
        expect_exit 1 tutti verify -n 3 --no-out -- ./checked
    fi
done

# If the loader cannot take guests from the place of the tree, a sentence says so.
mv second 'with blank'
launch="-- mpiexec.$flavour -n 2" # as the program was built last
for line in 'verify -n 2 --' 'run -n 2 --' "watch $launch" "trace $launch"; do
    # shellcheck disable=SC2086 # words
    expect_exit 3 'with blank/bin/tutti' ${line/-/--no-out -} ./right
    expect_text err 'blanks or colons: move Tutti'
done
mv 'with blank' second

# A second installation at the same place removes files that only the first had, and keeps files that are not its own.
echo old >second/lib/tutti/old.so
echo lib/tutti/old.so >>second/share/tutti/installed.list
in_tree install "$WORK/second"
[ ! -e second/lib/tutti/old.so ] || fail 'a file of the older version is left'
grep -qxF lib/tutti/ second/share/tutti/installed.list || fail 'it does not know any more that it made lib/tutti'

# Afterwards exactly the files are there that were there before.
echo mine >second/lib/mine.so
cp second/share/tutti/installed.list kept.list
echo ../outside >>second/share/tutti/installed.list
echo mine >outside
expect_exit 2 make -C "$root" --no-print-directory uninstall PREFIX="$WORK/second" DESTDIR=
[ -f outside ] && [ -f second/bin/tutti ] || fail 'removed by a list that leads out of its prefix'
cp kept.list second/share/tutti/installed.list
in_tree uninstall "$WORK/second"
[ "$(cd second && find . ! -type d | sort | paste -sd' ')" = './lib/mine.so ./share/man/man1/mine.1' ] ||
    fail "left, or taken away: $(find second)"
[ -z "$(find second -type d -empty)" ] || fail "empty folders are left: $(find second -type d -empty)"
expect_exit 2 make -C "$root" --no-print-directory uninstall PREFIX="$WORK/second" DESTDIR=
expect_text err 'installed.list, so nothing is removed'

# Nothing at all is left where there was nothing before.
in_tree install "$WORK/third/prefix"
in_tree uninstall "$WORK/third/prefix"
[ -d third ] && [ ! -e third/prefix ] || fail "left: $(find third)"
