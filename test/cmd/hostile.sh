#!/usr/bin/env bash
# Every verb, given files that are not what they should be, and outputs that cannot be written: exit code 2 or 3 and one
# sentence that names what is wrong, never a crash, never a hang. (Bytes at random are for test/fuzz.)
. "$(dirname "$0")/../lib.sh"
fixtures=$HERE/../report/fixtures
mpi=${TUTTI_MPIS%% *}

# kindly NAME COMMAND...: it refuses, and says so in a few lines that have NAME in them.
kindly() {
    local name=$1 got=0
    shift
    timeout 600 "$@" >out 2>err </dev/null || got=$?
    case $got in
    2 | 3) ;;
    *) head -c 2000 out err >&2; fail "exit code $got, not 2 or 3: $*" ;;
    esac
    grep -qF -- "$name" err || { head -c 2000 err >&2; fail "no word of '$name': $*"; }
    [ "$(wc -c <err)" -lt 4000 ] || { head -c 2000 err >&2; fail "that is no sentence: $*"; }
    grep -aq '^tutti' err || { head -c 2000 err >&2; fail "it is not Tutti that speaks: $*"; }
    ! grep -aqE 'Sanitizer|runtime error|terminated by signal' err || { cat err >&2; fail "a crash: $*"; }
}

cat >app.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    return MPI_Finalize();
}
END
mpi_cc "$mpi" -o app app.c

# Files that are wrong in each way.
mkdir files
head -c 300 "$fixtures/deadlock.json" >files/cut
printf '\177ELF\2\1\1\0garbage \377\376\0 more\n' >files/garbage
: >files/empty
mkdir files/folder
printf '{"tutti": 1, "verb": "run\377\300"}' >files/utf8
{ head -c 100000 /dev/zero | tr '\0' '['; } >files/deep
{ head -c 100000 /dev/zero | sed 's/\x0/{"a":/g'; } >files/deeper
truncate -s 100M files/large
{ printf '{"tutti": 1, "verb": "'; head -c 100000000 /dev/zero | tr '\0' a; } >files/long
# A file that opens, but cannot be read (permissions mean nothing to root).
ln -s /proc/self/mem files/unreadable
wrong="cut garbage empty folder utf8 deep deeper large long unreadable"

for file in $wrong; do
    kindly "$file" "$TUTTI" report "files/$file"
    kindly "$file" "$TUTTI" report "$fixtures/deadlock.json" --baseline="files/$file"
    kindly "$file" "$TUTTI" replay "files/$file"
    kindly "$file" "$TUTTI" check "files/$file"
    kindly "$file" "$TUTTI" check -p "files/$file"
    kindly "$file" "$TUTTI" run -n 2 -- "files/$file"
    kindly "$file" "$TUTTI" guard --profile="files/$file" -- ./app
done
for file in garbage deep folder unreadable; do
    kindly "$file" "$TUTTI" report "$fixtures/deadlock.json" --suppressions="files/$file"
done
for file in garbage empty folder unreadable; do
    kindly "$file" "$TUTTI" verify -n 2 -- "files/$file"
    kindly "$file" "$TUTTI" test -- "files/$file"
    kindly "$file" "$TUTTI" trace -- "files/$file"
    kindly "$file" "$TUTTI" guard -- "files/$file"
    kindly "$file" "$TUTTI" watch -- "files/$file"
done

# A file that is no source, and an object; the compiler's messages come before the sentence.
cp files/garbage garbage.c
cp files/garbage garbage.o
kindly garbage.c "$TUTTI" check garbage.c
kindly garbage.c "$TUTTI" verify --mpi="$mpi" -n 2 -- garbage.c
kindly garbage.o "$TUTTI" check garbage.o
printf '!<arch>\nx/              0           0     0     644     99999999999`\n' >cut.a
kindly cut.a "$TUTTI" check cut.a
mkfifo pipe
kindly pipe "$TUTTI" check pipe
kindly pipe "$TUTTI" run -n 2 -- ./pipe
kindly pipe "$TUTTI" replay pipe

# Searches and probes that were stopped, and whose files are wrong.
for file in garbage empty large utf8; do
    mkdir -p "resumed-$file"
    cp "files/$file" "resumed-$file/journal"
    cp "files/$file" "resumed-$file/trials"
    kindly "resumed-$file" "$TUTTI" verify -n 2 --resume --out="resumed-$file" -- ./app
    kindly "resumed-$file" "$TUTTI" probe --mpi="$mpi" --resume="resumed-$file"
done
kindly resumed-folder "$TUTTI" verify -n 2 --resume --out=resumed-folder -- ./app
kindly app "$TUTTI" probe --mpi="$mpi" --resume=app

# The configuration of the project.
for file in garbage deep utf8; do
    cp "files/$file" .tutti.conf
    kindly .tutti.conf "$TUTTI" explain deadlock
done
rm .tutti.conf

# Results, some of them not valid: the overview skips these, and reports name the file.
mkdir -p tutti-out/run-1
cp files/garbage tutti-out/run-1/findings.json
expect_exit 0 "$TUTTI"
kindly run-1 "$TUTTI" report tutti-out
rm -r tutti-out

# Outputs that cannot be written.
for view in json sarif html; do
    kindly /dev/full "$TUTTI" report "$fixtures/deadlock.json" --$view=/dev/full
    kindly files/folder "$TUTTI" report "$fixtures/deadlock.json" --$view=files/folder
    kindly missing/x "$TUTTI" run -n 2 --no-out --$view=missing/x -- ./app
done
# shellcheck disable=SC2016 # sh expands it
kindly '' sh -c '"$TUTTI" report "$1" >/dev/full' - "$fixtures/deadlock.json"
# shellcheck disable=SC2016 # sh expands it
kindly '' sh -c '"$TUTTI" report --html=- "$1" >/dev/full' - "$fixtures/deadlock.json"
# shellcheck disable=SC2016 # sh expands it
kindly '' sh -c '"$TUTTI" check --help >/dev/full'
kindly files/empty "$TUTTI" run -n 2 --out=files/empty -- ./app
kindly files/empty "$TUTTI" verify -n 2 --out=files/empty/x -- ./app
kindly /dev/full "$TUTTI" trace --file=/dev/full -- "mpiexec.$mpi" -n 1 ./app
kindly /dev/full "$TUTTI" watch --record=/dev/full -- "mpiexec.$mpi" -n 1 ./app
kindly /proc "$TUTTI" run -n 2 --out=/proc/x -- ./app
