#!/usr/bin/env bash
# fortran_reach.sh GENERATOR TABLE [FLAVOUR=LIBRARY[,LIBRARY...]]...
#
# Guests see Fortran programs through the C functions that the Fortran libraries call. This test
# keeps that true: every Fortran entry point of an installed library is reached through an undefined
# (P)MPI_ symbol of that library, or is marked `direct` in the table. Without libraries, those that
# the loader knows are taken.
set -eu
export LC_ALL=C
generator=$1 table=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

installed() # NAME
{
    { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null |
        awk -v name="$1" '$1 ~ "^" name "[.]so" { print $NF; exit }'
}

if [ $# -eq 0 ]; then
    mpich=$(installed libmpichfort)
    openmpi=$(installed libmpi_mpifh) openmpi08=$(installed libmpi_usempif08)
    [ -z "$mpich" ] || set -- "$@" "mpich=$mpich"
    [ -z "$openmpi" ] || set -- "$@" "openmpi=$openmpi${openmpi08:+,$openmpi08}"
fi
[ $# -gt 0 ] || { echo "no Fortran library of MPI is installed"; exit 77; }

# Symbols that look like entry points, but are no calls that matter to a tool.
not_a_call()
{
    case $1 in
        *_fn | conversion_fn_null*) ;; # predefined callbacks: values that are passed to calls
        sizeof_*) ;;                   # answers from the type of its argument, without the library
        f_sync_reg) ;;                 # tells the compiler that memory may change; does nothing
        *) return 1 ;;
    esac
}

# "comm_dup" of mpi_comm_dup_ and mpi_comm_dup_f08_, "send_c" of mpi_send_f08ts_large_. Open MPI has
# a second name x_cptr for entry points that give a C pointer.
entry_points() # LIBRARY
{
    nm -D --defined-only "$1" | awk '$2 ~ /[TW]/ { print $3 }' | sed 's/@.*//' |
        grep -E '^mpix?_[a-z0-9_]*[a-z0-9]_$' |
        sed -E 's/^mpix?_//; s/_$//; s/_f08(ts)?_large$/_c/; s/_f08(ts)?$//; s/_cptr$//' | sort -u
}

undefined() # LIBRARY
{
    nm -D --undefined-only "$1" | awk '{ print $2 }' | sed 's/@.*//'
}

# The C functions that it calls.
c_calls() # LIBRARY
{
    undefined "$1" | sed -nE 's/^P?MPIX?_([A-Z].*)$/\1/p' | tr '[:upper:]' '[:lower:]' | sort -u
}

# The entry points of another Fortran library that it calls.
fortran_calls() # LIBRARY
{
    undefined "$1" | sed -nE 's/^ompix?_(.*)_f$/\1/p; s/^pmpi_(.*)_$/\1/p' | sort -u
}

# Prints what is wrong, and a line of numbers for each library; fails if anything is wrong.
inspect() # TABLE FLAVOUR LIBRARY...
{
    local table=$1 flavour=$2 library name wrong=0
    shift 2
    "$generator" --fortran --table="$table" --flavour="$flavour" | sort >symbols
    sed -nE 's/^mpi_(.*[a-z0-9])_$/\1/p' symbols | sed -E 's/_f08$//' | sort -u >direct
    : >entries
    : >c
    for library; do
        entry_points "$library" >own
        c_calls "$library" >called_c
        fortran_calls "$library" | sort -u - called_c >called
        sort -u own entries -o entries
        sort -u called_c c -o c
        [ -s own ] || { echo "$flavour: $library has no Fortran entry point"; wrong=1; }
        while read -r name; do
            not_a_call "$name" && continue
            echo "$flavour: mpi_${name}_ of ${library##*/} calls no C function of its name"
            wrong=1
        done < <(sort -u called direct | comm -23 own -)
        echo "$flavour: $(wc -l <own) entry points in ${library##*/}: $(comm -12 own called | wc -l)" \
            "call C or the other library, $(comm -12 own direct | wc -l) need wrappers"
    done

    # A mark that is not true is an error, too.
    while read -r name; do
        echo "$flavour: the table marks $name as direct, but no library has mpi_${name}_"
        wrong=1
    done < <(comm -23 direct entries)
    while read -r name; do
        echo "$flavour: the table marks $name as direct, but a library calls its C function"
        wrong=1
    done < <(comm -12 direct c)
    for library; do
        nm -D --defined-only "$library" | awk '{ print $3 }' | sed 's/@.*//'
    done | sort -u >defined
    while read -r name; do
        echo "$flavour: a wrapper is made for $name, but no library has it"
        wrong=1
    done < <(comm -23 symbols defined)
    return $wrong
}

# A table that was changed must be refused with this sentence.
refused() # TABLE SENTENCE FLAVOUR LIBRARY...
{
    local table=$1 sentence=$2
    shift 2
    if inspect "$table" "$@" >out; then
        echo "FAIL: not noticed: $sentence"
        exit 1
    fi
    grep -q "$sentence" out || { cat out; echo "FAIL: not said: $sentence"; exit 1; }
}

sed 's/ direct=[a-z,]*//' "$table" >unmarked.api
sed -E 's/^(MPI_Send p2p.send blocking)/\1 direct=mpich,openmpi/' "$table" >marked.api

for pair; do
    flavour=${pair%%=*}
    IFS=, read -ra libraries <<<"${pair#*=}"
    inspect "$table" "$flavour" "${libraries[@]}"
    refused unmarked.api "mpi_comm_get_attr_ of .* calls no C function" "$flavour" "${libraries[@]}"
    refused marked.api "marks send as direct, but a library calls" "$flavour" "${libraries[@]}"
done
