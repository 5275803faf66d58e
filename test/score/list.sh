#!/usr/bin/env bash
# list.sh DIR: the tests that the headers of the programs in DIR state (the format of test/suite), a line each:
#   program TAB ranks TAB arguments TAB options TAB label TAB rules TAB lines TAB version TAB compiler options
# The label is `clean` or what the rows of the table are about; any of the rules, patterns of the shell, is right for it; lines
# are where it may be found, nothing if that is not stated. The version is that of MPI that the program needs, if it says so.
# What is for other verbs, in the folders static and concolic, is left out.
set -eu

header() { sed -nE "s/^[ *!]*$1: *//p" "$2" | head -n 1; }

find "$1" \( -path '*/static' -o -path '*/concolic' \) -prune -o \( -name '*.c' -o -name '*.f90' \) -print | sort |
    while read -r program; do
        expect=$(header expect "$program")
        [ -n "$expect" ] || continue
        lines=$(grep -nE 'HERE ' "$program" | cut -d: -f1 | paste -sd ' ')
        compiler=''
        case $program in */thread/*) compiler=-fopenmp ;; esac
        for ranks in $(header ranks "$program"); do
            printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$program" "$ranks" '' "$(header options "$program")" "${expect%% *}" \
                "$expect $(header also "$program")" "$lines" "$(header mpi "$program")" "$compiler"
        done
    done
