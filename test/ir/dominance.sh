#!/usr/bin/env bash
# Dominators, post-dominators and loops are those that LLVM itself finds: in the functions of
# Tutti's own sources, and in random ones, where jumps lead into the middle of loops.
. "$(dirname "$0")/../lib.sh"
tool=$1

# random_functions SEED COUNT: each has some labels, from which it jumps to others at random.
random_functions() {
    awk -v seed="$1" -v count="$2" '
    function pick(n) { return int(rand() * n) }
    BEGIN {
        srand(seed)
        print "int g(int);"
        for (f = 0; f < count; f++) {
            labels = 2 + pick(38)
            printf "void random_%d(int x) {\n", f
            for (l = 0; l < labels; l++) {
                printf "l%d: ", l
                if (rand() < 0.5) printf "if (g(x)) goto l%d; ", pick(labels)
                if (rand() < 0.3) printf "switch (g(x)) { case 1: goto l%d; case 2: goto l%d; } ", pick(labels), pick(labels)
                if (rand() < 0.2) printf "goto l%d;\n", pick(labels)
                else if (rand() < 0.1) print "return;"
                else print "g(x);"
            }
            print "}"
        }
    }'
}

# compare NAME BITCODE: both print the same lines. Of a function with a loop that nothing leaves,
# LLVM and Tutti choose different blocks to lead to the exit: there post-dominators are left out.
compare() {
    "opt-$TUTTI_LLVM" -disable-output -passes='function(print<domtree>,print<postdomtree>,print<loops>)' "$2" \
        2>&1 | awk -f "$HERE/llvm_graph.awk" | sort_functions >"$1.llvm"
    "$tool" graph "$2" >"$1.raw"
    sed 's/ endless$//' "$1.raw" | sort_functions >"$1.tutti"
    grep ' endless$' "$1.raw" | cut -d' ' -f2 >"$1.endless" || true
    for side in llvm tutti; do
        awk 'NR == FNR { endless[$1]; next }
             /^function/ { skip = $2 in endless }
             { if (skip && !/^function/) $3 = "-"; print }' "$1.endless" "$1.$side" >"$1.$side.cmp"
    done
    diff -u "$1.llvm.cmp" "$1.tutti.cmp" >"$1.diff" || { head -40 "$1.diff" >&2; fail "$1 differs"; }
    functions=$((functions + $(grep -c '^function' "$1.llvm")))
    endless=$((endless + $(wc -l <"$1.endless")))
}

# Functions in the order of their names, each on one line while sorting.
sort_functions() { awk '/^function/ { printf "%s%s", sep, $0; sep = "\n"; next } { printf "|%s", $0 } END { print "" }' | sort | tr '|' '\n'; }

functions=0 endless=0
for source in "$HERE"/../../src/base/*.c "$HERE"/../../src/base/*/*.c "$HERE"/../../src/world/*/*.c; do
    case $source in *test_*) continue ;; esac
    name=$(basename "$(dirname "$source")")-$(basename "$source" .c)
    "$CLANG" -c -emit-llvm -D_GNU_SOURCE -fdiscard-value-names -I"$HERE/../../src" -I"$HERE/../../include" \
        "$source" -o "$name.bc" 2>/dev/null || continue
    compare "$name" "$name.bc"
done
own=$functions
for seed in 1 2 3 4 5; do
    random_functions "$seed" 80 >"random$seed.c"
    "$CLANG" -c -emit-llvm -w -fdiscard-value-names "random$seed.c" -o "random$seed.bc"
    compare "random$seed" "random$seed.bc"
done
[ "$own" -ge 800 ] || fail "only $own functions of Tutti's own were compared"
[ "$functions" -ge "$((own + 400))" ] || fail "random functions are missing: $functions"
[ "$endless" -lt "$((functions / 2))" ] || fail "$endless of $functions never end: nothing is tested"
echo "$functions functions, $endless of them endless: the same as LLVM's"
