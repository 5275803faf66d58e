#!/usr/bin/env bash
# tutti: programs that write over the memory which their ranks share with the command. The command ends by itself, with a
# sentence or a finding, leaves nothing behind, and sends no signal to others.
#
# SCRIBBLES=300 scribble.sh: so many seeds, for a long run.
. "$(dirname "$0")/../lib.sh"

program=$WORK/scribble
flavour=${TUTTI_MPIS%% *}
mpi_cc "$flavour" -std=gnu17 -w -I"$HERE/../../src" "$HERE/scribble.c" -o scribble
cp "$(command -v sleep)" stranger
./stranger 100000 &
stranger=$!
trap 'kill $stranger; rm -rf "$WORK"' EXIT

no_processes() { ! pgrep -f "$program" >/dev/null; } # of WHAT
nothing_happened() { # WHAT: to others
    kill -0 "$stranger" || fail "$1: the command has killed a stranger"
    until_ no_processes "$1"
}

# attempt WHAT [VERB OPTION...]: the exit code is in `code`, what was printed in out and err.
attempt() {
    local what=$1 verb=${2:-run}
    shift $(($# > 1 ? 2 : 1))
    code=0
    timeout -k 5 250 "$TUTTI" "$verb" --no-out --time-limit=5 -n 2 "$@" -- "$program" "$what" "$stranger" \
        >out 2>err </dev/null || code=$?
    nothing_happened "$verb $what"
    case $code in
    0 | 1 | 4) ;;
    3) grep -q '^tutti: .' err || fail "$verb $what: no sentence" ;;
    *) cat out err >&2; fail "$verb $what: exit code $code" ;;
    esac
}

# The message says what can be said: which rank, in which call, at which line.
for what in kind peer source message held lane list far-list members index roster ranges problem mode exclusive \
    pointer poll posted taken; do
    attempt "$what"
    [ "$code" = 3 ] || { cat out err >&2; fail "$what: exit code $code, not 3"; }
    expect_text err "scribble.c:" "wrote over the memory that rank 0 shares with Tutti" "-fsanitize=address"
done
for what in heap tables; do
    attempt "$what"
    [ "$code" = 3 ] || { cat out err >&2; fail "$what: exit code $code, not 3"; }
    expect_text err "the program wrote over the memory"
done
for what in processes template; do
    attempt "$what"
done
attempt processes verify
attempt peer verify
[ "$code" = 3 ] || { cat out err >&2; fail "verify: exit code $code, not 3"; }
expect_text err "wrote over the memory that rank 0 shares with Tutti"

# The memory keeps its size: otherwise the command would get SIGBUS.
attempt shrink
[ "$code" = 0 ] || { cat out err >&2; fail "shrink: exit code $code"; }
expect_text out 'segment: mode 600, not shortened'

# A wild store anywhere.
for seed in $(seq "${SCRIBBLES:-12}"); do
    attempt "$seed"
    attempt "$seed" verify
done
