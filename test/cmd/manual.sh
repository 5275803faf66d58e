#!/usr/bin/env bash
# The manual: a page for each verb, that man can show and that names every option of --help.
. "$(dirname "$0")/../lib.sh"
pages=$1/share/man
for verb in check cc run verify test replay trace probe guard watch report ci explain doctor; do
    page=$pages/man1/tutti-$verb.1
    [ -s "$page" ] || fail "no manual page for $verb"
    MANWIDTH=100 man --warnings -l "$page" >text 2>warnings || fail "man cannot show $page"
    [ ! -s warnings ] || { cat warnings >&2; fail "$page has warnings"; }
    "$TUTTI" "$verb" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u >options
    while read -r option; do
        grep -qF -- "$option" text || fail "$option is not in the manual page of $verb"
    done <options
done
man -l "$pages/man7/tutti-mpi.7" | grep -q MPI_Allgatherv || fail "the table of functions is not in tutti-mpi(7)"
