#!/usr/bin/env bash
# page.sh BUILD_DIR: the commands of docs/install.md work, in the order of the page, except that those that remove
# Tutti come last.
. "$(dirname "$0")/../lib.sh"
build=$1
root=$(cd "$HERE/../.." && pwd)
page=$root/docs/install.md

# blocks LANGUAGE: of the page on stdin, the contents of all blocks of code in this language.
blocks() { awk -v fence='```' -v language="$1" '$0 == fence { inside = 0 } inside; $0 == fence language { inside = 1 }'; }

export HOME=$WORK PKG_CONFIG_PATH=$WORK/tutti/share/pkgconfig
make() { command make -C "$root" --no-print-directory -o all BUILD="$build" DESTDIR= "$@"; }
blocks sh <"$page" >all
grep -v '^make uninstall' all >commands
grep '^make uninstall' all >removal || fail 'the page does not say how it is removed'
[ "$(wc -l <commands)" -ge 6 ] || fail "the page has only these commands: $(cat commands)"
# shellcheck source=/dev/null
. ./commands >said 2>&1 || { cat said >&2; fail 'a command of the page'; }
expect_text said "$("$TUTTI" --version | sed 's/tutti //')" "$WORK/tutti/" bin/tutti-cc 'SUMMARY: '
[ "$(command -v tutti)" = "$WORK/tutti/bin/tutti" ] || fail 'tutti is not the one that was installed'
complete -p tutti >said || fail 'no completion'

# README.md has no other commands.
sed -n '/^## Install/,/^## [^I]/p' "$root/README.md" | blocks sh | sed 's/ *#.*//' >readme
[ -s readme ] || fail 'README.md does not say how it is installed'
! grep -vxF -f all readme || fail 'README.md has commands that docs/install.md has not'

# The project: of a program that is right, and of one that is wrong.
mkdir project
blocks cmake <"$page" >project/CMakeLists.txt
for name in deadlock-fixed deadlock; do
    cp "$root/examples/$name.c" project/halo.c
    expect_exit 0 cmake -S project -B "$name"
    expect_exit 0 cmake --build "$name"
    code=0
    ctest --test-dir "$name" >out 2>&1 || code=$?
    case $name,$code in
        deadlock-fixed,0) expect_text out 'halo.verify.2' 'halo.verify.4' 'halo.check' '0 tests failed out of 3' ;;
        deadlock,8) expect_text "$name/tutti-out/halo.verify.2/findings.json" '"deadlock"' ;;
        *) cat out >&2; fail "$name: $code" ;;
    esac
done

# Every argument of the function is on the page, and the other way round.
sed -n '/cmake_parse_arguments/,/)/p' "$root/packaging/cmake/TuttiConfig.cmake" | grep -oE '\b[A-Z_]{3,}\b' |
    grep -vE '^(PARSE_ARGV|ARG)$' | sort >arguments
grep '^| `' "$page" | cut -d '|' -f 2 | grep -oE '\b[A-Z_]{3,}\b' | sort | diff - arguments >&2 || fail 'the arguments of tutti_add_test'

. ./removal >said 2>&1 || { cat said >&2; fail 'removing it'; }
[ ! -e tutti ] || fail "left: $(find tutti)"
