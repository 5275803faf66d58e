# plot.awk: coverage over time as an SVG picture that reads on light and on dark pages.
#
# Reads lines of fields with tabs between, in any order:
#   title TEXT
#   point SECONDS PERCENT [BUGS]   the curve, in order of time; a mark where there are more bugs than before
#   line  PERCENT TEXT             a value to compare with: "goal ..." is drawn stronger
# A curve keeps its height until the next point.

function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

# 1, 2 or 5 times a power of ten: a distance between ticks such that there are at most eight.
function tick_of(range,    step) {
    for (step = 1; range / step > 8; )
        step *= (step ~ /^2/) ? 2.5 : 2
    return step
}

function across(seconds) { return left + seconds / last * width }
function down(percent) { return top + (100 - percent) / (100 - floor) * height }

function label(percent, text, class) {
    labels++
    want[labels] = down(percent)
    words[labels] = text
    kind[labels] = class
}

# Labels in the margin, from above, each at its height or below the one before it.
function print_labels(    i, j, best, done, y, lowest) {
    lowest = top - 100
    for (i = 1; i <= labels; i++) {
        best = 0
        for (j = 1; j <= labels; j++)
            if (!(j in done) && (!best || want[j] < want[best]))
                best = j
        done[best] = 1
        y = want[best] > lowest + 16 ? want[best] : lowest + 16
        lowest = y
        printf "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", kind[best], left + width + 8, y + 4, escaped(words[best])
    }
}

function print_axes(    step, value) {
    step = tick_of(last)
    for (value = 0; value <= last; value += step) {
        printf "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>\n", across(value), top, across(value), top + height
        printf "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", across(value), top + height + 18, value
    }
    for (value = floor; value <= 100; value += 10) {
        printf "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n", left, down(value), left + width, down(value)
        printf "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n", left - 8, down(value) + 4, value
    }
    printf "<text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">seconds</text>\n", left + width / 2, top + height + 38
}

function print_curve(    i, more) {
    printf "<polyline class=\"curve\" points=\""
    for (i = 1; i <= points; i++) {
        if (i > 1)
            printf " %.1f,%.1f ", across(at[i]), down(covered[i - 1])
        printf "%.1f,%.1f", across(at[i]), down(covered[i])
    }
    print "\"/>"
    for (i = 1; i <= points; i++)
        if (bugs[i] > bugs[i - 1]) {
            more = bugs[i] - bugs[i - 1]
            printf "<circle class=\"bug\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%d bug%s more at %.0f s</title></circle>\n",
                   across(at[i]), down(covered[i]), more, more == 1 ? "" : "s", at[i]
        }
}

BEGIN {
    FS = "\t"
    left = 62; top = 44; width = 500; height = 260; margin = 210
    lowest_percent = 100
}
$1 == "title" { title = $2 }
$1 == "point" { at[++points] = $2; covered[points] = $3; bugs[points] = $4 + 0 }
$1 == "line" { lines++; level[lines] = $2; text[lines] = $3 }
$1 == "point" && $3 < lowest_percent { lowest_percent = $3 + 0 }
$1 == "line" && $2 < lowest_percent { lowest_percent = $2 + 0 }

END {
    if (points == 0 || at[points] <= 0) {
        print "plot.awk: no points" > "/dev/stderr"
        exit 1
    }
    last = at[points]
    floor = int(lowest_percent / 10) * 10
    if (floor > 90)
        floor = 90
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n",
           left + width + margin, top + height + 52
    printf "<title>%s</title>\n", escaped(title)
    print "<style>"
    print ".ground { fill: #ffffff } .head { fill: #1f2328; font-weight: bold } .tick { fill: #57606a }"
    print ".grid { stroke: #d8dee4 } .curve { fill: none; stroke: #0969da; stroke-width: 2 } .bug { fill: #cf222e }"
    print ".line { stroke: #57606a; stroke-dasharray: 5 4 } .goal { stroke: #1a7f37; stroke-width: 1.5; stroke-dasharray: 9 4 }"
    print ".curve-text { fill: #0969da; font-weight: bold } .line-text { fill: #57606a } .goal-text { fill: #1a7f37 }"
    print "@media (prefers-color-scheme: dark) {"
    print ".ground { fill: #0d1117 } .head { fill: #e6edf3 } .tick { fill: #9198a1 }"
    print ".grid { stroke: #30363d } .curve { stroke: #58a6ff } .bug { fill: #ff7b72 }"
    print ".line { stroke: #9198a1 } .goal { stroke: #3fb950 }"
    print ".curve-text { fill: #58a6ff } .line-text { fill: #9198a1 } .goal-text { fill: #3fb950 } }"
    print "</style>"
    printf "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>\n", left + width + margin, top + height + 52
    printf "<text class=\"head\" x=\"%d\" y=\"24\">%s</text>\n", left, escaped(title)
    print_axes()
    for (i = 1; i <= lines; i++) {
        class = text[i] ~ /^goal/ ? "goal" : "line"
        printf "<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>\n", class, left, down(level[i]), left + width, down(level[i])
        label(level[i], sprintf("%s %% %s", level[i], text[i]), class "-text")
    }
    print_curve()
    label(covered[points], sprintf("%.1f %% Tutti", covered[points]), "curve-text")
    print_labels()
    print "</svg>"
}
