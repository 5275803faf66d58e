#!/usr/bin/env bash
# Pictures are well-formed XML, and have each point where it belongs.
. "$(dirname "$0")/../lib.sh"
plot() { printf '%b' "$1" | awk -f "$HERE/plot.awk" >plot.svg; }

# well_formed FILE: one element with all others in it, attributes in quotes, nothing unescaped.
well_formed() {
    tr -d '\n' <"$1" | awk -v RS='<' '
        NR == 1 { bad = bad || $0 != ""; next }
        {
            end = index($0, ">")
            tag = substr($0, 1, end - 1)
            rest = substr($0, end + 1)
            name = tag
            sub(/[ \/].*/, "", name)
            attributes = substr(tag, length(name) + 1)
            gsub(/ [a-zA-Z0-9:-]+="[^"&<]*"/, "", attributes)
            gsub(/&(amp|lt|gt);/, "", rest)
            bad = bad || end == 0 || rest ~ /[&>]/ || (depth == 0 && NR > 2)
            if (tag ~ /^\//)
                bad = bad || depth == 0 || open[depth--] != substr(tag, 2)
            else if (tag !~ /\/$/) {
                bad = bad || attributes != ""
                open[++depth] = name
            } else
                bad = bad || attributes != "/"
        }
        END { exit bad || depth > 0 || NR < 2 }'
}
printf '<a b="c"><d/>x &amp; y</a>' >right.xml
well_formed right.xml || fail 'the check takes right for wrong'
for wrong in '<a>' '<a></b>' '<a b=c></a>' '<a>x & y</a>' '<a></a><b></b>' '<a><b></a></b>' '' 'x'; do
    printf '%s' "$wrong" >wrong.xml
    ! well_formed wrong.xml || fail "the check takes $wrong for right"
done

# points: those of the curve, one a line.
points() { sed -n 's/.*<polyline class="curve" points="\([^"]*\)".*/\1/p' plot.svg | tr -s ' ' '\n'; }

# The curve goes from left (62) to right (562) as the first and the last second say, between 50 % at the bottom (304)
# and 100 % at the top (44), and has a step at each point but the first.
plot 'title\tA <title> & more\npoint\t0\t57.5\npoint\t150\t75\t1\npoint\t300\t75\t1\npoint\t600\t100\t3\nline\t80\tgoal in time\nline\t69.4\tothers\n'
well_formed plot.svg || { cat plot.svg >&2; fail 'not XML'; }
[ "$(points | paste -sd ' ')" = '62.0,265.0 187.0,265.0 187.0,174.0 312.0,174.0 312.0,174.0 562.0,174.0 562.0,44.0' ] ||
    fail "points $(points | paste -sd ' ')"
expect_text plot.svg 'A &lt;title&gt; &amp; more' '100.0 % Tutti' '80 % goal in time' '69.4 % others' 'prefers-color-scheme: dark' \
    '<line class="goal" x1="62" y1="148.0" x2="562" y2="148.0"/>' '<line class="line" x1="62" y1="203.1" x2="562" y2="203.1"/>' \
    '>600</text>' '>50 %</text>' '>100 %</text>' '<title>1 bug more at 150 s</title>' '<title>2 bugs more at 600 s</title>'
[ "$(grep -c '<circle' plot.svg)" = 2 ] || fail 'bugs that are not more than before are marked'

# Labels that would lie on each other do not.
plot 'title\tt\npoint\t0\t70\npoint\t9\t70.2\nline\t70\tone\nline\t70.1\tother\n'
sed -n 's/.*-text" x="[0-9.]*" y="\([0-9.]*\)".*/\1/p' plot.svg >heights
[ "$(wc -l <heights)" = 3 ] || fail 'not three labels'
awk 'NR > 1 && $1 - before < 15 { exit 1 } { before = $1 }' heights || fail "labels at $(paste -sd ' ' heights)"

# No points, no picture.
printf 'title\tt\nline\t80\tgoal\n' >nothing
expect_exit 1 awk -f "$HERE/plot.awk" nothing
[ ! -s out ] || fail 'a picture of nothing'
