#!/usr/bin/env bash
# one.sh NUMBER: runs and judges the test in this line of $into/tests.tsv, for run.sh. Its result is a line
# in $into/results: directory, program, ranks, arguments, result (passed, failed, wrong, unbuilt, skipped),
# seconds, reason; prints the result. Judged as MPICH's runtests does, and by Tutti's findings.
set -u
number=$1
HERE=$(cd "$(dirname "$0")" && pwd)
: "${TUTTI:?}" "${into:?}" "${build:?}"
. "$HERE/known.sh"
KNOWN=${KNOWN:-$HERE/known.list}
FAILS=${FAILS:-$HERE/fails.list}
mpi=${mpi:-${MPI:-mpich}}
IFS=$'\t' read -r place program ranks why options < <(sed -n "${number}p" "$into/tests.tsv")
arguments=() environment=() judged='' expected='' limit=180
for option in $options; do
    case $option in
        arg=*) arguments+=("${option#arg=}") ;;
        env=*) environment+=("${option#env=}") ;;
        resultTest=*) judged=${option#resultTest=} ;;
        timeLimit=*) limit=${option#timeLimit=} ;;
        xfail=*) expected=${option#xfail=} ;;
    esac
done
limit=${LIMIT:-$limit}
seconds=0

# result RESULT REASON: writes the line and ends.
result() {
    local reason=${2//[$'\t\n\r']/ }
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$place" "$program" "$ranks" "${arguments[*]:--}" "$1" "$seconds" \
        "${reason:0:300}" >"$into/results/$number.tsv"
    echo "$1"
    exit 0
}

# failed REASON: unless the list says that MPICH fails it too, or fails.list that this MPI does.
failed() {
    local itself
    [ -z "$expected" ] || result skipped "MPICH fails it too ($expected): $1"
    itself=$(KNOWN=$FAILS known "$place/$program" "$mpi") && result skipped "$mpi fails it too ($itself): $1"
    result failed "$1"
}

[ "$why" = - ] || result skipped "$why"
if [ ! -x "$build/$place/$program" ]; then
    result unbuilt "$(grep -m 1 -iE 'error|undefined|no rule' "$build/$place/$program.unbuilt")"
fi
if nm -D -u "$build/$place/$program" | grep -qiE ' p?mpi_(comm_(spawn|accept|connect|join)|open_port)'; then
    result skipped 'dynamic processes'
fi

# Each in a folder of its own: tests write files, and several run at once.
folder=$into/results/$number
mkdir -p "$folder/cwd"
cd "$folder/cwd" || exit 1
begin=$EPOCHREALTIME code=0
env -u into -u build -u mpi "${environment[@]}" timeout -k 5 $((limit + 20)) "$TUTTI" run --quiet --output=files --out="$folder/out" \
    --time-limit="$limit" -n "$ranks" -- "$build/$place/$program" "${arguments[@]}" \
    >"$folder/stdout" 2>"$folder/stderr" </dev/null || code=$?
seconds=$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f", end - begin }')
cat "$folder/out/rank-"*.out "$folder/out/rank-"*.err >"$folder/printed" 2>/dev/null
rm -rf "$folder/cwd"
findings=$folder/out/findings.json

first() { grep -vE '^\s*$' "$1" | head -n 1; }
[ $code != 2 ] && [ $code != 3 ] && [ -s "$findings" ] || failed "$(first "$folder/stderr")"

# The exit code that mpiexec would have: the program's own status, or a failure after a fatal error.
status=$(jq -r 'if .stats.exit_code == 0 and ([.findings[] | select(.severity == "error")] | length > 0)
    then "fatal" else .stats.exit_code end' "$findings")
[ $code != 4 ] || [ "$status" != 0 ] || status=timeout
case $judged in
    TestStatus | TestErrFatal)
        # The test must end with a failure; a finding about how it ended does not count against it.
        [ "$status" != 0 ] || failed 'ends with status 0, and should not'
        result passed - ;;
esac

rules=$(jq -r '.findings[] | select(.severity != "note" and (.rule | startswith("leak.") | not)) | .rule' "$findings" | sort -u)
mistakes=
for rule in $rules; do
    mistake=$(known "$place/$program" "$rule") ||
        failed "$rule: $(jq -r --arg rule "$rule" 'first(.findings[] | select(.rule == $rule)) | .headline' "$findings"); $(first "$folder/printed")"
    mistakes+="$rule: $mistake; "
done
[ -z "$mistakes" ] || result wrong "${mistakes%; }"
[ "$status" != timeout ] || failed "not over after $limit s"
grep -qE '^\s*No [Ee]rrors\s*$' "$folder/printed" "$folder/stdout" ||
    failed "exits without No Errors: $(first "$folder/printed")"
unexpected=$(grep -vE '^\s*(No [Ee]rrors|Test Passed)\s*$|FORTRAN STOP' "$folder/printed" | head -n 1)
[ -z "$unexpected" ] || failed "prints: $unexpected"
case $judged in
    TestStatusNoErrors) [ "$status" != 0 ] || failed 'ends with status 0, and should not' ;;
    *) [ "$status" = 0 ] || failed "ends with status $status" ;;
esac
result passed -
