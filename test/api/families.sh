#!/usr/bin/env bash
# families.sh DIRECTORY SOURCES FAMILY=HEADER...
#
# Tutti's description of each family of MPI libraries (src/api/constants.api, src/api/family, the declarations made
# from mpi.api) agrees with an installed mpi.h: the values of all constants, sizes and layouts of types, and types
# of all functions. DIRECTORY has the generated headers of each family; HEADER is the installed mpi.h, preprocessed.
# The test also changes a table, which must be noticed. Archives that are linked into programs call only functions
# that the installed library has.
. "$(dirname "$0")/../lib.sh"
[ $# -gt 2 ] || fail "usage: families.sh DIRECTORY SOURCES FAMILY=HEADER..."
generated=$1 sources=$2
shift 2

types="MPI_Comm MPI_Datatype MPI_Errhandler MPI_File MPI_Group MPI_Info MPI_Message MPI_Op MPI_Request
    MPI_Win MPI_Aint MPI_Count MPI_Offset MPI_Fint MPI_Status MPI_T_enum MPI_T_cvar_handle"

# Writes a table of facts, in C: NAME FILE-OF-CONSTANTS.
facts()
{
    echo '#include <mpi.h>'
    echo '#include <stddef.h>'
    echo '#include <stdint.h>'
    echo "#include \"fact.h\""
    echo "void $1(struct fact *next) {"
    local name
    while read -r name; do
        echo "*next++ = (struct fact){\"$name\", (long)(intptr_t)($name)};"
    done <"$2"
    for name in $types; do
        echo "*next++ = (struct fact){\"size of $name\", sizeof($name)};"
    done
    for name in MPI_SOURCE MPI_TAG MPI_ERROR; do
        echo "*next++ = (struct fact){\"place of $name\", offsetof(MPI_Status, $name)};"
    done
    echo '}'
}

cat >fact.h <<'END'
struct fact {
    const char *name;
    long value;
};
END
cat >compare.c <<'END'
#include "fact.h"
#include <stdio.h>
#include <string.h>

static struct fact here[2000], there[2000];
void ours(struct fact *next), theirs(struct fact *next);

static const struct fact *find(const struct fact *list, const char *name)
{
    while (list->name && strcmp(list->name, name) != 0)
        list++;
    return list;
}

/* A header may say that its library has no such datatype. */
int main(void)
{
    int compared = 0, wrong = 0;
    ours(here);
    theirs(there);
    long none = find(there, "MPI_DATATYPE_NULL")->value;
    for (const struct fact *at = there; at->name; at++, compared++) {
        long own = find(here, at->name)->value;
        if (own == at->value || (at->value == none && own))
            continue;
        printf("%s is %#lx here, but %#lx in mpi.h\n", at->name, own, at->value);
        wrong++;
    }
    printf("%d facts compared, %d wrong\n", compared, wrong);
    return wrong > 0;
}
END

# The constants of a family, by name, that an installed header has.
constants_of() # FAMILY GENERATED HEADER
{
    sed -nE 's/^(CONSTANT|VARIABLE)\([a-z]+, ([A-Z0-9_]+)\)$/\2/p' "$2/constants.h" | sort -u >known
    mpi_cc "$1" -E -dM -include mpi.h -x c /dev/null |
        sed -nE '/THIS_(SYMBOL|FUNCTION)/d; s/^#define ([A-Z0-9_]+) .*/\1/p' | sort -u >defined
    grep -oE '\b(MPI|OMPI)_[A-Z0-9_]+\b' "$3" | sort -u | sort -u - defined >named
    # Names that the header forbids to use are only in what the compiler would print.
    mpi_cc "$1" -E -dM -include mpi.h -x c /dev/null |
        sed -nE '/THIS_(SYMBOL|FUNCTION)/s/^#define ([A-Z0-9_]+) .*/\1/p' | sort -u >forbidden
    comm -12 known named | comm -23 - forbidden
}

# Compares a family with the installed header; prints what is wrong.
inspect() # FAMILY GENERATED HEADER
{
    local family=$1 directory=$2 header=$3
    constants_of "$family" "$directory" "$header" >constants
    facts theirs constants >theirs.c
    facts ours constants >ours.c
    gcc -c -I. -I"$directory" -I"$sources" ours.c -o ours.o || fail "$family: ours.c"
    mpi_cc "$family" -w -I. -c theirs.c -o theirs.o || fail "$family: theirs.c"
    gcc -c -I. compare.c -o compare.o
    mpi_cc "$family" ours.o theirs.o compare.o -o compare
    ./compare || return 1

    # Declarations with other types do not compile. Headers differ in what they call const.
    grep -oE '\bP?MPI_[A-Za-z0-9_]+ *\(' "$header" | tr -d ' (' | sort -u >declared
    { sed 's/\bconst\b//g' "$header" && grep -wFf declared "$directory/functions.h" | sed 's/\bconst\b//g'; } >both.c
    local fint=-DMPI_Fint=int # a macro in some headers
    grep -q 'typedef .*\bMPI_Fint;' "$header" && fint=
    gcc -w -fsyntax-only $fint both.c || return 1
    echo "$family: $(wc -l <constants) constants and $(grep -cwFf declared "$directory/functions.h") functions agree"
}

# Links what the archives of a family need of MPI; prints what the library lacks.
link_archives() # FAMILY
{
    nm "$(dirname "$TUTTI")"/../lib/tutti/libtutti-*-"$1".a 2>/dev/null |
        sed -nE 's/^ +U (P?MPI_[A-Za-z0-9_]+)$/\1/p' | sort -u >needed
    [ -s needed ] || fail "$1: no archive calls MPI"
    { sed 's/.*/int &();/' needed && echo 'int main(void) {' && sed 's/$/();/' needed && echo '}'; } >needed.c
    mpi_cc "$1" -w needed.c -o needed.out
}

for pair; do
    family=${pair%%=*} header=${pair#*=}
    inspect "$family" "$generated/$family" "$header" || fail "$family"
    link_archives "$family" || fail "$family: an archive calls a function that the library lacks"

    cp -r "$generated/$family" changed
    sed -i 's/^#define MPI_ERR_TAG ((int).*/#define MPI_ERR_TAG ((int)77)/' changed/mpi.h
    inspect "$family" "$PWD/changed" "$header" >out 2>&1 && fail "$family: a wrong constant is not noticed"
    grep -q '^MPI_ERR_TAG is 0x4d here' out || fail "$family: $(cat out)"
    cp "$generated/$family"/* changed
    sed -i 's/MPI_Recv(void \*buf, int count/MPI_Recv(void *buf, long count/' changed/functions.h
    inspect "$family" "$PWD/changed" "$header" >out 2>&1 && fail "$family: a wrong function is not noticed"
    grep -q "conflicting types for .*MPI_Recv" out || fail "$family: $(cat out)"
    rm -r changed
done
