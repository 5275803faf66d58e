#!/usr/bin/env bash
# The scorer itself counts right and wrong verdicts as such, with headers and with a list of its own.
. "$(dirname "$0")/../lib.sh"

mkdir programs
suite=$HERE/../suite
cp "$suite/rma/load-put.c" "$suite/rma/load-put-ok.c" programs/
sed 's/^ \* ranks:.*/&\n * mpi: 99/' "$suite/rma/load-put.c" >programs/later.c
flavour=${TUTTI_MPIS%% *}
"$HERE/run.sh" --mpi="$flavour" --out=kept programs >table 2>wrong
grep -q '^| race.rma | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 1 of 1 |' table || { cat table wrong >&2; fail 'a race'; }
grep -q '^| clean | 1 | 0 | 0 | 1 | 0 |' table || { cat table wrong >&2; fail 'a correct program'; }
expect_text table 'recall 1.0000, precision 1.0000, F1 1.0000, strict F1 1.0000'
expect_text table '1 tests are not for this MPI and were passed over'
[ ! -s wrong ] || { cat wrong >&2; fail 'something wrong'; }

# Options of the compiler, and Fortran, which is compiled by the MPI's own compiler.
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); return WORD; }\n' >programs/word.c
printf 'program main\nuse mpi\ninteger :: error\ncall mpi_init(error)\nend program\n' >programs/word.f90
cat >list <<'E1'
#!/bin/sh
printf '%s/word.c\t1\t\t\tenv.finalize\tenv.finalize\t2\t3\t-DWORD=0\n' "$1"
! command -v "mpif90.$FLAVOUR" >/dev/null || printf '%s/word.f90\t1\t\t\tenv.finalize\tenv.finalize\t\t\t\n' "$1"
E1
chmod +x list
FLAVOUR=$flavour "$HERE/run.sh" --mpi="$flavour" --list=list programs >table 2>wrong
expect_text table 'recall 1.0000, precision 1.0000, F1 1.0000, strict F1 1.0000'

# Messages about wrong command lines.
mkdir nothing
expect_exit 2 "$HERE/run.sh" nothing
expect_text err 'no program in' 'usage: '
expect_exit 2 "$HERE/run.sh" --mpi=none programs
expect_text err '--mpi=none'
expect_exit 2 "$HERE/run.sh" absent
expect_text err 'absent is no folder'

# Labels that are wrong, and a program that does not compile.
echo 'int main(void) { return' >programs/broken.c
cat >list <<'E2'
#!/bin/sh
printf '%s/load-put.c\t2\t\t\tclean\tclean\t\n' "$1"
printf '%s/load-put.c\t2\t\t\tother\tdeadlock arg.*\t3\n' "$1"
printf '%s/load-put-ok.c\t2\t1 2\t--buffering=zero\tdeadlock\tdeadlock\t\n' "$1"
printf '%s/broken.c\t2\t\t\tdeadlock\tdeadlock\t\n' "$1"
E2
chmod +x list
"$HERE/run.sh" --mpi="$flavour" --list=list --time-limit=120 programs >table 2>wrong
grep -q '^| clean | 1 | 0 | 1 | 0 |' table || { cat table >&2; fail 'a false alarm'; }
grep -q '^| other | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 of 1 |' table || { cat table >&2; fail 'a wrong label'; }
grep -q '^| deadlock | 2 | 0 | 0 | 0 | 1 | 0 | 1 |' table || { cat table >&2; fail 'misses'; }
expect_text wrong 'FP ' 'label ' 'FN ' 'failures '

# A program that does not end.
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); for (;;) ; }\n' >programs/endless.c
printf '#!/bin/sh\nprintf "%%s/endless.c\t2\t\t\tdeadlock\tdeadlock\t\n" "$1"\n' >list
"$HERE/run.sh" --mpi="$flavour" --list=list --time-limit=2 programs >table 2>wrong
grep -qE '^\| deadlock \| 1 \| ([01]) \| 0 \| 0 \| [01] \| [01] \|' table || { cat table >&2; fail 'a program that does not end'; }
