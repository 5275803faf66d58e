/* datatypes.h: the predefined datatypes of MPI, and their types in memory on 64-bit Linux. */
#ifndef TUTTI_API_DATATYPES_H
#define TUTTI_API_DATATYPES_H

#include <stdint.h>

enum datatype_kind {
    DATATYPE_ANY, /* bytes, characters, packed data: fits any memory */
    DATATYPE_INTEGER,
    DATATYPE_FLOAT,
    DATATYPE_COMPLEX, /* two floats */
    DATATYPE_PAIR,    /* a value and an integer, like MPI_DOUBLE_INT */
};

/* The sign of a C type; DATATYPE_NO_SIGN for MPI_INTEGER, MPI_AINT and the like, which fit
 * either. */
enum datatype_sign { DATATYPE_NO_SIGN, DATATYPE_SIGNED, DATATYPE_UNSIGNED };

struct datatype {
    const char *name;
    enum datatype_kind kind;
    uint64_t size; /* bytes of one element */
    enum datatype_sign sign;
};

/* Returns NULL if the datatype is not predefined, or nothing is known of it. */
const struct datatype *datatype_find(const char *name);

#endif
