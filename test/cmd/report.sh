#!/usr/bin/env bash
# tutti report: renders recorded findings, refuses other files, leaves nothing half written.
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

# A file of findings from others shows sources of this project, and no other file of the user who opens it.
mkdir -p home/project/src home/project/.git home/elsewhere home/project/build
printf 'secret of a key\n' >home/secret
cp home/secret home/elsewhere/other.c
printf 'int in_the_project;\n' >home/project/src/a.c
cd home/project/build
# shown FILE TEXT [OPTION]: the page that findings about line 1 of the file make has the text; hidden: it has not.
shown() {
    printf '{"tutti": 1, "verb": "check", "command": [], "verdict": "violations", "findings": [{"id": "c-1",
        "rule": "deadlock", "severity": "error", "headline": "x",
        "locations": [{"rank": 0, "file": "%s", "line": 1}]}]}' "$1" >foreign.json
    expect_exit 0 "$TUTTI" report foreign.json --html=page.html "${@:3}"
    grep -qF -- "$2" page.html
}
shown "$WORK/home/project/src/a.c" in_the_project || fail "a source of the project is not shown"
for file in "$WORK/home/secret" "$WORK/home/elsewhere/other.c" ../../secret /etc/passwd "$WORK/home/project/../secret"; do
    ! shown "$file" 'secret of a key' || fail "$file is shown"
    expect_text page.html 'is not in this project'
    ! grep -q root:x:0 page.html || fail "/etc/passwd is shown"
done
cp ../../secret ../secret
! shown "$WORK/home/project/secret" 'secret of a key' || fail "a file that is no source is shown"
expect_text page.html 'does not look like a source'
ln -s ../../secret ../link.c
! shown "$WORK/home/project/link.c" 'secret of a key' || fail "a link leads out of the project"
shown "$WORK/home/elsewhere/other.c" 'secret of a key' --sources=../../elsewhere || fail "--sources shows nothing"
cd "$WORK"

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
