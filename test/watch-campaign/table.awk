# table.awk: awk -f table.awk RESULTS PARASTACK OVERHEAD: the tables of a campaign (run.sh) as markdown.
BEGIN { FS = "\t" }

# Numbers of a list, kept as text with blanks between.
function sorted(list, values,    count, i, j, value) {
    count = split(list, values, " ")
    for (i = 2; i <= count; i++) {
        value = values[i] + 0
        for (j = i - 1; j >= 1 && values[j] + 0 > value; j--)
            values[j + 1] = values[j]
        values[j + 1] = value
    }
    return count
}

function median(list,    values, count) {
    count = sorted(list, values)
    if (count == 0)
        return ""
    return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
}

# "12: 0.8, 3.1", the number of delays, their median and the longest.
function delays(list,    values, count) {
    count = sorted(list, values)
    return count == 0 ? "" : sprintf("%d: %.1f, %.1f", count, median(list), values[count])
}

function program(name) {
    if (!(name in seen)) {
        seen[name] = 1
        order[++programs] = name
    }
}

# Adds to what a program and all of them have.
function add(table, name, value) {
    table[name] = table[name] " " value
    table["all"] = table["all"] " " value
}

function count(table, name) {
    table[name]++
    table["all"]++
}

FILENAME == ARGV[1] && $8 == "failed" {
    print $1 ", " $2 " ranks, " $5 ": the run failed" >"/dev/stderr"
    next
}

FILENAME == ARGV[1] && $5 == "healthy" {
    program($1)
    count(calm, $1)
    calm_seconds[$1] += $14
    calm_seconds["all"] += $14
    if ($8 == "alarm")
        count(calm_alarms, $1)
    next
}

FILENAME == ARGV[1] && $8 != "ended" {
    program($1)
    count(hangs, $1)
    if ($8 == "early")
        count(early, $1)
    if ($8 != "found")
        next
    count(found, $1)
    wanted = $5 == "loop" || $5 == "stop" ? "hang.computation" : "hang.communication"
    if ($9 == wanted)
        count(kind, $1)
    if ($11 == "yes")
        count(named, $1)
    add(all_delays, $1, $12)
    still = $13 == "-" ? $12 : $13 # no record: all that is known
    if ($10 == "proof")
        add(proofs, $1, still)
    else if (wanted == "hang.communication")
        add(messages, $1, still)
    else
        add(computations, $1, still)
    next
}

FILENAME == ARGV[2] {
    replayed = 1
    if ($3 == "healthy") {
        count(their_calm, $1)
        their_calm_alarms[$1] += $4
        their_calm_alarms["all"] += $4
        next
    }
    count(their_hangs, $1)
    if ($4 > 0)
        count(their_early, $1)
    if ($5 == "yes") {
        count(their_found, $1)
        add(their_delays, $1, $6)
    }
}

FILENAME == ARGV[3] {
    measured = 1
    if (!(($1, $2) in pairs)) {
        pairs[$1, $2] = 1
        pair_order[++pair_count] = $1 SUBSEP $2
    }
    times[$1, $2, $3] = times[$1, $2, $3] " " $4
    work[$1, $2, $3] = work[$1, $2, $3] " " $5
}

function row(name) {
    printf "| %s | %d | %d | %d | %d | %s | %s | %s | %s | %d in %d runs, %.0f s | %d |\n", name, hangs[name], found[name], kind[name], \
        named[name], delays(proofs[name]), delays(messages[name]), delays(computations[name]), delays(all_delays[name]), calm_alarms[name], \
        calm[name], calm_seconds[name], early[name]
}

function their_row(name) {
    printf "| %s | %d of %d | %d of %d | %d | %s | %s |\n", name, found[name], hangs[name], their_found[name], their_hangs[name], \
        their_calm_alarms[name] + their_early[name], delays(all_delays[name]), delays(their_delays[name])
}

function change(before, after) {
    return sprintf("%+.2f %%", 100 * (after / before - 1))
}

END {
    print "| program | hangs | found | right kind | rank named | proved | by history, messages | by history, computing | from the injection | false alarms, healthy | before the hang |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= programs; i++)
        row(order[i])
    row("all")
    print "\nDelays in seconds, from the last step of any rank to the report: how many, their median, the longest."
    if (replayed) {
        print "\n| program | found | ParaStack's model found | its false alarms | delay from the injection | its delay |"
        print "|---|---|---|---|---|---|"
        for (i = 1; i <= programs; i++)
            their_row(order[i])
        their_row("all")
    }
    if (measured) {
        print "\n| program | ranks | pairs | without, s | with, s | elapsed | processor |"
        print "|---|---|---|---|---|---|---|"
        for (i = 1; i <= pair_count; i++) {
            split(pair_order[i], key, SUBSEP)
            without = median(times[key[1], key[2], "without"])
            with = median(times[key[1], key[2], "with"])
            printf "| %s | %d | %d | %.2f | %.2f | %s | %s |\n", key[1], key[2], split(times[key[1], key[2], "with"], unused, " "), \
                without, with, change(without, with), \
                change(median(work[key[1], key[2], "without"]), median(work[key[1], key[2], "with"]))
        }
    }
}
