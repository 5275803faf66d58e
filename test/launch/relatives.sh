#!/usr/bin/env bash
# A relative of MPICH as a cluster's module offers it, outside of the loader's path: its library is MPICH's
# under the names and with the version of Intel MPI. Then libraries with which no program runs, and one that
# lacks a function.
. "$(dirname "$0")/../lib.sh"
. "$HERE/lib.sh"
forgive_leaks
case " $TUTTI_MPIS " in *' mpich '*) ;; *) exit 77 ;; esac
unset LD_LIBRARY_PATH "${!I_MPI_@}" TUTTI_MPI

# The file of a library that a program of MPICH needs.
mpi_cc mpich "$HERE/hello.c" -o of-mpich
mpi_fc mpich "$HERE/hello.f90" -o of-mpich-fortran
library() { ldd "$1" | awk -v name="$2" 'index($1, name) == 1 { print $3 }'; }

# intel ROOT VERSION: makes an installation.
intel() {
    mkdir -p "$1/bin" "$1/lib"
    "$HERE/relative.py" "$(library of-mpich libmpich.so)" "$1/lib/libmpi.so.12" 'libmpich\.so\.12=libmpi.so.12' \
        "MPICH Version:[^\\x00]*=Intel(R) MPI Library $2 for Linux* OS"
    "$HERE/relative.py" "$(library of-mpich-fortran libmpichfort.so)" "$1/lib/libmpifort.so.12" \
        'libmpich\.so\.12=libmpi.so.12' 'libmpichfort\.so\.12=libmpifort.so.12'
    ln -s libmpi.so.12 "$1/lib/libmpi.so"
    ln -s libmpifort.so.12 "$1/lib/libmpifort.so"
    local wrapper show
    for wrapper in mpicc mpif90; do
        show=$("$wrapper.mpich" -show | sed "s|-L[^ ]*|-L\"$1/lib\"|; s/-lmpichfort//; s/-lmpich/-lmpifort -lmpi/")
        # shellcheck disable=SC2016 # of the script
        printf '#!/bin/sh\n[ "$1" != -show ] || { echo '\''%s'\''; exit; }\nset -- "$@" %s\nexec %s "$@"\n' \
            "$show" "${show#* }" "${show%% *}" >"$1/bin/$wrapper"
    done
    # shellcheck disable=SC2016
    printf '#!/bin/sh\n[ "$1" != --version ] || { echo "Intel(R) MPI Library for Linux* OS, Version %s Build 1"; exit; }
