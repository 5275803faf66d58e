#!/usr/bin/env bash
# Names that a program chose (functions, files, arguments, texts) do nothing to the terminal, in reports, in live views,
# and of recorded findings.
. "$(dirname "$0")/../lib.sh"
mpi=${TUTTI_MPIS%% *}
evil=$'\033[2J'

cat >evil.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <time.h>
#line 4 "e\033[2Jvil.c"
__attribute__((noinline)) void wait_for_ever(int *number)
{
    MPI_Recv(number, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char **argv)
{
    int number = 0, rank;
    MPI_Comm named;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &named);
    MPI_Comm_set_name(named, "c\033[2Jom");
    MPI_Comm_rank(named, &rank);
    if (rank == 0)
        wait_for_ever(&number);
    MPI_Finalize();
    return number;
}
END_OF_SOURCE
mpi_cc "$mpi" -O0 -fno-pie -no-pie evil.c -o lines
"mpicc.$mpi" -O0 evil.c -o plain
objcopy --redefine-sym "wait_for_ever=ev${evil}il" plain

# harmless FILE: no escape sequence of the program's is in it, but its name is, so that it can be read.
harmless() {
    ! grep -qF "$evil" "$1" || { cat -v "$1" >&2; fail "$1 obeys a name of the program ($2)"; }
    grep -qF '\x1b[2J' "$1" || { cat -v "$1" >&2; fail "$1 does not show the name ($2)"; }
}
for program in lines plain; do
    timeout 600 "$TUTTI" run -n 2 --out="run-$program" -- ./$program "$evil" >out 2>&1 </dev/null || true
    harmless out "run $program"
    "$TUTTI" report "run-$program/findings.json" >out 2>&1
    harmless out "report $program"
    "$TUTTI" report "run-$program/findings.json" --html=page.html
    ! grep -qF $'\033' page.html || fail 'the page has escape sequences'
done
"$TUTTI" report run-lines/findings.json --json=again.json
! grep -qF $'\033' again.json run-lines/findings.json || fail 'JSON has escape sequences'
launch=("mpiexec.$mpi" -n 2)
[ "$mpi" = openmpi ] && launch=("mpiexec.$mpi" --oversubscribe -n 2)
# The live view, on a terminal.
cat >watch.sh <<END_OF_SCRIPT
exec timeout 600 "$TUTTI" watch --on-hang=kill --false-alarms-per-day=1000 --no-out -- ${launch[*]} ./lines '$evil' </dev/null
END_OF_SCRIPT
TERM=xterm script -qefc 'sh watch.sh' typescript </dev/null >/dev/null 2>&1 || true
sed -i 1d typescript # where script says what it executes
harmless typescript watch
# The folder's overview.
touch "a${evil}.c"
printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); }\n' >"a${evil}.c"
rm -f evil.c
expect_exit 0 "$TUTTI"
harmless out overview
# Text that an error quotes.
expect_exit 2 "$TUTTI" run -n 2 --no-out -- "./none$evil"
harmless err error
