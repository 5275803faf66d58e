#!/usr/bin/env bash
# Programs without debug information, with it in another file, deleted and replaced programs.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
cp "$HERE"/*.[ch] .
sources=(calls.c calls.h calls_library.c mark.c)
gcc -g -O2 -fPIC -shared calls_library.c -o libcalls.so
link=(calls.c mark.c -L. -lcalls "-Wl,-rpath,$WORK")

shown() { "$SYMBOL" lines maps <stacks >out; } # of the last run, in out

# Without -g: names of the symbol table, one frame for each address, cut at main all the same.
gcc -O2 "${link[@]}" -o plain
run_program ./plain
shown
expect_text out 'inline outer in plain+0x' 'inline main in plain+0x' 'callback hidden at calls_library.c:'
[ "$(grep -c '^inline ' out)" = 2 ] || { cat out >&2; fail 'symbol table'; }

# Stripped: the offset in the file. Symbols give the same place.
offsets() { "$SYMBOL" raw maps <stacks | awk '$1 == "inline" { print $4 }' | head -n 2; }
offsets >wanted
strip -o stripped plain
run_program ./stripped
shown
expect_text out 'inline ?? in stripped+0x' 'callback twice at calls_library.c:'
! grep -q main out || { cat out >&2; fail 'a stripped program: not cut behind main'; }
[ "$(grep -c '^inline ' out)" = 2 ] || { cat out >&2; fail 'a stripped program: not cut behind main'; }
offsets >found
diff wanted found || fail 'the place in a stripped program'

# A library that is stripped: names of what it exports only.
cp libcalls.so whole.so
strip libcalls.so
gcc -g -O2 "${link[@]}" -o calls
run_program ./calls
shown
expect_text out 'callback ?? in libcalls.so+0x' 'callback twice in libcalls.so+0x' 'callback main at calls.c:'
cp whole.so libcalls.so

# Split: without the .dwo files lines are there, but not inlined frames.
gcc -g -gsplit-dwarf -O2 "${link[@]}" -o split
rm -f ./*.dwo
run_program ./split
"$SYMBOL" stacks maps <stacks >out
expect_text out "inline 1 outer calls.c:$(grep -n 'FRAME inline 1' calls.c | cut -d: -f1)" 'inline 2 main calls.c:'

# In another file, by .gnu_debuglink: beside it, in .debug, not if it belongs to another program.
for id in sha1 none; do
    gcc -g -O2 "-Wl,--build-id=$id" "${link[@]}" -o linked
    rm -rf .debug linked.debug
    objcopy --only-keep-debug linked linked.debug
    strip linked
    objcopy --add-gnu-debuglink=linked.debug linked
    run_program ./linked
    expect_marks "debug link ($id)" "${sources[@]}"
    mkdir .debug
    mv linked.debug .debug/
    expect_marks "debug link in .debug ($id)" "${sources[@]}"
    gcc -g -O3 -DOTHER "-Wl,--build-id=$id" "${link[@]}" -o other
    objcopy --only-keep-debug other linked.debug
    expect_marks "debug link, another one first ($id)" "${sources[@]}"
    rm -r .debug
    shown
    expect_text out 'inline ?? in linked+0x'
    rm linked.debug
    mkfifo linked.debug # must not be waited for
    timeout 600 "$SYMBOL" lines maps <stacks >out || fail 'a debug link to a pipe'
    expect_text out 'inline ?? in linked+0x'
    rm linked.debug
done

# By build ID below /usr/lib/debug, where libc's may be.
libc=$(awk '$2 == "r-xp" && $6 ~ /\/libc\.so\.6$/ { print $6; exit }' maps)
id=$(readelf -n "$libc" 2>/dev/null | sed -n 's/.*Build ID: //p')
if [ -n "$id" ] && [ -e "/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug" ]; then
    "$SYMBOL" raw maps <stacks >out
    grep -q "^inline __libc_start_main.* $libc .*libc-start.c:[1-9]" out || { cat out >&2; fail 'build ID'; }
else
    echo 'not tried: libc6-dbg is not installed'
fi

# A program that was deleted or built again since: no answer is better than a wrong one.
gcc -g -O2 "${link[@]}" -o fleeting
run_program ./fleeting
expect_marks 'before it is replaced' "${sources[@]}"
cp fleeting copy
ln fleeting kept # so that its inode is not used again
rm fleeting
shown
expect_text out 'inline ?? in fleeting+0x'
# (Some file systems name a device in the map that stat does not know: there it cannot be seen.)
read -r major minor inode < <(stat -c '%Hd %Ld %i' kept)
if grep -q " $(printf '%02x:%02x %d' "$major" "$minor" "$inode") .*/fleeting\$" maps; then
    cp copy fleeting
    shown
    expect_text out 'inline ?? in fleeting+0x'
    rm fleeting
fi
sed 's,/fleeting$,& (deleted),' maps >maps.deleted
mv kept fleeting
mv maps.deleted maps
shown
expect_text out 'inline ?? in fleeting+0x'

# Names of files that are hard to read.
mkdir 'with blank' $'with\nnewline'
for directory in 'with blank' $'with\nnewline'; do
    gcc -g -O2 "${link[@]}" -o "$directory/program (deleted) x"
    run_program "$directory/program (deleted) x"
    expect_marks "a path with blanks" "${sources[@]}"
done

# A process that is alive.
cat >alive.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    printf("%p\n", (void *)main); // LINE
    fflush(stdout);
    pause();
}
END
gcc -g -O0 alive.c -o alive
./alive >address &
pid=$!
until_ [ -s address ]
expect_exit 0 "$SYMBOL" pid "$pid" "$(cat address)"
kill "$pid"
wait "$pid" || true
expect_text out 'exact main at alive.c:4'
expect_exit 3 "$SYMBOL" pid "$pid" 0
expect_text err "cannot read /proc/$pid/maps"

# The place in the file is in the form that tools for that file take, also if the file is not moved when loaded.
for kind in '-fPIE -pie' '-fno-pie -no-pie'; do
    # shellcheck disable=SC2086 # two words
    gcc -g -O0 $kind "${link[@]}" -o placed
    run_program ./placed
    read -r offset line < <("$SYMBOL" raw maps <stacks |
        awk '$1 == "first" && $2 == "expression" { print $4, $5 }')
    [ "$(addr2line -e placed "$(printf '0x%x' $((offset - 1)))" | sed 's,.*/,,')" = "${line%:*}" ] ||
        fail "$kind: the place $offset is not $line"
done
