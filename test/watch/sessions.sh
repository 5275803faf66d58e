#!/usr/bin/env bash
# tutti watch on programs that have sessions in place of MPI_Init, or beside it.
. "$(dirname "$0")/../lib.sh"

# stuck FLAVOUR HOW RANKS PLACE: the hang is proved, and these ranks wait at the line with the place.
stuck() {
    expect_exit 1 timeout 60 "$TUTTI" watch --on-hang=kill --no-out --json=x.json -- "mpiexec.$1" -n 2 ./sessions "$2"
    jq -e --argjson ranks "$3" --argjson line "$(grep -n "$4" "$HERE/sessions.c" | head -n 1 | cut -d : -f 1)" \
        '.world.ranks == 2 and (.findings | length) == 1 and (.findings[0] | .rule == "hang.communication" and
         (.headline | startswith("deadlock: ")) and .ranks == $ranks and
         all(.locations[]; .call == "MPI_Recv" and .line == $line))' x.json >/dev/null ||
        { jq .findings x.json >&2; fail "$1 $2"; }
}

for flavour in $(flavours); do
    case $("$HERE/../suite/version.sh" "mpicc.$flavour") in [123].*) continue ;; esac
    mpi_cc "$flavour" "$HERE/sessions.c" -o sessions
    # Also if MPI_Finalize was called before: the session continues.
    for how in ring world-ring; do
        stuck "$flavour" $how '[0, 1]' 'MPI_Recv(&value'
    done
    # Rank 1 has ended its session: nothing can come from it any more.
    stuck "$flavour" left '[0]' 'MPI_Recv(&value'
    for how in none world; do
        expect_exit 0 timeout 60 "$TUTTI" watch --no-out --json=x.json -- "mpiexec.$flavour" -n 2 ./sessions "$how"
        jq -e '.verdict == "clean" and .stats.processes == 2 and .world.ranks == 2 and .findings == []' x.json >/dev/null ||
            { cat x.json >&2; fail "$flavour $how: a job that is well"; }
    done
done
