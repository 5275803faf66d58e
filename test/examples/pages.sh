#!/usr/bin/env bash
# The pages of the examples: each command in them is executed, and prints what the page says. `...` stands for any lines,
# `<time>` for the time of a run.
. "$(dirname "$0")/../lib.sh"
examples=$HERE/../../examples
# shellcheck disable=SC2153 # it is of CTest
case " $TUTTI_MPIS " in *" mpich "*) ;; *) echo 'SKIP: the pages were made with MPICH' >&2; exit 77 ;; esac
mkdir bin
ln -s "$TUTTI" bin/tutti
for tool in mpicc.mpich mpiexec.mpich hydra_pmi_proxy; do
    ln -s "$(command -v $tool)" "bin/${tool%.mpich}"
done
export PATH=$WORK/bin:$PATH TUTTI_MPI=mpich
unset TUTTI
cp "$examples"/*.c .

# matches EXPECTED ACTUAL: line by line.
matches() {
    awk '
        function fits(e, a) { # lines from these on
            while (e <= expected && want[e] != "...") {
                if (a > actual || want[e] != have[a])
                    return 0
                e++; a++
            }
            if (e > expected)
                return a > actual
            for (; a <= actual + 1; a++)
                if (fits(e + 1, a))
                    return 1
            return 0
        }
        NR == FNR { want[++expected] = $0; next }
        { have[++actual] = $0 }
        END { exit !fits(1, 1) }' "$1" "$2"
}

# judge PAGE: all commands of the page, in their order.
judge() {
    local page=$1 command='' inside=no line count=0
    local expected=expected.txt
    finish() {
        [ -n "$command" ] || return 0
        bash -c "$command" 2>&1 </dev/null | sed -E 's,(tutti-out/[a-z]+-)[0-9]{8}-[0-9]{6}(-[0-9]+)?,\1<time>,' >actual.txt || true
        matches $expected actual.txt || { diff $expected actual.txt >&2; fail "$page: $command"; }
        command=''
        count=$((count + 1))
    }
    while IFS= read -r line; do
        case $inside:$line in
            no:'```console') inside=yes ;;
            yes:'```') finish; inside=no ;;
            yes:'$ '*) finish; command=${line#??}; : >$expected ;;
            yes:*) printf '%s\n' "$line" >>$expected ;;
        esac
    done <"$page"
    [ "$count" -gt 0 ] || fail "$page has no command"
}

pages=0
for page in "$examples"/*.md; do
    case $page in */README.md) continue ;; esac
    grep -qF "]($(basename "$page"))" "$examples/README.md" || fail "README.md does not name $(basename "$page")"
    judge "$page"
    pages=$((pages + 1))
done
[ "$pages" -ge 10 ] || fail "only $pages pages"
