# table.awk: from results.tsv a table by directory (or by another -v column= with its heading=), what did not
# pass with its reason, and how often a reason to skip was given.
BEGIN {
    FS = "\t"
    if (!column) {
        column = 1
        heading = "directory"
    }
    words["failed"] = "FAILED   "
    words["wrong"] = "wrong    "
    words["unbuilt"] = "not built"
}
{
    if (!($column in total))
        places[++count] = $column
    total[$column]++
    of[$column, $5]++
    all[$5]++
    if ($5 in words)
        lines[++listed] = sprintf("%s %s/%s%s, %s ranks: %s", words[$5], $1, $2, $4 == "-" ? "" : " " $4, $3, $7)
    if ($5 == "skipped") {
        sub(/ \(.*/, "", $7)
        reasons[$7]++
    }
}
END {
    print "| " heading " | tests | passed | failed | wrong | not built | skipped |\n|---|---|---|---|---|---|---|"
    for (i = 1; i <= count; i++) {
        p = places[i]
        printf "| %s | %d | %d | %d | %d | %d | %d |\n", p, total[p], of[p, "passed"], of[p, "failed"], of[p, "wrong"], of[p, "unbuilt"], of[p, "skipped"]
    }
    printf "| all | %d | %d | %d | %d | %d | %d |\n\n", NR, all["passed"], all["failed"], all["wrong"], all["unbuilt"], all["skipped"]
    for (i = 1; i <= listed; i++)
        print lines[i]
    for (reason in reasons)
        printf "skipped: %s (%d)\n", reason, reasons[reason]
    ran = all["passed"] + all["failed"] + all["wrong"]
    if (ran)
        printf "%d of %d passed (%.1f %%)\n", all["passed"], ran, 100 * all["passed"] / ran
}
