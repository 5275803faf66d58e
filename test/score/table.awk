# table.awk TESTS FOUND: how often the verdicts were right, per label and in total, and on standard error those that were not.
BEGIN { FS = "\t" }

# Whether the name fits one of the patterns, separated by blanks.
function fits(name, patterns,    words, count, i, pattern)
{
    count = split(patterns, words, " ")
    for (i = 1; i <= count; i++) {
        pattern = words[i]
        gsub(/\./, "\\.", pattern)
        gsub(/\*/, ".*", pattern)
        if (name ~ "^(" pattern ")$")
            return 1
    }
    return 0
}

NR == FNR {
    program[FNR] = $1
    label[FNR] = $5
    rules[FNR] = $6
    lines[FNR] = $7
    next
}

{
    if ($2 == "passed over") {
        passed++
        next
    }
    test = $1
    name = label[test]
    wrong = name != "clean"
    reported = NF > 3
    right = place = 0
    said = ""
    for (i = 4; i < NF; i += 2) {
        said = said " " $i ":" $(i + 1)
        if (fits($i, rules[test])) {
            right = 1
            place = place || fits($(i + 1), lines[test])
        }
    }
    if (!(name in tests))
        order[++labels] = name
    tests[name]++
    time[name] += $3
    longest = $3 > longest ? $3 : longest
    outcome = ""
    if ($2 == "timeout" && !reported)
        outcome = "timeouts"
    else if ($2 == "failed" && !reported)
        outcome = "failures"
    else
        unproven += $2 == "unproven" && !reported
    if (outcome == "")
        outcome = wrong ? (reported ? "TP" : "FN") : (reported ? "FP" : "TN")
    count[name, outcome]++
    if (outcome == "TP") {
        count[name, "label"] += right
        count[name, "stated"] += lines[test] != ""
        count[name, "line"] += place
        count[name, "noise"] += (NF - 3) / 2 - 1
    }
    if (outcome !~ /^T[PN]$/ || (outcome == "TP" && !right))
        printf "%-9s %s: %s%s\n", outcome == "TP" ? "label" : outcome, program[test], name, said == "" ? "" : ", found" said > "/dev/stderr"
}

function row(name,    i)
{
    printf "| %s | %d", name, tests[name]
    for (i = 1; i <= columns; i++)
        if (column[i] == "line")
            printf " | %s", count[name, "stated"] ? count[name, "line"] + 0 " of " count[name, "stated"] : "-"
        else
            printf " | %d", count[name, column[i]]
    printf " | %.1f |\n", time[name]
}

function part(of, all) { return all > 0 ? of / all : 0 }

END {
    columns = split("TP FP TN FN timeouts failures label line noise", column, " ")
    print "| label | tests | TP | FP | TN | FN | timeouts | failures | right label | right line | noise | seconds |"
    print "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= labels; i++) {
        name = order[i]
        row(name)
        tests["all"] += tests[name]
        time["all"] += time[name]
        for (j = 1; j <= columns; j++)
            count["all", column[j]] += count[name, column[j]]
        count["all", "stated"] += count[name, "stated"]
        wrongs += name == "clean" ? 0 : tests[name]
    }
    row("all")
    TP = count["all", "TP"]
    FP = count["all", "FP"]
    strict = count["all", "label"]
    # An error without an answer in time, or without any answer, was not found.
    recall = part(TP, wrongs)
    precision = part(TP, TP + FP)
    printf "\nrecall %.4f, precision %.4f, F1 %.4f, strict F1 %.4f\n", recall, precision,
        part(2 * TP, TP + FP + wrongs), part(2 * strict, strict + FP + wrongs + (TP - strict))
    if (unproven)
        printf "%d tests of which nothing was said ended without a proof, before the time limit\n", unproven
    if (passed)
        printf "%d tests are not for this MPI and were passed over\n", passed
    printf "%.0f s in all, the longest test %.1f s\n", seconds, longest
}