exec %s "$@"\n' "$2" "$(command -v mpiexec.hydra)" >"$1/bin/mpiexec.hydra"
    chmod +x "$1"/bin/*
}
intel "$WORK/new" 2021.9
intel "$WORK/old" '2019 Update 9'

# doctor finds it by what a module sets, and each verb works with it.
seen() { # PATTERN: a line of doctor
    grep -qE -- "$1" out || { cat out >&2; fail "doctor has no line '$1'"; }
}
listed='^pass  Intel MPI 2021.9 +mpich +.*mpicc, .*libmpi.so; .*mpiexec.hydra \(Intel.s Hydra 2021.9\); found by'
expect_exit 0 "$TUTTI" doctor --quick
grep -q 'Intel MPI' out && fail 'doctor sees the MPI without its module'
expect_exit 0 env I_MPI_ROOT="$WORK/new" "$TUTTI" doctor --quick
seen "$listed I_MPI_ROOT"
expect_exit 0 env PATH="$WORK/new/bin:$PATH" "$TUTTI" doctor --quick
seen "$listed PATH"
grep -qE '^[a-z]+  (run|trials) with' out && fail 'doctor --quick tries the MPI'
expect_exit 0 env LD_LIBRARY_PATH="$WORK/new/lib" "$TUTTI" doctor --quick
seen '^pass  Intel MPI 2021.9 +mpich +without mpicc, .* found by LD_LIBRARY_PATH'
expect_exit 0 "$TUTTI" doctor --mpi="$WORK/new/bin/mpicc" --json=doctor.json
seen "$listed --mpi"
for verb in run verify test trace watch guard; do
    seen "^pass  $verb with Intel MPI 2021.9 +works"
    expect_text doctor.json "\"$verb\": \"works\""
done
expect_text doctor.json '"family": "mpich"' '"product": "Intel MPI"' '"version": "2021.9"'

# The same by hand, with the environment of the module; also for Fortran.
cat >race.c <<'C'
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0 && argc == 1) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0 && argc > 1)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
with() { # ROOT COMMAND...: as after `module load`
    local root=$1
    shift
    env I_MPI_ROOT="$root" PATH="$root/bin:$PATH" LD_LIBRARY_PATH="$root/lib" "$@"
}
with "$WORK/new" mpicc -g race.c -o race
with "$WORK/new" mpif90 -g "$HERE/hello.f90" -o fortran
with "$WORK/new" ldd ./race | grep -q "libmpi.so.12 => $WORK/new/lib" || fail 'the program is not linked to the relative'
for root in new old; do # built with the one, run with either
    expect_exit 0 with "$WORK/$root" "$TUTTI" run -n 2 --no-out -- ./race once
    expect_exit 0 with "$WORK/$root" "$TUTTI" run -n 2 --no-out -- ./fortran
    expect_exit 1 with "$WORK/$root" "$TUTTI" verify -n 3 --no-out -- ./race
    expect_text out '[deadlock]'
    expect_exit 0 with "$WORK/$root" "$TUTTI" trace --no-out -- mpiexec.hydra -n 2 ./race once
    expect_text out 'MPI_Recv(' 'source=1'
    expect_exit 0 with "$WORK/$root" "$TUTTI" watch --no-out --json=watch.json -- mpiexec.hydra -n 2 ./race once
    expect_text watch.json '"processes": 2'
    expect_exit 0 with "$WORK/$root" "$TUTTI" guard --no-out -- mpiexec.hydra -n 2 ./race once
    expect_text err '2 collective calls of 2 processes'
done

# Messages name the library, as it is now.
wrong_launcher() { # ROOT TITLE
    local launcher=$WORK/foreign/mpiexec.openmpi
    mkdir -p foreign
    printf '#!/bin/sh\n' >"$launcher"
    chmod +x "$launcher"
    expect_exit 2 with "$1" "$TUTTI" trace --no-out -- "$launcher" -n 2 ./race
    expect_text err "./race is linked to $2, but $launcher is the launcher of Open MPI" "use $1/bin/mpiexec.hydra"
}
wrong_launcher "$WORK/new" 'Intel MPI 2021.9'
wrong_launcher "$WORK/old" 'Intel MPI 2019 Update 9'
expect_exit 2 with "$WORK/new" "$TUTTI" run --mpi=openmpi -n 2 --no-out -- ./race
expect_text err './race is linked to Intel MPI 2021.9, so --mpi=openmpi cannot be right'
expect_exit 2 "$TUTTI" run -n 2 --no-out -- ./race
expect_text err 'needs libmpi' 'which the loader does not find' 'LD_LIBRARY_PATH'

# A stub, for linking where the MPI is not installed: every function aborts.
mkdir stub strange
echo '#include <stdlib.h>
int MPIR_Dup_fn;' >stub.c
nm -D --defined-only --format=posix new/lib/libmpi.so.12 | awk '$2 ~ "[TW]" && $1 ~ /^P?MPI_[A-Z]/ {
    printf "int %s(void) { abort(); }\n", $1 }' >>stub.c
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.12 stub.c -o stub/libmpi.so.12
ln -s libmpi.so.12 stub/libmpifort.so.12
# A library of no family.
sed 's/MPIR_Dup_fn/mpt_version/' stub.c >strange.c
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.12 strange.c -o strange/libmpi.so.12
ln -s libmpi.so.12 strange/libmpifort.so.12
for verb in 'run -n 2' 'verify -n 2' 'trace' 'watch' 'guard'; do
    case $verb in *-n*) line=./race ;; *) line="$WORK/new/bin/mpiexec.hydra -n 2 ./race" ;; esac
    # shellcheck disable=SC2086 # several words
    expect_exit 2 env LD_LIBRARY_PATH="$WORK/stub" "$TUTTI" $verb --no-out -- $line
    expect_text err "race cannot run: $WORK/stub/libmpi.so.12 is a stub" 'set LD_LIBRARY_PATH'
    # shellcheck disable=SC2086
    expect_exit 2 env LD_LIBRARY_PATH="$WORK/strange" "$TUTTI" $verb --no-out -- $line
    expect_text err "race is linked to $WORK/strange/libmpi.so.12, which is neither MPICH" 'tutti doctor'
    [ "$(grep -c . err)" = 1 ] || { cat err >&2; fail "more than one sentence from $verb"; }
done
expect_exit 0 env LD_LIBRARY_PATH="$WORK/stub" "$TUTTI" doctor --quick
seen "^warn  MPICH +mpich +$WORK/stub/libmpi.so.12 is a stub"

# A library that does not answer, or answers with noise, leads to a sentence at most.
mkdir silent noisy
echo 'int MPIR_Dup_fn; int MPI_Init(void) { return 0; }' >silent.c
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.12 silent.c -o silent/libmpi.so.12
expect_exit 0 env LD_LIBRARY_PATH="$WORK/silent" "$TUTTI" doctor --quick
seen "^warn  MPICH +mpich +cannot find out the version of $WORK/silent/libmpi.so.12: it has no MPI_Get_library_version"
cat >noisy.c <<'C'
#include <stdio.h>
#include <string.h>
int MPIR_Dup_fn;
int MPI_Init(void) { return 0; }
__attribute__((constructor)) static void noise(void) { printf("tuned for 17.4\n"); }
int MPI_Get_library_version(char *text, int *length) { strcpy(text, "Intel(R) MPI Library 2017.1\n"); return 0; }
C
gcc -w -shared -fPIC -Wl,-soname,libmpi.so.12 noisy.c -o noisy/libmpi.so.12
expect_exit 0 env LD_LIBRARY_PATH="$WORK/noisy" "$TUTTI" doctor --quick
seen '^pass  Intel MPI 2017.1 +mpich'

# Any MPI may be behind the MPI ABI: its library says whose launcher is the right one.
mkdir abi
cat >abi.c <<'C'
#include <string.h>
int MPI_Init(void) { return 0; }
int MPI_Get_library_version(char *text, int *length) { strcpy(text, "MPICH Version: 5.0.0\n"); return 0; }
C
gcc -w -shared -fPIC -Wl,-soname,libmpi_abi.so.1 abi.c -o abi/libmpi_abi.so.1
echo 'int MPI_Init(void); int main(void) { return MPI_Init(); }' >of-abi.c
gcc of-abi.c -o of-abi abi/libmpi_abi.so.1
LD_LIBRARY_PATH=$WORK/abi refused 'of-abi is linked to MPICH 5.0.0, but' words -- "$WORK/foreign/mpiexec.openmpi" -n 2 ./of-abi
LD_LIBRARY_PATH=$WORK/abi words -- "$WORK/new/bin/mpiexec.hydra" -n 2 ./of-abi
built_with() { # MARK: what of the line shows the launcher
    LD_LIBRARY_PATH=$WORK/abi SLURM_JOB_ID=1 PATH=$WORK/foreign:$PATH expect_exit 0 "$LAUNCH" build abi 2 -- ./of-abi
    expect_text out srun "--mpi=$1"
}
printf '#!/bin/sh\n' >foreign/srun
chmod +x foreign/srun
built_with pmi2
sed -i 's/MPICH Version: 5.0.0/Open MPI v6.0.0, package: none/' abi.c
gcc -w -shared -fPIC -Wl,-soname,libmpi_abi.so.1 abi.c -o abi/libmpi_abi.so.1
LD_LIBRARY_PATH=$WORK/abi refused 'of-abi is linked to Open MPI 6.0.0, but' words -- "$WORK/new/bin/mpiexec.hydra" -n 2 ./of-abi
LD_LIBRARY_PATH=$WORK/abi words -- "$WORK/foreign/mpiexec.openmpi" -n 2 ./of-abi
built_with pmix

# A function that the library lacks: the program ends as it does without Tutti.
mkdir lacking
"$HERE/relative.py" new/lib/libmpi.so.12 lacking/libmpi.so.12 'MPI_Comm_dup_with_info=MPI_Comm_dup_for_nobody'
ln -s ../new/lib/libmpifort.so.12 lacking/libmpifort.so.12
cat >newer.c <<'C'
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    puts("before");
    fflush(stdout);
    if (argc > 1) {
        MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy);
        MPI_Comm_free(&copy);
    }
    MPI_Finalize();
    return 0;
}
C
with "$WORK/new" mpicc newer.c -o newer -Wl,-z,lazy
said='symbol lookup error: .*undefined symbol: P?MPI_Comm_dup_with_info'
lacking() { env LD_LIBRARY_PATH="$WORK/lacking" "$@"; }
expect_exit 127 lacking ./newer call
grep -qE "$said" err || fail 'the library does not lack the function'
expect_exit 0 lacking "$TUTTI" run -n 2 --no-out -- ./newer
expect_exit 1 lacking "$TUTTI" run -n 2 --no-out -- ./newer call
cat out >>err
grep -qE "$said" err || { cat err >&2; fail 'tutti run does not end as the program does'; }
expect_text err 127
for verb in trace guard; do
    expect_exit 0 lacking "$TUTTI" "$verb" --no-out -- "$WORK/new/bin/mpiexec.hydra" -n 1 ./newer
    expect_exit 1 lacking "$TUTTI" "$verb" --no-out -- "$WORK/new/bin/mpiexec.hydra" -n 1 ./newer call
    cat out >>err
    grep -qE "$said" err || { cat err >&2; fail "tutti $verb does not end as the program does"; }
done
