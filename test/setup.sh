#!/usr/bin/env bash
# setup.sh: packaging/setup, with a list of its own and an apt-get that only records its arguments.
set -u
export LC_ALL=C
setup=$(cd "$(dirname "$0")/../packaging" && pwd)/setup
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT
bad=0
unset TUTTI_NO_INSTALL

check() # WHAT COMMAND...
{
    local what=$1
    shift
    if "$@"; then
        printf 'ok   %s\n' "$what"
    else
        printf 'FAIL %s\n--- its output:\n%s\n' "$what" "$(cat "$scratch/output" 2>/dev/null)"
        bad=1
    fi
}

run() # ENVIRONMENT... -- ARGUMENT...: exit code in $code, all output in the file output
{
    local variables=()
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    env TUTTI_DEPENDENCIES="$scratch/list" PATH="$scratch/bin:$PATH" "${variables[@]}" "$setup" "$@" \
        >"$scratch/output" 2>&1 </dev/null
    code=$?
}

says()
{
    grep -qF -e "$1" "$scratch/output"
}

# apt-get writes its words down; `install` makes the probe of planted-package work after as many
# failures as the file "fail" counts. id and sudo stand for an ordinary user who may use sudo.
mkdir "$scratch/bin"
cat >"$scratch/bin/apt-get" <<END
#!/bin/sh
echo "\$@" >>"$scratch/calls"
[ "\$1" = install ] || exit 0
left=\$(cat "$scratch/fail")
[ "\$left" = 0 ] || { echo \$((left - 1)) >"$scratch/fail"; exit 100; }
touch "$scratch/installed"
END
printf '#!/bin/sh\nexit 0\n' >"$scratch/bin/apt-cache"
printf '#!/bin/sh\necho 0\n' >"$scratch/bin/id"
chmod +x "$scratch"/bin/*
cat >"$scratch/list" <<END
# llvm: 19 20 21
# a comment | with | bars | in it
build     | bash            | false                       | known to the package database
build,run | planted-package | test -e $scratch/installed  | the purpose
run       | other-package   | true                        | known by its probe alone
END

reset() # HOW OFTEN apt-get FAILS
{
    rm -f "$scratch/calls" "$scratch/installed"
    echo "$1" >"$scratch/fail"
}

reset 0
run -- run bild
check 'an unknown group is wrong usage' test "$code" = 2
check 'and is named' says "'bild'"

reset 0
run TUTTI_NO_INSTALL=1 -- build
check 'TUTTI_NO_INSTALL=1 refuses with code 3' test "$code" = 3
check 'and prints the command' says 'apt-get install -y --no-install-recommends'
check 'which names what is missing' says ' planted-package'
check 'and why it is needed' says 'the purpose'
check 'and installs nothing' test ! -e "$scratch/calls"

reset 0
run -- build
check 'it installs what is missing' test "$code" = 0 -a -e "$scratch/installed"
check 'saying so first' says 'setup: installing them: '
check 'and only that' test "$(grep -c ' bash\| other-package' "$scratch/calls")" = 0
run -- build
check 'a second time it is silent' test "$code" = 0 -a ! -s "$scratch/output"
check 'and calls nothing' test "$(grep -c install "$scratch/calls")" = 1

reset 1
run -- build
check 'a failed install is tried once more' test "$code" = 0
check 'with fresh package lists' test "$(sed -n 2p "$scratch/calls")" = 'update -q'
reset 2
run -- build
check 'two failures are an error' test "$code" = 3
check 'with a sentence' says 'apt-get failed'

# A choice of LLVM: the version whose packages for the build are there, else the first that apt has.
cp "$scratch/list" "$scratch/plain"
printf 'build | tool-@LLVM@ | test -e %s/llvm-@LLVM@ | a\ntest | fortran-@LLVM@ | test -e %s/@FLANG@ | b\n' \
    "$scratch" "$scratch" >>"$scratch/list"
reset 0
touch "$scratch/installed"
run TUTTI_NO_INSTALL=1 -- build
check 'with no LLVM it is the first version' says 'recommends -o DPkg::Lock::Timeout=300 tool-19'
touch "$scratch/llvm-20"
run TUTTI_NO_INSTALL=1 -- build
check 'another version that is there will do' test "$code" = 0
run -- --list build test
check 'its flang has the name of its version' says 'missing  fortran-20'
touch "$scratch/llvm-19"
run -- --list build test
check 'the first version comes first' says 'missing  fortran-19'
touch "$scratch/flang-new-19"
run -- --list build test
check 'whose flang has another name' says 'there    fortran-19'
rm "$scratch"/llvm-* "$scratch/flang-new-19"
printf '#!/bin/sh\ncase "$*" in *tool-21*) exit 0 ;; esac\nexit 1\n' >"$scratch/bin/apt-cache"
run -- build
check 'the version that apt has is installed' grep -q 'install.* tool-21$' "$scratch/calls"
check 'after a word about it' says 'this system has no LLVM 19: taking LLVM 21'
cp "$scratch/plain" "$scratch/list"

reset 0
printf '#!/bin/sh\nexit 1\n' >"$scratch/bin/apt-cache"
run -- build
check 'a package that the lists do not know: they are fetched first' test "$(head -n 1 "$scratch/calls")" = 'update -q'

reset 0
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
printf '#!/bin/sh\necho "sudo $*" >>%q\nexec "$@"\n' "$scratch/calls" >"$scratch/bin/sudo"
chmod +x "$scratch/bin/sudo"
run -- build
check 'an ordinary user installs through sudo' grep -q '^sudo env .*apt-get install' "$scratch/calls"

# A system with neither sudo nor apt-get: a PATH with nothing but what the script itself needs.
mkdir "$scratch/bare"
for tool in bash env sed dirname false true test cat; do
    ln -s "$(command -v "$tool" || echo /bin/false)" "$scratch/bare/$tool"
done
cp "$scratch/bin/id" "$scratch/bare/id"
reset 0
run PATH="$scratch/bare" -- build
check 'not on Debian: code 3' test "$code" = 3
check 'and the needs in general terms' says 'not a Debian system'
cp "$scratch/bin/apt-get" "$scratch/bare/apt-get"
run PATH="$scratch/bare" -- build
check 'without sudo: code 3' test "$code" = 3
check 'and what to run as root' says 'As root, run:'
check 'and nothing was installed' test ! -e "$scratch/calls"

run -- --list
check '--list tells what is there and what is not' test "$(grep -c '^missing' "$scratch/output")" = 1
check '--list exits with 0' test "$code" = 0

run XDG_CACHE_HOME="$scratch/cache" -- --node-modules
check '--node-modules is in the cache' says "$scratch/cache/tutti/node-"
run HOME= XDG_CACHE_HOME= -- --node-modules
check 'without a home: code 3' test "$code" = 3

# Node packages: an npm that makes the requested packages, or fails.
cat >"$scratch/bin/npm" <<END
#!/bin/bash
echo "npm \$*" >>"$scratch/calls"
[ ! -e "$scratch/npm-fails" ] || { echo 'npm: no network'; exit 1; }
prefix=\${!#}
for word; do
    case \$word in install | -*) ;; "\$prefix") ;;
    *) mkdir -p "\$prefix/node_modules/\${word%@*}" && echo '{}' >"\$prefix/node_modules/\${word%@*}/package.json" ;; esac
done
END
chmod +x "$scratch/bin/npm"
reset 0
touch "$scratch/npm-fails" "$scratch/installed"
run XDG_CACHE_HOME="$scratch/cache" -- test
check 'npm that fails: code 3' test "$code" = 3
check 'with the reason' says 'npm: no network'
check 'and nothing left in the cache' test -z "$(ls "$scratch/cache/tutti")"
run XDG_CACHE_HOME="$scratch/cache" TUTTI_NO_INSTALL=1 -- test
check 'TUTTI_NO_INSTALL=1 holds for npm too' test "$code" = 3 -a -z "$(ls "$scratch/cache/tutti")"
rm "$scratch/npm-fails"
run XDG_CACHE_HOME="$scratch/cache" -- test
check 'npm that works fills the cache' test "$code" = 0
run XDG_CACHE_HOME="$scratch/cache" -- test
check 'and is not called again' test "$code" = 0 -a ! -s "$scratch/output"
modules=$(XDG_CACHE_HOME=$scratch/cache "$setup" --node-modules)
check 'the modules are where --node-modules says' test -f "$modules/playwright-core/package.json"
rm -r "$modules/ajv"
run XDG_CACHE_HOME="$scratch/cache" -- test
check 'a cache that lost a package is filled again' test "$code" = 0 -a -f "$modules/ajv/package.json"
exit "$bad"
