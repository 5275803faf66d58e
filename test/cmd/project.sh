#!/usr/bin/env bash
# tutti without a verb says what it sees and what to do next; tutti ci writes a job whose script does it, and fails on
# findings that are new.
. "$(dirname "$0")/../lib.sh"
mpi=${TUTTI_MPIS%% *}
mkdir bin
ln -s "$TUTTI" bin/tutti
export PATH=$WORK/bin:$PATH
unset TUTTI

# Nothing here: the help.
mkdir empty
cd empty || exit
expect_exit 2 tutti
expect_text out 'usage: tutti VERB'
cd ..

# A source that is a program by itself.
mkdir alone
cd alone || exit
cat >ring.c <<'EOF'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, value;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Recv(&value, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
cp ring.c "it's.c"
printf 'int helper(void) { return MPI_COMM_WORLD != 0; }\n' >helper.c
expect_exit 0 tutti
expect_text out '3 C sources with calls of MPI' 'tutti verify -n 4 it' 'tutti ci'
! grep -q 'tutti report' out || fail 'a report is suggested where nothing ran'
expect_exit 1 tutti run --mpi="$mpi" -n 2 ring.c
expect_exit 0 tutti
expect_text out 'Findings:  1 in 1 run; the last: run -n 2 ring.c' 'tutti report tutti-out'
rm -r tutti-out

# script FILE: the commands of the job.
script() { sed -n '/^ *set -u$/,/^ *exit \$failed$/p' "$1"; }

for host in github gitlab; do
    expect_exit 0 tutti ci --host=$host --print -n 2 --budget=20
    cp out $host.yml
    script $host.yml >$host.sh
    grep -q 'exit \$failed' $host.sh || { cat $host.yml >&2; fail "$host: no script"; }
    ! grep -q "$(printf '\t')" $host.yml || fail "$host: a tab"
done
[ "$(sed 's/^ *//' github.sh)" = "$(sed 's/^ *//' gitlab.sh)" ] || fail 'the two jobs do different things'
expect_exit 1 env TUTTI_MPI="$mpi" bash -eo pipefail github.sh
expect_text out '[deadlock]'
jq -e '.runs[0].results | length == 2' tutti.sarif >/dev/null || fail 'not one result for each bug'
[ -s tutti.html ] || fail 'no page'
expect_exit 0 tutti report tutti-out --json=.tutti-baseline.json
expect_exit 0 env TUTTI_MPI="$mpi" bash -eo pipefail github.sh
cd ..

# The file is written where the host looks for it, and not over one that is there.
expect_exit 0 tutti ci
expect_text err .github/workflows/tutti.yml TUTTI_PACKAGE
[ -s .github/workflows/tutti.yml ] || fail 'no workflow'
expect_exit 2 tutti ci
expect_text err --force
expect_exit 0 tutti ci --force
expect_exit 0 tutti ci --host=gitlab
[ -s .gitlab-ci.yml ] || fail 'no job for GitLab'

# A project with a build system: the job verifies the programs that it builds.
mkdir made
cd made || exit
cp ../alone/ring.c .
printf 'ring: ring.c\n\tmpicc.%s -g ring.c -o ring\n' "$mpi" >Makefile
make >/dev/null
expect_exit 0 tutti
expect_text out 'built by make' './ring ('
expect_exit 0 tutti ci --print
expect_text out 'make || exit 3' 'judge tutti verify $baseline --time-limit=300 -n 4 ./ring'

# More programs than the job takes: it says so.
mkdir ../many
cd ../many || exit
for ((i = 0; i < 17; i++)); do cp ../alone/ring.c "ring$i.c"; done
expect_exit 0 tutti ci --print
expect_text err 'there are 17 programs'
rm ring0.c
expect_exit 0 tutti ci --print
[ ! -s err ] || fail "something is said about 16 programs: $(cat err)"
