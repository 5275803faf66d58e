#!/usr/bin/env bash
# compile_commands.json: several programs of one build, each with what it needs.
. "$(dirname "$0")/../cc/lib.sh"
export TUTTI_NO_OUT=1
mkdir src build
cp right.c helper.c wrong.c src
sed 's/main(int argc, char \*\*argv)/library(int argc, char **argv)/' wrong.c >src/library.c
sed -i 's/if (rank == 0)/if (rank == SOME)/' src/library.c
entry() { printf '{"directory": "%s/build", "file": "../src/%s", "%s": %s}' "$WORK" "$1" "$2" "$3"; }
{
    echo '['
    entry right.c command '"ccache cc -O2 -MD -MF right.d -o right.o -c ../src/right.c"'
    echo ,
    entry helper.c arguments '["cc", "-fno-tree-ter", "-c", "../src/helper.c"]'
    echo ,
    entry wrong.c command '"cc -DNAME=\"a b\" -c ../src/wrong.c"'
    echo ,
    entry library.c command '"cc -DSOME=1 -c ../src/library.c"'
    echo ']'
} >build/compile_commands.json

expect_exit 1 "$TUTTI" check -p build
expect_text out '../src/wrong.c:8:9: warning: ' '../src/library.c:8:9: warning: ' 'SUMMARY: 2 warnings' '    8 |     if (rank == 0)'
! grep -q 'right.c\|helper.c' out || fail 'a warning of what is right'
[ ! -e build/right.d ] && [ ! -e build/right.o ] || fail 'check writes into the build'
[ ! -s err ] || { cat err >&2; fail 'two main() functions are not two programs'; }
expect_exit 1 "$TUTTI" check -p build/compile_commands.json -j 1

# A file that does not compile is left out, with a message; "nothing found" is then no proof.
echo 'int broken(void) { return unknown; }' >src/library.c
expect_exit 1 "$TUTTI" check -p build
expect_text err "use of undeclared identifier 'unknown'"
expect_text out '1 of 4 files do not compile and were left out' '../src/wrong.c:8:9: warning: '
cp right.c src/wrong.c
expect_exit 4 "$TUTTI" check -p build

# A database of others: the analysis executes and loads nothing that it names, and writes nothing.
printf '#include <fcntl.h>\n__attribute__((constructor)) static void load(void) { open("%s/executed", O_CREAT | O_WRONLY, 0600); }\n' \
    "$WORK" >plugin.c
cc -shared -fPIC plugin.c -o plugin.so
cp right.c src/library.c
printf '%s' "-fplugin=$WORK/plugin.so" >options
printf '#!/bin/sh\ntouch "%s/executed"\n' "$WORK" >as
cp as gcc
chmod +x as gcc
# executes_nothing WHAT: analyses the files that the database names; the result does not matter.
executes_nothing() {
    "$TUTTI" check -p build >out 2>err || true
    [ ! -e executed ] || fail "the analysis executed or wrote what a database names: $1"
    [ "$(ls build)" = "$there" ] || fail "the analysis wrote into the build: $1"
}
there=$(ls build)
for options in "-fplugin=$WORK/plugin.so" "-fpass-plugin=$WORK/plugin.so" "-Xclang -load -Xclang $WORK/plugin.so" "@$WORK/options" \
    "-fno-integrated-as -B$WORK" "-B $WORK -fno-integrated-as" "-MD -MF $WORK/executed" "-MMD -MF$WORK/executed" \
    "-serialize-diagnostics $WORK/executed" "-ftime-trace=$WORK/executed" "-wrapper $WORK/as" "--config $WORK/options" \
    "-I @$WORK/options" "-Xclang=-load -Xclang=$WORK/plugin.so" "--driver-mode=cl -clang:-fplugin=$WORK/plugin.so" "-save-stats=cwd" \
    "--analyze -Xanalyzer -load -Xanalyzer $WORK/plugin.so" "-fopenmp --offload-arch=native --nvptx-arch-tool=$WORK/as"; do
    { echo '['; entry right.c command "\"$WORK/as -O2 $options -c ../src/right.c\""; echo ']'; } >build/compile_commands.json
    executes_nothing "$options"
    expect_exit 0 "$TUTTI" check -p build
done
# Names of sources that are options, or files with options.
cp plugin.so plugin.c
cp options options.c
for name in "-fplugin=$WORK/plugin.c" @options.c; do
    echo "[{\"directory\": \"$WORK\", \"file\": \"$name\", \"arguments\": [\"cc\", \"-c\", \"$name\"]}]" >build/compile_commands.json
    executes_nothing "$name"
done
# A target whose name is a path: flang looks for programs whose names begin with it.
if command -v "$FLANG" >/dev/null; then
    mkdir build/x86_64-d
    cp as build/x86_64-d/a-flang-new
    printf 'subroutine f\nend subroutine\n' >src/f.f90
    { echo '['; entry f.f90 command '"gfortran --target=x86_64-d/a -c ../src/f.f90"'; echo ']'; } >build/compile_commands.json
    there=$(ls build)
    executes_nothing 'a target with a slash'
fi

# Mistakes.
expect_exit 2 "$TUTTI" check -p src
expect_text err CMAKE_EXPORT_COMPILE_COMMANDS
expect_exit 2 "$TUTTI" check -p build right.c
for text in '{' '{}' '[]' '[{"file": "a.c"}]'; do
    echo "$text" >compile_commands.json
    expect_exit 2 "$TUTTI" check -p .
done
no_leftovers
