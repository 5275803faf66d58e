#!/usr/bin/env bash
# tutti guard --self-check: the failures of a profile, tried with the guard on.
. "$(dirname "$0")/../lib.sh"

printf '#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return 0; }\n' >app.c

# profile LIBRARY VERSION FROM: an allgather of elements that lie far apart, and a small scatter.
profile() {
    cat <<JSON
{ "tutti_profile": 1, "library": "$1", "version": "$2", "problems": [
  { "function": "MPI_Allgather", "class": "G", "type": 3, "effect": "crash",
    "trigger": {"quantity": "extent*ranks", "from": $3, "min_ranks": 2},
    "bounds": [ {"ranks": 4, "size": 4, "extent": 1048576, "good": 0, "bad": 1000} ] },
  { "function": "MPI_Iscatter", "class": "G", "type": 3, "effect": "hang",
    "trigger": {"quantity": "bytes*ranks", "from": 1000},
    "bounds": [ {"ranks": 3, "size": 4, "extent": 4, "good": 0, "bad": 1000} ] } ] }
JSON
}

declare -A version=([mpich]=4.0.2 [openmpi]=4.1.4)
for flavour in $(flavours); do
    mpi_cc "$flavour" app.c -o app
    profile "$flavour" "${version[$flavour]}" 2147483648 >profile.json
    expect_exit 0 "$TUTTI" guard --no-out --self-check --profile=profile.json --json=x.json -- ./app
    jq -e '.verdict == "clean" and .stats.replays == 2 and .stats.passed == 2' x.json >/dev/null ||
        fail "$flavour: $(jq -c '[.verdict, .stats]' x.json)"
done

# With a limit that is too high, the guard passes on a call in which MPICH crashes: the check says so.
case " $TUTTI_MPIS " in *" mpich "*)
    mpi_cc mpich app.c -o app
    profile mpich 4.0.2 214748364800000 >profile.json
    expect_exit 1 "$TUTTI" guard --no-out --self-check --profile=profile.json --json=x.json -- ./app
    jq -e '[.findings[].headline] == ["MPI_Allgather fails in spite of the guard: 1000 elements of 4 bytes, 4 ranks"] and
           .stats.passed == 1' x.json >/dev/null || fail "no failure: $(jq -c . x.json)" ;;
esac
