#!/usr/bin/env bash
# tutti guard on a program that has a session and no MPI_Init.
. "$(dirname "$0")/../lib.sh"

jq -n '{tutti_profile: 1, problems: [["Ireduce_scatter", "count*ranks", 500], ["Bcast", "bytes", 1000]
    | {function: "MPI_\(.[0])", class: "G", effect: "crash", trigger: {quantity: .[1], from: .[2], min_ranks: 1}}]}' >limits.json

for flavour in $(flavours); do
    case $("$HERE/../suite/version.sh" "mpicc.$flavour") in [123].*) continue ;; esac
    mpi_cc "$flavour" "$HERE/sessions.c" -o sessions
    # The profile is of the library that the program has.
    printf '#include <mpi.h>\n#include <stdio.h>\nint main(void) { char t[MPI_MAX_LIBRARY_VERSION_STRING]; int n; MPI_Get_library_version(t, &n); puts(t); }\n' >say.c
    mpi_cc "$flavour" say.c -o say
    version=$(./say | grep -oE '[0-9]+\.[0-9]+\.[0-9]+[a-z0-9]*' | head -n 1)
    jq --arg library "$flavour" --arg version "$version" '.library = $library | .version = $version' limits.json >profile.json
    expect_exit 0 timeout 60 "$TUTTI" guard --no-out --profile=profile.json --json=x.json -- "mpiexec.$flavour" -n 3 ./sessions
    expect_text out 'all is well'
    jq -e '.verdict == "clean" and .world.ranks == 3 and .stats.processes == 3 and .stats.triggers == .stats.repairs and
           (.stats.repairs | . == 6 or . == 15) and ([.findings[].headline] | length == 2 and all(contains("repaired by pieces")))' x.json >/dev/null ||
        { cat x.json out err >&2; fail "$flavour: the repairs"; }
done
