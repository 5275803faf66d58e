#!/usr/bin/env bash
# Commands that a newcomer types first, and mistakes in them.
. "$(dirname "$0")/../lib.sh"

expect_exit 0 "$TUTTI" --help
expect_text out run replay trace report explain doctor
expect_exit 0 "$TUTTI" --version
grep -Eq '^tutti [0-9]+\.[0-9]+\.[0-9]+$' out || fail "--version prints $(cat out)"
expect_exit 2 "$TUTTI"
for verb in check cc c++ fc run verify test replay trace probe guard report ci explain trust doctor; do
    expect_exit 0 "$TUTTI" "$verb" --help
    expect_text out --json --sarif --html --time-limit --suppressions --out
    cp out help
    expect_exit 0 "$TUTTI" help "$verb"
    cmp -s out help || fail "'help $verb' and '$verb --help' differ"
done

# Verbs that need something to work on say so; one that is not built yet is unknown.
for verb in verify test check cc guard watch replay; do
    expect_exit 2 "$TUTTI" "$verb"
done

expect_exit 2 "$TUTTI" trcae
expect_text err trcae "did you mean" trace
expect_exit 2 "$TUTTI" trace --tme-limit=3 -- ./app
expect_text err tme-limit time-limit
expect_exit 2 env TUTTI_TIME_LIMTI=3 "$TUTTI" explain deadlock
expect_text err TUTTI_TIME_LIMTI TUTTI_TIME_LIMIT
printf '[trace]\ncolour = never\n' >.tutti.conf
expect_exit 2 "$TUTTI" explain deadlock
expect_text err .tutti.conf:2 colour color
rm .tutti.conf
expect_exit 2 "$TUTTI" explain dedlock
expect_text err dedlock deadlock

# Every rule has a page.
expect_exit 0 "$TUTTI" explain
cut -d' ' -f1 out >ids
[ "$(wc -l <ids)" -ge 59 ] || fail "only $(wc -l <ids) rules"
while read -r id; do
    expect_exit 0 "$TUTTI" explain "$id"
    expect_text out "$id" Wrong Right MPI
done <ids
expect_exit 3 sh -c '"$TUTTI" explain >/dev/full'
expect_exit 0 "$TUTTI" explain --color=always deadlock
grep -q $'\033' out || fail "--color=always has no colours"
expect_exit 0 env NO_COLOR=1 TERM=xterm "$TUTTI" explain deadlock
! grep -q $'\033' out || fail "NO_COLOR has colours"
