#!/usr/bin/env bash
# run.sh DIRECTORY [--seconds=N] [--ablation=N] [--repeat=N] [--jobs=N] [--only=PATTERN] [--docs=DIR]: `tutti test`
# of the programs that DIRECTORY/*.campaign describe (see README.md), coverage over time as pictures, and the value
# of each technique. Results stay in DIRECTORY/results/test; with --docs the pictures and tables go into that
# directory's test.md, too.
set -u
: "${TUTTI:?the built command}"
here=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
seconds='' ablation=0 repeat=1 jobs=0 only=. docs='' directory=''
for word; do
    case $word in
        --seconds=*) seconds=${word#*=} ;;
        --ablation=*) ablation=${word#*=} ;;
        --repeat=*) repeat=${word#*=} ;;
        --jobs=*) jobs=${word#*=} ;;
        --only=*) only=${word#*=} ;;
        --docs=*) docs=$(realpath "${word#*=}") || exit 2 ;;
        -*) usage ;;
        *)
            [ -z "$directory" ] || usage
            directory=$(realpath "$word") || exit 2
            ;;
    esac
done
for word in "${seconds:-1}" "$ablation" "$repeat" "$jobs"; do
    [[ $word =~ ^[0-9]+$ ]] || usage
done
[ -n "$directory" ] || usage
[ -z "$docs" ] || [ -w "$docs/test.md" ] || { echo "$docs: no test.md to write into" >&2; exit 2; }
results=$directory/results/test

# Each technique off, and every other search: the rows of the table that shows their value.
variants=('' --no-two-way --no-reduction --no-cap --no-tune --no-cross --no-pace --no-hints --no-independence --no-cache --fixed-ranks
    --search=dfs --search=bounded --search=random --search=uniform --search=cfg)

# key NAME [DEFAULT]: a value of the description; of several, all.
key() { sed -nE "s/^$1: *//p" "$description" | grep . || echo "${2:-}"; }

# tutti OUT LIMIT OPTION...: one search in the program's folder. Prints what is wrong with it, nothing if it is right.
tutti() {
    local out=$1 limit=$2 input options words code=0
    shift 2
    input=$(key input /dev/null)
    read -ra options <<<"$(key options)"
    read -ra words <<<"$(key command)"
    rm -rf "$out"
    mkdir -p "${out%/*}"
    (cd "$directory/$(key folder .)" &&
        timeout --signal=INT --kill-after=60 $((limit + 300)) "$TUTTI" test --quiet --jobs="$jobs" --time-limit="$limit" \
            --out="$out" --coverage-json="$out.coverage.json" -n "$(key ranks 4)" "${options[@]}" "$@" -- "${words[@]}" <"$input") \
        >"$out.log" 2>&1 || code=$?
    case $code in
        0 | 1 | 4) [ -s "$out/findings.json" ] || echo "no results" ;;
        *) echo "exit code $code: $(tail -n 1 "$out.log")" ;;
    esac
}

# points OUT: "point SECONDS PERCENT BUGS" for plot.awk. Covered branches are taken of those in functions that
# were entered by the end, so that the curve never falls because a function was entered.
points() {
    jq -r '.reachable as $all | .over_time[] | select($all > 0 and .tests > 0) |
        ["point", .seconds, 100 * .taken / $all, .findings] | @tsv' "$1.coverage.json"
}

# plot NAME OUT: the picture.
plot() {
    {
        printf 'title\t%s\n' "$(key title "$1")"
        [ -z "$(key goal)" ] || key goal | sed -E 's/^([^ ]+) */line\t\1\tgoal /'
        [ -z "$(key line)" ] || key line | sed -E 's/^([^ ]+) */line\t\1\t/'
        points "$2"
    } >"$2.tsv"
    awk -f "$here/plot.awk" "$2.tsv" >"$2.svg" && mv "$2.svg" "$results/test-$1.svg"
}

# row NAME OUT: of the table of campaigns.
row() {
    jq -r --arg title "$(key title "$1")" --arg goal "$(key goal | cut -d' ' -f1)" \
        --arg at "$(awk -v goal="$(key goal | cut -d' ' -f1)" 'goal != "" && $1 == "point" && $3 >= goal { print int($2 + 0.5); exit }' "$2.tsv")" '
        def short: . * 10 | round / 10;
        .stats as $s | [.findings[] | select(.severity != "note") | .rule] | group_by(.) |
        map(if length > 1 then "\(length) \(.[0])" else .[0] end) | join(", ") |
        "| \($title) | \($s.seconds | round) | \($s.executions) | \($s.executions_per_second | short) | " +
        "\($s.branches_covered) / \($s.branches_reachable) | \($s.coverage_percent | short) % | " +
        (if $goal == "" then "" elif $at == "" then "\($goal) %: no" else "\($goal) %: after \($at) s" end) +
        " | \($s.solver_seconds | round) | \(if . == "" then "none" else . end) |"' "$2/findings.json"
}

