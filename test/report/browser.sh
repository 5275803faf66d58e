#!/bin/bash
# The HTML report in real Chromium: browser.sh ARTEFACT-DIRECTORY
# Renders every fixture, and three large documents, and hands the pages to browser.mjs.
. "$(dirname "$0")/../lib.sh"
artefacts=${1:?the directory for screenshots}
source=$(cd "$HERE/../.." && pwd)

chromium=$(command -v chromium) || fail "Chromium is missing: packaging/setup build test installs it"
command -v node >/dev/null || fail "Node.js is missing: packaging/setup build test installs it"
node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' ||
    fail "Node.js 18 or newer is needed, this is $(node --version)"
: "${TUTTI_NODE_MODULES:=$("$source/packaging/setup" --node-modules)}"
export -n TUTTI_NODE_MODULES # the command takes TUTTI_* for options
[ -f "$TUTTI_NODE_MODULES/playwright-core/package.json" ] ||
    fail "playwright-core is missing in $TUTTI_NODE_MODULES: packaging/setup build test installs it"

# 0: nothing found, 1: findings. Paths of the fixtures start at the root of the source tree.
render() {
    local page=$WORK/$1.html status=0
    shift
    (cd "$source" && "$TUTTI" report --html="$page" "$@") >out 2>&1 || status=$?
    if [ "$status" -gt 1 ] || [ ! -s "$page" ]; then
        cat out >&2
        fail "tutti report $* ended with $status"
    fi
}

node "$HERE/browser_large.mjs" "$WORK"
for fixture in "$HERE"/fixtures/*.json; do
    render "$(basename "$fixture" .json)" "$fixture"
done
render several "$HERE"/fixtures/*.json
render events "$WORK/events.json"
render many "$WORK/many.json"
render search "$WORK/search.json"

# The page of a correct execution: what it did.
cat >executed.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
mpi_cc "${TUTTI_MPIS%% *}" executed.c -o executed
expect_exit 0 "$TUTTI" run -n 2 --no-out --html="$WORK/executed.html" -- ./executed

# Coverage has a page of its own, made by a search. Its exit code: not complete.
cp "$HERE/../test/programs/why.c" .
expect_exit 4 "$TUTTI" test --mpi="${TUTTI_MPIS%% *}" -n 2 --max-ranks=3 --cap='argv[[]1]=0..20' \
    --solver-timeout=0.3 --no-out --coverage-html="$WORK/coverage.html" -- why.c 1 4 4

mkdir -p "$artefacts"
TUTTI_NODE_MODULES=$TUTTI_NODE_MODULES node "$HERE/browser.mjs" "$chromium" "$WORK" "$artefacts"
