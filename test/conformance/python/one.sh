#!/usr/bin/env bash
# one.sh RANKS MODULE: runs and judges the tests of a module with so many ranks, for run.sh. It runs all at once. If
# Tutti then finds something, or not all tests end, it runs the failed and unfinished tests alone and the others
# again, so that one test cannot hide another. The results are lines in $into/results/RANKS-MODULE.tsv: module,
# test, ranks, -, result (passed, failed, wrong, skipped), seconds, reason.
set -u
ranks=$1 module=$2 limit=${LIMIT:-300}
HERE=$(cd "$(dirname "$0")" && pwd)
: "${TUTTI:?}" "${PYTHON:?}" "${directory:?}" "${into:?}"
. "$HERE/../known.sh"
KNOWN=${KNOWN:-$HERE/known.list}
lines=$into/results/$ranks-$module.tsv
: >"$lines"
runs=0

# result TEST RESULT SECONDS REASON: writes a line.
result() {
    printf '%s\t%s\t%s\t-\t%s\t%s\t%s\n' "$module" "${1#"$module".}" "$ranks" "$2" "$3" "${4:0:300}" >>"$lines"
}

# merged FOLDER: merges the results of all ranks into one line for each test, with "ended" if a rank has no result.
merged() {
    cat "$1"/rank-*.tsv 2>/dev/null | awk -F'\t' -v OFS='\t' -v ranks="$ranks" '
        $2 == "listed" { if (!($1 in listed)) order[++count] = $1; listed[$1]; next }
        { said[$1]++; says[$1, $2] = $3 }
        $2 == "failed" && !($1 in listed) { said[$1] = ranks; if (!($1 in other)) order[++count] = $1; other[$1] }
        END {
            for (i = 1; i <= count; i++) {
                test = order[i]
                what = (test, "failed") in says ? "failed" : said[test] < ranks ? "ended" : (test, "passed") in says ? "passed" : "skipped"
                print test, what, says[test, what] == "" ? "-" : says[test, what]
            }
        }'
}

# found FOLDER: the findings, without leaks and notes: rule, headline.
found() {
    jq -r '.findings[] | select(.severity != "note" and (.rule | startswith("leak.") | not)) | [.rule, .headline] | @tsv' \
        "$1/out/findings.json" 2>/dev/null
}

# judged TEST FOLDER SECONDS CODE: the result of a test that ran alone.
judged() {
    local rule headline mistakes='' mistake what reason
    while IFS=$'\t' read -r rule headline; do
        mistake=$(known "$1" "$rule") || { result "$1" failed "$3" "$rule: $headline"; return; }
        mistakes+="$rule: $mistake; "
    done < <(found "$2" | sort -u)
    [ -z "$mistakes" ] || { result "$1" wrong "$3" "${mistakes%; }"; return; }
    IFS=$'\t' read -r _ what reason < <(grep -P '\tfailed\t' "$2/tests.tsv" || head -n 1 "$2/tests.tsv")
    case $4,${what:-ended} in
        4,*) result "$1" failed "$3" "not over after $limit s" ;;
        2,* | 3,* | *,ended) result "$1" failed "$3" "$(cat "$2"/out/rank-*.err "$2/stderr" 2>/dev/null | grep -vE '^\s*$' | tail -n 1)" ;;
        *) result "$1" "$what" "$3" "$reason" ;;
    esac
}

# run NAME...: runs and judges a module, or tests of it.
run() {
    local folder=$into/results/$ranks-$module/$((++runs)) begin=$EPOCHREALTIME seconds code=0 test what reason tests suspects rest
    mkdir -p "$folder/cwd"
    (cd "$folder/cwd" && timeout -k 5 $((limit + 20)) "$TUTTI" run --quiet --output=files --out="$folder/out" --time-limit="$limit" \
        -n "$ranks" -- "$PYTHON" "$HERE/suite.py" "$directory" "$folder" "$@") \
        >"$folder/stdout" 2>"$folder/stderr" </dev/null || code=$?
    [ $code != 124 ] || code=4 # so late that the command could not say it itself
    seconds=$(awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.2f", end - begin }')
    rm -rf "$folder/cwd"
    merged "$folder" >"$folder/tests.tsv"
    if [ $code -le 1 ] && [ -s "$folder/tests.tsv" ] && [ -z "$(found "$folder")" ] && ! grep -qP '\tended\t' "$folder/tests.tsv"; then
        while IFS=$'\t' read -r test what reason; do
            result "$test" "$what" "$seconds" "$reason"
        done <"$folder/tests.tsv"
        return
    fi
    mapfile -t tests < <(cut -f 1 "$folder/tests.tsv" | grep "^$module\.")
    if [ ${#tests[@]} -le 1 ]; then
        judged "${tests[0]:-$module}" "$folder" "$seconds" "$code"
        return
    fi
    mapfile -t suspects < <(awk -F'\t' '$2 == "failed" || ($2 == "ended" && !ended++) { print $1 }' "$folder/tests.tsv" | grep "^$module\.")
    if [ $code != 4 ] && [ ${#suspects[@]} -gt 0 ] && [ ${#suspects[@]} -lt ${#tests[@]} ]; then
        for test in "${suspects[@]}"; do
            run "$test"
        done
        mapfile -t rest < <(printf '%s\n' "${tests[@]}" | grep -vxFf <(printf '%s\n' "${suspects[@]}"))
        run "${rest[@]}"
        return
    fi
    what=$(grep -cP '\t(failed|wrong)\t' "$lines")
    run "${tests[@]:0:${#tests[@]}/2}"
    run "${tests[@]:${#tests[@]}/2}"
    # A finding that occurs only when tests run one after another must not be lost, unless only the time was exceeded.
    [ $code = 4 ] || [ "$(grep -cP '\t(failed|wrong)\t' "$lines")" != "$what" ] ||
        judged "${tests[0]} to ${tests[-1]}" "$folder" "$seconds" "$code"
}

run "$module"
