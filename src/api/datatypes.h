/* datatypes.h: the predefined datatypes of MPI and what they hold in memory on 64-bit Linux. */
#ifndef TUTTI_API_DATATYPES_H
#define TUTTI_API_DATATYPES_H

#include <stdint.h>

enum datatype_kind {
    DATATYPE_ANY, /* bytes, characters, packed data: fits every memory */
    DATATYPE_INTEGER,
    DATATYPE_FLOAT,
    DATATYPE_COMPLEX, /* two floats */
    DATATYPE_PAIR,    /* a value and an integer, as MPI_DOUBLE_INT */
};

/* Of a type of C that has a sign; MPI_INTEGER, MPI_AINT and the like stand for either. */
enum datatype_sign { DATATYPE_NO_SIGN, DATATYPE_SIGNED, DATATYPE_UNSIGNED };

struct datatype {
    const char *name;
    enum datatype_kind kind;
    uint64_t size; /* bytes of one element */
    enum datatype_sign sign;
};

/* NULL: not predefined, or nothing that is known. */
const struct datatype *datatype_find(const char *name);

#endif
