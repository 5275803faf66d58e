#!/usr/bin/env bash
# Programs with damaged debug information, and damaged lists of mappings: an answer comes, and soon.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
cp "$HERE"/*.[ch] .
gcc -g -O2 -fPIC -shared calls_library.c -o libcalls.so
gcc -g -O2 calls.c mark.c -L. -lcalls -Wl,-rpath,"$WORK" -o calls
run_program ./calls
cp calls whole

# answers WHAT: as many stacks as there were, whatever is in them.
answers() {
    local code=0
    timeout 600 "$SYMBOL" lines maps <stacks >out 2>err || code=$?
    [ "$code" = 0 ] || { cat err >&2; fail "$1: ends with $code"; }
    [ "$(cut -d' ' -f1 out | sort -u | wc -l)" = "$(grep -c '^stack' stacks)" ] || { cat out >&2; fail "$1"; }
}

# Bytes at places that are the same in every run, in each part of the debug information. The file
# stays the one that was mapped: it is written in place.
RANDOM=1
for section in info abbrev line str rnglists; do
    read -r offset size < <(readelf -SW whole | sed 's/^ *\[ *[0-9]*\] *//' |
        awk -v name=".debug_$section" '$1 == name { print $4, $5 }')
    [ -n "$offset" ] || fail "no .debug_$section"
    for ((i = 0; i < 12; i++)); do
        cat whole >calls
        for ((j = 0; j < 8; j++)); do
            at=$((0x$offset + (RANDOM * 32768 + RANDOM) % 0x$size))
            printf '%b' "\\x$(printf %x $((RANDOM % 256)))" |
                dd of=calls bs=1 seek="$at" conv=notrunc status=none
        done
        answers ".debug_$section, $i"
    done
done
for size in 0 1 64 100 4096 20000; do
    head -c "$size" whole >calls
    answers "the first $size bytes"
done
cat whole >calls
answers whole

cp maps maps.whole
head -c 700 maps.whole >maps
answers 'a part of the maps'
printf 'zzz\n\n5-4 r-xp 0 0:0 0 /x\n1-ffffffffffffffff r-xp ffffffffffffffff 0:0 0 /dev/zero\n' >maps
answers 'nonsense in the maps'
for text in '' 'no map at all' $'1000-2000\n'; do
    printf %s "$text" >maps
    expect_exit 3 "$SYMBOL" lines maps
    expect_text err 'memory map of the process'
done
