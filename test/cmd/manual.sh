#!/usr/bin/env bash
# The manual: a page for each verb, that man can show and that names every option of --help, and one that names all
# verbs.
. "$(dirname "$0")/../lib.sh"
pages=$1/share/man

# shown PAGE: as man shows it, in `text`; it has nothing to say about it.
shown() {
    MANWIDTH=100 man --warnings -l "$pages/$1" >text 2>warnings || fail "man cannot show $1"
    [ ! -s warnings ] || { cat warnings >&2; fail "$1 has warnings"; }
    [ "$(wc -l <text)" -gt 10 ] || fail "$1 has next to nothing to say"
}

"$TUTTI" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z+]*\) .*/\1/p' >verbs
[ "$(wc -l <verbs)" -ge 14 ] || fail "the verbs are $(paste -sd' ' verbs)"
shown man1/tutti.1
cp text overview
while read -r verb; do
    grep -qE "^ +tutti (.*, )?${verb//+/[+]}(,|\$)" overview || fail "tutti(1) does not name $verb"
    [ -s "$pages/man1/tutti-$verb.1" ] || fail "no manual page for $verb"
    shown "man1/tutti-$verb.1"
    "$TUTTI" "$verb" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u >options
    while read -r option; do
        grep -qF -- "$option" text || fail "$option is not in the manual page of $verb"
    done <options
done <verbs
shown man5/tutti.conf.5
shown man7/tutti-mpi.7
expect_text text MPI_Allgatherv

# The catalogue has all rules.
"$TUTTI" explain | cut -d' ' -f1 >rules
while read -r rule; do
    grep -qxF "## \`$rule\`" "$1/share/doc/tutti/rules.md" || fail "$rule is not in rules.md"
done <rules
