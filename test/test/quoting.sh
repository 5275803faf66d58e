#!/usr/bin/env bash
# run.sh in the corpus, if the names of folders, files and variables contain commands for a shell.
. "$(dirname "$0")/../lib.sh"
mpi=${TUTTI_MPIS%% *}
launch="mpiexec.$mpi"
[ "$mpi" = openmpi ] && launch="$launch --oversubscribe"

cat >reads.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int number = 0, typed = 0;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("a b'c\"$(touch MARK).txt", "r");
    if (!file || fscanf(file, "%d", &number) != 1 || scanf("%d", &typed) != 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (number > 40)
        puts("large");
    if (typed == 7)
        puts("seven");
    puts(argv[1]);
    MPI_Finalize();
    return 0;
}
END_OF_SOURCE
folder=$WORK/$'it\'s "a" $(touch MARK)`touch MARK`\n# folder; touch MARK'
mkdir "$folder"
cd "$folder"
"$TUTTI" cc --mpi="$mpi" -g -o reads ../reads.c
echo 12 >"a b'c\"\$(touch MARK).txt"
echo 5 >$'input\'s $(touch MARK)\n.txt'
"$TUTTI" test -n 1 --max-ranks=1 --time-limit=600 --out=search -- ./reads "\$(touch MARK)'; touch MARK" \
    <$'input\'s $(touch MARK)\n.txt' >../said 2>&1 || { cat ../said >&2; fail 'the search does not work'; }
scripts=0
for script in search/corpus/*/run.sh; do
    sh -n "$script" || fail "$script is no script"
    MPIEXEC=$launch sh "$script" >../out 2>&1 </dev/null || { cat "$script" ../out >&2; fail "$script does not run"; }
    # shellcheck disable=SC2016 # it is the argument
    grep -qF '$(touch MARK)' ../out || { cat ../out >&2; fail 'the argument is another'; }
    scripts=$((scripts + 1))
done
[ "$scripts" -ge 2 ] || fail "only $scripts tests"
[ -z "$(find "$WORK" -name MARK)" ] || fail 'a script executed a part of a name'