# worth VARIANT OUT...: a row of the table of techniques, over all repetitions.
worth() {
    local variant=$1
    shift
    jq -rs --arg variant "${variant:-all as it is}" 'map(.stats) | length as $n |
        def short: . * 10 | round / 10;
        def mean: add / $n;
        "| \($variant) | \(map(.coverage_percent) | mean | short) % | \(map(.coverage_percent) | max | short) % | " +
        "\(map(.branches_covered) | mean | round) | \(map(.executions) | mean | round) | " +
        "\(map(.solver_seconds) | mean | short) | \(map(.solver_queries) | mean | round) |"' "${@/%//findings.json}"
}

# insert NAME FILE: into test.md of the docs, between the lines that name it.
insert() {
    awk -v begin="<!-- $1 -->" -v end="<!-- end of $1 -->" -v file="$2" '
        $0 == begin { print; while ((getline line < file) > 0) print line; inside = 1 }
        $0 == end { inside = 0 }
        !inside && $0 != begin' "$docs/test.md" >"$results/test.md" && cp "$results/test.md" "$docs/test.md"
}

complain() { echo "$1: $2" >&2; failed=$((failed + 1)); }

run_campaign() {
    local name=$1 out=$results/$1/campaign fault
    fault=$(tutti "$out" "${seconds:-$(key seconds 60)}")
    if [ -n "$fault" ] || ! plot "$name" "$out"; then
        complain "$name" "${fault:-no picture}"
        return
    fi
    row "$name" "$out" | tee -a "$results/campaigns.md"
    printf '\n![%s](test-%s.svg)\n' "$(key title "$name")" "$name" >>"$results/pictures.md"
    [ -z "$docs" ] || cp "$results/test-$name.svg" "$docs/"
}

run_ablation() {
    local name=$1 variant out turn fault
    local -a outs
    printf '\n%s, %d s each:\n\n' "$(key title "$name")" "$ablation"
    printf '| | coverage | most | branches | tests | solver, s | questions |\n|---|---|---|---|---|---|---|\n'
    for variant in "${variants[@]}"; do
        outs=()
        for ((turn = 1; turn <= repeat; turn++)); do
            out=$results/$name/ablation${variant:+-${variant#--}}-$turn
            # shellcheck disable=SC2086 # none, or one word
            fault=$(tutti "$out" "$ablation" --seed=$turn $variant)
            if [ -n "$fault" ]; then complain "$name $variant" "$fault"; else outs+=("$out"); fi
        done
        [ ${#outs[@]} = 0 ] || worth "$variant" "${outs[@]}"
    done
}

descriptions=()
total=0
for description in "$directory"/*.campaign; do
    [[ -r $description && ${description##*/} =~ $only ]] || continue
    descriptions+=("$description")
    total=$((total + ${seconds:-$(key seconds 60)} + ${#variants[@]} * repeat * ablation))
done
[ ${#descriptions[@]} -gt 0 ] || { echo "$directory: no .campaign file; test/campaign/README.md says what it is" >&2; exit 2; }
mkdir -p "$results"
echo "${#descriptions[@]} programs, about $(((total + 59) / 60)) minutes and the test builds" >&2

failed=0
# Makes the test builds first, since their time is not part of a search.
for description in "${descriptions[@]}"; do
    name=$(basename "$description" .campaign)
    fault=$(cd "$directory/$(key folder .)" && read -ra words <<<"$(key command)" &&
        "$TUTTI" test --quiet --build-only -- "${words[@]}" 2>&1 >/dev/null) || { complain "$name" "$fault"; exit 1; }
done
printf '| program | seconds | tests | tests/s | branches | coverage | goal | solver, s | findings |\n|---|---|---|---|---|---|---|---|---|\n' |
    tee "$results/campaigns.md"
: >"$results/pictures.md"
for description in "${descriptions[@]}"; do
    run_campaign "$(basename "$description" .campaign)"
done
cat "$results/pictures.md" >>"$results/campaigns.md"
[ -z "$docs" ] || insert campaigns "$results/campaigns.md"
if [ "$ablation" -gt 0 ]; then
    : >"$results/ablation.md"
    for description in "${descriptions[@]}"; do
        run_ablation "$(basename "$description" .campaign)" >>"$results/ablation.md"
    done
    cat "$results/ablation.md"
    [ -z "$docs" ] || insert ablation "$results/ablation.md"
fi
[ $failed = 0 ]
