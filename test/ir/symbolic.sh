#!/usr/bin/env bash
# Light and heavy code behave as the program does, and report what they must. The runtime with which they are linked
# here (symbolic_runtime.c) computes again everything that they report.
. "$(dirname "$0")/../lib.sh"
tool=$1
sources=$HERE/symbolic

for file in "$HERE/symbolic_runtime.c" "$HERE/../../src/concolic/path/"{evaluate,operation}.c; do
    "$CLANG" -g -O1 -I"$HERE/../../src" -c "$file" -o "runtime.${file##*/}.o"
done

# build NAME OPTIONS FILE...: NAME.plain and NAME.test, and the sites in NAME.sites.
build() {
    local name=$1 options=$2 file compiler site=0 edge=0 number=0 kind
    local -a objects=()
    shift 2
    : >"$name.sites"
    for file; do
        number=$((number + 1))
        case $file in *.cc) compiler=$CLANGXX ;; *) compiler=$CLANG ;; esac
        # shellcheck disable=SC2086 # options are words
        "$compiler" -w -g $options -c -emit-llvm -Xclang -disable-llvm-passes \
            -Xclang -disable-O0-optnone -fno-discard-value-names "$file" -o file.bc
        "$tool" file.bc "u$number" "$site" "$edge" "$name.$number" atoi atof >sites
        grep -v '^free' sites >>"$name.sites"
        read -r site edge < <(sed -n 's/^free //p' sites)
        for kind in light heavy; do
            # shellcheck disable=SC2086
            "$CLANG" -w $options -c "$name.$number.$kind.bc" -o "$name.$number.$kind.o"
            objects+=("$name.$number.$kind.o")
        done
    done
    "$compiler" runtime.*.o "${objects[@]}" -o "$name.test" -lm
    # shellcheck disable=SC2086
    "$compiler" -w $options "$@" -o "$name.plain" -lm
}

# edge_names NAME: of numbers of edges, the key of the site and which of its edges it is. Several
# files may have the same inline function, each with its numbers.
edge_names() {
    awk 'NR == FNR { split($6, part, "+"); for (i = 0; i < part[2]; i++) names[part[1] + i] = $8 "." i; next }
         { print names[$1] }' "$1.sites" -
}

# same NAME ARGUMENT...: all three kinds print the same and end in the same way; light and heavy
# code flag the same edges.
same() {
    local name=$1 plain=0 light=0 heavy=0 kind
    shift
    "./$name.plain" "$@" >plain.out 2>&1 || plain=$?
    COVER=light.cover "./$name.test" "$@" >light.out 2>&1 || light=$?
    HEAVY=1 COVER=heavy.cover EVENTS=events "./$name.test" "$@" >heavy.out 2>&1 || heavy=$?
    diff plain.out light.out || fail "$name $*: light code prints something else"
    diff plain.out heavy.out || fail "$name $*: heavy code prints something else"
    [ "$plain $plain" = "$light $heavy" ] || fail "$name $*: ends with $plain, $light, $heavy"
    for kind in light heavy; do
        edge_names "$name" <"$kind.cover" | sort -u >"$kind.edges"
    done
    diff light.edges heavy.edges || fail "$name $*: light and heavy code flag other edges"
}

# site LINE KIND: the number of a site of events.c.
site() { awk -v place="events.c:$1" -v kind="$2" 'index($4, place) && $2 == kind { print $1; exit }' events.sites; }

for options in -O0 -O2 '-O3 -fPIC -fno-exceptions'; do
    build odd "$options" "$sources/odd.c"
    for arguments in '' 0 '5 2.5' '-3 0.1' '6 1e5' '100 -4.25'; do
        # shellcheck disable=SC2086
        same odd $arguments
    done
    [ "$(wc -l <events)" -ge 200 ] || fail "odd.c tells of $(wc -l <events) events only"
done
for options in -O0 -O2; do
    build classes "$options" "$sources/main.cc" "$sources/other.cc"
    for argument in '' 0 5 -3 7 4 200; do
        # shellcheck disable=SC2086
        same classes $argument
    done
    # The other file's function compares what it was given.
    line=$(grep -n 'x > 100' "$sources/other.cc" | cut -d: -f1)
    number=$(awk -v place="other.cc:$line" 'index($4, place) && $2 == "branch" { print $1 }' classes.sites)
    expect_text events "branch $number gt(v0,100) 0 1"
done

for options in -O0 -O1 -O2; do
    build events "$options" "$sources/events.c"
    same events 6
    grep -v '^address\|^arithmetic\|^nodes\|^main' events >got
    index=$(site 45 operation) division=$(site 47 operation)
    cat >wanted <<END
branch $(site 36 branch) gt(v0,3) 0 1
branch $(($(site 36 branch) + 1)) lt(v0,10) 0 1
branch $(site 38 branch) gt(v0,5) 0 1
branch $(site 41 branch) eq(mul(2,v0),12) 0 1
END
    diff wanted got || fail "events.c 6 $options"
    same events 2
    grep -v '^address\|^nodes\|^main' events >got
    cat >wanted <<END
branch $(site 36 branch) gt(v0,3) 0 0
arithmetic $(site 9 operation) mul(2,v0) 4
branch $(site 41 branch) eq(mul(2,v0),12) 0 0
arithmetic $(site 14 operation) add(3,v0) 5
branch $(site 41 branch) eq(add(3,v0),12) 0 0
switch $(site 22 switch) v0 2
index $index sext(v0) 2 10
divisor $division v0 2
branch $(site 47 branch) eq(div(100,v0),3) 0 0
branch $(site 49 branch) flt(fmul(real(v0),0.5),1.25) 0 1
END
    diff wanted got || fail "events.c 2 $options"
    # Nothing is symbolic without arguments.
    same events
    [ "$(cat events)" = "$(printf 'main 1\nnodes 0')" ] || fail "events.c without arguments: $(cat events)"
done

# Edges: those of -O0, whatever the level, each flagged by exactly the inputs that take it.
build low -O0 "$sources/events.c"
cut -d' ' -f1-6 low.sites | grep -v operation >low.sorted
cut -d' ' -f1-6 events.sites | grep -v operation | diff low.sorted - || fail 'sites depend on the level'
first=$(awk '$2 == "switch" { split($6, part, "+"); print part[1] }' events.sites)
for case in 0:9 1:1 2:3 3:4; do
    same events "${case#*:}"
    for edge in 0 1 2 3; do
        flagged=$(grep -cx "$((first + edge))" heavy.cover || true)
        [ "$flagged" = "$((edge == ${case%:*}))" ] || fail "events ${case#*:}: edge $edge of the switch is flagged $flagged times"
    done
done
echo 'light and heavy code behave as the program'
