#!/usr/bin/env bash
# seeds.sh TUTTI FOLDER: inputs for the fuzzer to begin with, a folder for each reader: files of the tree, files that the
# command and compilers make on the spot, and a few lines by hand where a format is only ever sent.
set -eu
tutti=$(realpath "$1") folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ -d "$folder" ]; then
    exit 0 # they were made before
fi
mkdir -p "$folder.new"
folder=$(cd "$folder.new" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/tutti-seeds-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
export UCX_NET_DEVICES=lo TERM=dumb OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# seed READER NAME: standard input. take READER FILE...: those that are there.
seed() { mkdir -p "$folder/$1"; cat >"$folder/$1/$2"; }
take() {
    local reader=$1 file name
    shift
    for file; do
        name=${file#"$root"/}
        if [ -f "$file" ]; then
            seed "$reader" "${name//\//-}" <"$file"
        fi
    done
}

take findings "$root"/test/report/fixtures/*.json
take source "$root"/examples/{deadlock,window,grid}.c
take profile "$root"/src/scale/profiles/*.json
take template "$root"/src/runtime/*/*.tmpl
sed -n '1,160p' "$root/src/api/mpi.api" | seed mpi_api start
printf 'role count int "how many"\nclass p2p.send "sends"\nfunction MPI_Send p2p.send blocking since 1.0\n' | seed mpi_api small
printf '# known\nleak.* file:src/*.c function:exch* # why\ndeadlock line:14\n' | seed suppressions file
printf 'int a; // tutti: ignore(deadlock, leak.*)\n! tutti: ignore\n/* tutti: ignore(race.*) */ x();\n' | seed suppressions source
printf 'time-limit = 10 # why\nquiet = yes\n\n[trace]\nranks = 4\nrules=-leak.*\ncolor = never\n' | seed configuration file
printf 'tutti\ntrace\n-qn4\n--time-limit=500ms\n--rules\nleak.*\n--\n./app\n-n\n' | seed configuration line
printf 'TUTTI_TIME_LIMIT=2m\nTUTTI_QUIET=1\nTUTTI_RANKS=3\nHOME=/\n' | seed configuration environment
printf 'mpiexec\n-n\n2\n-genv\nA\nb\n./a\n:\n-np\n1\nenv\nLD_PRELOAD=x.so\nnumactl\n-N\n0\n./b\n' | seed launcher hydra
printf 'mpirun.openmpi\n--map-by\nnode\n-x\nA=b\n-H\nx:2,y\n-np\n4\ngdb\n--args\n./a\nin.dat\n' | seed launcher orterun
printf 'srun\n-N2\n-n\n4\n--mpi=pmix\n--export=ALL,A=b\n./a\n' | seed launcher srun
printf -- '-c\n-O2\na.c\n-o\na.o\n-Wl,-rpath,/x\n-DA="b c"\n-x\nc++\nb.cc\n-ftutti-checks=all\n-show\n' | seed compiler_line words
printf -- '-L/x -lfoo "a b.c" %s-I\\ x\n -Xlinker -z' "'q'" | seed compiler_line response
printf '/lib\ninclude ld.so.conf.d/*.conf # and\nhwcap 0 nosegneg\n/usr/lib x=libc6\n' | seed ld_so_conf one
printf 'argument\0-Lx\0object\0003\0a.o\0member\0004\0b.o\0' | seed link_plan plan
printf 'mpich\0clang-19\0-ftutti-checks=all\0-o\0a\0a.c\0' | seed link_plan question
printf 'point 1.5 10 20 40 1\ntried 3 5\ntried 63 255\n' | seed chronicle points
printf 'mpich 4.0.2 8 ranks\n4 MPI_Bcast 0 0 0 1 8 8\t1 0 0.250\tcrash of rank 0\n' | seed trials two
printf 'process\t0\t4\t1\tMPICH Version: 4.0.2\nevent\tG\t3\tMPI_Scatter\t12\t4 ranks\t401136,7f0010\ntotal\t10\t2\t1\t999\t1\n' |
    seed guard_report one
head -c 2000 /proc/self/maps | seed maps self
printf '00400000-00401000 r-xp 00000000 08:01 12 /bin/true\n7ffff7dd0000-7ffff7df0000 r-xp 00000000 08:01 13 /bin/true (deleted)\n' |
    seed maps two
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0mpich\0\0\0\0\0\0\0\0\0\0\0node1\0' | seed trace_journal head
head -c 56 /dev/zero | seed script end

# frame TEXT: as bytes.h has it, its length before it; \NNN are bytes.
frame() {
    local length
    length=$(printf '%b' "$1" | wc -c)
    printf '%b' "\\0$(printf %o $((length & 255)))\\0$(printf %o $((length >> 8)))\\00\\00$1"
}
zeros() { printf '\\00%.0s' $(seq "$1"); }
lane="\\03$(zeros 8)\\01\\00\\05\\021\\021\\021\\020\\02\\00"
record="\\01\\010MPI_Recv\\01\\02\\00\\020\\02$(zeros 8)\\00\\01\\01\\00\\00\\00\\01\\00$(zeros 7)\\01\\01\\02\\00\\01\\01\\01\\01$lane"
look='\01\00\01\010MPI_Recv\01\01\04main\01\03a.c\014\01\03a.c\014\05\01\04main\01\01\04main'
printf '%b' "r$record" | seed wire record
printf '%b' "L$look" | seed wire look
printf '%b' "m\\03$(zeros 8)\\02" | seed wire moves
printf '%b' "v\\03$(zeros 8)\\07" | seed wire vitals
{
    printf '\1'
    frame "R\\01\\01m\\00\\03$(zeros 8)\\02r\\00${record}v\\00\\01$(zeros 8)\\07"
    frame "R\\01\\02r\\01${record}"
    frame "L\\01\\00$look"
    frame 'l\01'
    frame 'C\01\01\03why'
    frame 'X\01'
    frame 'D\01'
    frame 'F\01\01\03why'
} | seed hub frames
{
    frame 'W\01'
    frame 'B\00\05'
    frame 'S\00\00'
    frame 'K\01\00'
    frame 'P\02\01\013127.0.0.1:1'
} | seed node frames
for who in 0 1 2; do
    printf '%b' "\\0$who\\00tutti-w\\00$(zeros 32)" | seed channel "bytes$who"
done
for who in 3 4; do
    {
        printf '%b' "\\0$who\\01"
        frame 'B\00\05'
        frame ''
        frame 'D\01'
    } | seed channel "frames$who"
done
head -c 4096 /dev/zero | seed board zeros

# What the command and compilers make.
cat >small.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, value = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        for (int i = 0; i < 2; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (value == 77)
        abort();
    MPI_Finalize();
    return 0;
}
END
export TUTTI_MPI=mpich
"$tutti" cc -c small.c
"$tutti" cc small.o -o small
echo 'int f(void) { return 1; }' >f.c
gcc -c -Os f.c
gcc -shared -nostdlib -Wl,-soname,libmpich.so.12 -Wl,-rpath,/x -o libmpich.so.12 f.o
gcc -shared -nostdlib -Wl,--enable-new-dtags,-rpath,. -o libuser.so f.o libmpich.so.12
clang-19 -flto -c f.c -o bitcode.o
ar rcs two.a f.o small.o
ar rcsT thin.a f.o
gcc -g -O1 -shared -nostdlib -o debug.so -x c - <<'END'
static inline int twice(int n) { return n > 4 ? 2 * n : n; }
int far(int n) { return twice(n) + twice(n + 1); }
END
take elf libuser.so f.o
take symbols debug.so libuser.so
take object f.o small.o bitcode.o two.a thin.a
unset TUTTI_MPI
mpicc.mpich -g -o plain small.c
{ "$tutti" run -n 3 --out=run -- ./plain || true
  "$tutti" verify -n 3 --out=verify --max-executions=1 -- ./plain || true
  "$tutti" test --out=test --time-limit=5 -- ./small 1 || true; } >said 2>&1 </dev/null
take recording run/decisions verify/*decisions test/*decisions
take findings run/findings.json verify/findings.json test/findings.json
take journal verify/journal test/journal
take sites tutti-out/tests/*/sites
take chronicle test/chronicle
printf '[{"directory": "%s", "command": "mpicc -c -O2 \\"small.c\\" -o x.o", "file": "small.c"},
 {"directory": "/", "arguments": ["cc", "-Ix", "a.f90"], "file": "a.f90", "output": "a.o"}]' "$work" | seed compile_commands two
gcc -E -P -I"$(mpicc.mpich -show | grep -o ' -I[^ ]*' | head -1 | cut -c4-)" -include mpi.h -x c /dev/null |
    grep MPI_ | grep -v PMPI | head -60 | seed header mpich
printf 'int MPI_Send(const void *b, int c, MPI_Datatype d, int e, int t, MPI_Comm w) __attribute__((x));\nint (*f(int))(void);\n' |
    seed header two
mkdir -p "$folder/baseline"
cp "$folder"/findings/* "$folder/baseline/"
cd /
mv "$folder" "${folder%.new}"
