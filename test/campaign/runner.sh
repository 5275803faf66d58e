#!/usr/bin/env bash
# The runner of campaigns reports what `tutti test` did, with all techniques and without each, and leaves pictures.
. "$(dirname "$0")/../lib.sh"
flavour=${TUTTI_MPIS%% *}

cat >grid.c <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int n = 0, rank;
    MPI_Init(&argc, &argv);
    usleep(150000); /* the curve has a point each quarter of a second */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (scanf("%d", &n) == 1 && n > 100 && argc > 1 && n < atoi(argv[1]))
        abort();
    MPI_Finalize();
    return 0;
}
END_OF_PROGRAM
mkdir -p real/folder docs
"$TUTTI" cc --mpi="$flavour" -g grid.c -o real/folder/grid
echo 7 >real/folder/in
cat >real/grid.campaign <<'END_OF_DESCRIPTION'
title: A grid & more
folder: folder
command: ./grid 300
input: in
ranks: 2
options: --max-ranks=3
seconds: 5
goal: 50 at once
line: 12.5 by hand
END_OF_DESCRIPTION
printf '# Campaigns\n\n<!-- campaigns -->\nold\n<!-- end of campaigns -->\nbetween\n<!-- ablation -->\n<!-- end of ablation -->\nafter\n' >docs/test.md
expect_exit 0 "$HERE/run.sh" real --ablation=5 --docs=docs --jobs=1

# The runner says what the search says.
json=real/results/test/grid/campaign/findings.json
jq -e '.stats.coverage_percent > 50 and ([.findings[].rule] == ["crash.signal"])' $json >/dev/null || fail 'not a search as it should be'
expect_text out "| A grid & more | $(jq '.stats.seconds | round' $json) | $(jq .stats.executions $json) |" \
    "| $(jq -r '.stats | "\(.branches_covered) / \(.branches_reachable)"' $json) |" '| 50 %: after ' '| crash.signal |' \
    '| all as it is |' '| --no-tune |' '| --search=cfg |'
for variant in no-tune search=dfs; do
    jq -e '.stats.executions > 1' "real/results/test/grid/ablation-$variant-1/findings.json" >/dev/null || fail "no search with $variant"
    expect_text out "| --$variant | $(jq '.stats.coverage_percent * 10 | round / 10' "real/results/test/grid/ablation-$variant-1/findings.json") % |"
done

# The curve begins with the first test and ends with all that is covered.
points=$(sed -n 's/.*<polyline class="curve" points="\([^"]*\)".*/\1/p' docs/test-grid.svg | wc -w)
[ "$points" -ge 3 ] || fail "$points points"
expect_text docs/test-grid.svg 'A grid &amp; more' "$(jq '.stats.coverage_percent * 10 | round / 10' $json)" '50 % goal at once' '12.5 % by hand' '<circle'

# The document has pictures and tables where it names them, and all else as it was.
expect_text docs/test.md '# Campaigns' '![A grid & more](test-grid.svg)' '| A grid & more |' between '| --no-tune |' after '<!-- end of ablation -->'
! grep -q '^old' docs/test.md || fail 'the old table is still there'
cp docs/test.md before
expect_exit 0 "$HERE/run.sh" real --seconds=5 --docs=docs --jobs=1
[ "$(grep -c '^| A grid' docs/test.md)" = 1 ] || fail 'the table is there twice'
grep -F -- '--no-tune' before | cmp - <(grep -F -- '--no-tune' docs/test.md) || fail 'the table of techniques did not stay'

# The runner reports a program that fails or does not exist, and fails.
sed 's/^command:.*/command: .\/none/' real/grid.campaign >real/none.campaign
expect_exit 1 "$HERE/run.sh" real --only=none
expect_text err 'none: '
expect_exit 2 "$HERE/run.sh" real --only=nothing
expect_exit 2 "$HERE/run.sh" docs
expect_exit 2 "$HERE/run.sh" real --seconds=many
