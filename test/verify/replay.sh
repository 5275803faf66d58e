#!/usr/bin/env bash
# tutti verify, then replay: each finding names the command that reproduces it, and that command follows no more
# choices than necessary.
. "$(dirname "$0")/../lib.sh"
SOURCE=$HERE/replay.c

# shown CODE RULE WHAT [OPTION...]: replaying the only finding of that rule shows its rule, at its line.
shown() {
    local code=$1 rule=$2 what=$3 command
    shift 3
    rm -rf kept
    expect_exit "$code" "$TUTTI" verify --out=kept --interleavings=0 "$@" -n 3 -- ./replay "$what"
    command=$(jq -r --arg rule "$rule" '.findings[] | select(.rule == $rule) | .replay' kept/findings.json)
    case $command in "tutti replay kept/v-"*) ;; *) cat kept/findings.json >&2; fail "$flavour: $what: replay is '$command'" ;; esac
    expect_text out "replay: $command"
    record=$WORK/${command##* }
    # From another folder, too: the program runs where it ran.
    mkdir -p elsewhere
    (cd elsewhere && expect_exit "$code" "$TUTTI" replay --no-out --json="$WORK/j.json" "$record")
    jq -r --arg rule "$rule" '.findings[] | select(.rule == $rule) | "\(.rule) \(.locations[0].line)"' kept/findings.json >wanted
    jq -r '.findings[] | "\(.rule) \(.locations[0].line)"' j.json >got
    cmp -s wanted got || { cat wanted got elsewhere/err >&2; fail "$flavour: $what: replayed is something else"; }
    jq -e '.verb == "replay" and .world.ranks == 3' j.json >/dev/null || fail "$flavour: $what: j.json"
    [ ! -s elsewhere/err ] || grep -q Assertion elsewhere/err || { cat elsewhere/err >&2; fail "$flavour: $what: replay complains"; }
}

# choices ALL OWN: so many in the record; so many of them are not what an execution takes by itself.
choices() {
    local all own
    all=$(grep -c '^choice ' "$record.decisions") || true
    own=$(awk '$1 == "choice" && $NF % 2 == 0' "$record.decisions" | wc -l)
    [ "$all $own" = "$1 $2" ] || { grep '^choice ' "$record.decisions" >&2; fail "$flavour: $all choices, $own its own, not $1 and $2"; }
}

for flavour in $(flavours); do
    mpi_cc "$flavour" "$HERE/replay.c" -o replay
    shown 1 deadlock deadlock; choices 1 1
    printf 'break MPI_Recv\ncontinue\ncontinue\nbt\n' | "$TUTTI" replay --no-out --gdb 0 "$record" >out 2>err && fail "$flavour: no deadlock in gdb"
    expect_text out "in take (from=2, tag=0)" "in deadlock ()" "[deadlock]"
    shown 1 assert assert; choices 1 1
    shown 1 crash.signal crash; choices 0 0 # the first execution does
    shown 0 race.message print; choices 1 1
    expect_text elsewhere/out "[0] 12" "[0] 21"
    shown 1 send.buffering exchange
    shown 1 deadlock waits
    expect_text elsewhere/out "can never go on if MPI_Bcast waits for all members"
    jq -e '.findings[0].why | contains("In 1 of 2 executions")' kept/findings.json >/dev/null || fail "$flavour: waits"
    expect_exit 0 "$TUTTI" verify --no-out --interleavings=0 --collectives=minimal -n 3 -- ./replay waits
    # Of 36 executions, 4 fail: the third of 6 rounds decides, and in those before it anything will do.
    shown 1 assert needle; choices 5 1
    jq -e '.stats.executions == 36 and .stats.failures == 4' kept/findings.json >/dev/null || fail "$flavour: needle"
    # Where the first round decides, too, the others are left out.
    shown 1 assert early --jobs=1; choices 1 1
    jq -e '.stats.executions == 19 and .stats.failures == 3' kept/findings.json >/dev/null || fail "$flavour: early"
    shown 1 assert poll --poll-bound=2; choices 2 2
    shown 1 deadlock exchange --buffering=zero
    expect_exit 0 "$TUTTI" verify --no-out --interleavings=0 --poll-bound=1 -n 3 -- ./replay poll

    # By number alone in the newest folder; without a folder there is no command.
    rm -rf tutti-out
    expect_exit 1 "$TUTTI" verify --interleavings=0 -n 3 -- ./replay assert
    expect_exit 1 "$TUTTI" replay --no-out v-1
    expect_text out "[assert]"
    expect_exit 1 "$TUTTI" replay --no-out v-2
    expect_text out "[race.message]" "[assert]"
    expect_exit 2 "$TUTTI" replay --no-out v-3
    expect_text err "no finding v-3"
    expect_exit 2 "$TUTTI" replay --no-out kept
    expect_text err "name a finding, such as kept/v-1"
    expect_exit 1 "$TUTTI" verify --no-out --json=j.json --interleavings=0 -n 3 -- ./replay assert
    jq -e '.findings[0].replay == null' j.json >/dev/null || fail "$flavour: --no-out and a replay command"
done
