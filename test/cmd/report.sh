#!/usr/bin/env bash
# tutti report: renders recorded findings, refuses what is not one, leaves nothing half written.
. "$(dirname "$0")/../lib.sh"
fixtures=$HERE/../report/fixtures

expect_exit 0 "$TUTTI" report "$fixtures/deadlock.json"
expect_text out "[deadlock]" "SUMMARY"
expect_exit 0 "$TUTTI" report "$fixtures/deadlock.json" --html=page.html --sarif=page.sarif --json=page.json
[ -s page.html ] && [ -s page.sarif ] && [ -s page.json ] || fail "a view is missing"
[ "$(find . -name '*.tmp.*' | wc -l)" = 0 ] || fail "temporary files are left"
expect_exit 0 "$TUTTI" report "$fixtures/deadlock.json" --html=-
head -c 15 out | grep -qi '<!doctype html>' || fail "--html=- has something else on stdout"

# The newest run is the default.
expect_exit 2 "$TUTTI" report
expect_text err "tutti-out"
mkdir -p tutti-out/run-1
cp "$fixtures/deadlock.json" tutti-out/run-1/findings.json
expect_exit 0 "$TUTTI" report
expect_text out "[deadlock]"

# Leaving out by rule.
expect_exit 0 "$TUTTI" report --rules=-deadlock "$fixtures/deadlock.json"
! grep -qF "[deadlock]" out || fail "--rules=-deadlock still shows it"
expect_exit 2 "$TUTTI" report --rules=deadlok "$fixtures/deadlock.json"
expect_text err deadlok deadlock
printf 'deadlock\n' >known.supp
expect_exit 0 "$TUTTI" report --suppressions=known.supp "$fixtures/deadlock.json"
! grep -qF "[deadlock]" out || fail "--suppressions still shows it"

# Bad input and unwritable output.
expect_exit 3 "$TUTTI" report not-there.json
expect_text err not-there.json
printf '{"tutti": 1,\n "verb": ' >cut.json
expect_exit 2 "$TUTTI" report cut.json
expect_text err "cut.json:2"
expect_exit 3 "$TUTTI" report "$fixtures/deadlock.json" --html=missing/page.html
echo old >kept.html
ulimit -f 8
trap '' XFSZ
expect_exit 3 "$TUTTI" report "$fixtures/deadlock.json" --html=kept.html
[ "$(cat kept.html)" = old ] || fail "a failed write changed the file"
[ "$(find . -name '*.tmp.*' | wc -l)" = 0 ] || fail "temporary files are left after a failed write"
