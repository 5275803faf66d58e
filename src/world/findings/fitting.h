/* fitting.h: compares the basic types of an MPI datatype with the memory that a program declares.
 *
 * MPI 4.0, section 3.3.1, requires that the datatype names the type of the variable in the program.
 * If only the names differ (long and int64_t), or if the type cannot be known (bytes, unions),
 * nothing is reported. */
#ifndef TUTTI_WORLD_FINDINGS_FITTING_H
#define TUTTI_WORLD_FINDINGS_FITTING_H

#include "runtime/world/model/layout.h"
#include "runtime/world/model/signature.h"
#include "symbol/declared.h"

/* A basic type in memory. */
struct fitting_basic {
    uint64_t address;
    uint64_t size;
    signature_code code;
};

struct fitting_map {
    struct fitting_basic *basics;
    size_t count;
    uint64_t element; /* size of one element of the datatype, from its first byte to its last */
};

/* Lays out the first elements of a datatype at the address, at most `cap` basic types. */
struct fitting_map fitting_lay_out(const struct signature *signature, const struct layout *layout,
                                   uint64_t address, uint64_t count, int64_t extent, size_t cap,
                                   struct arena *arena);

enum fitting_relation {
    FITTING_UNKNOWN, /* untyped memory, or no basic type lies there */
    FITTING_RIGHT,
    FITTING_SIGN, /* only the sign differs */
    FITTING_WRONG
};

struct fitting_verdict {
    enum fitting_relation relation;
    struct fitting_basic basic; /* the first one that differs from `leaf` */
    struct leaf leaf;
};

typedef void (*fitting_leaf)(const struct declared *declared, uint64_t offset, struct leaf *leaf);

/* Compares all basic types that lie in the declared memory with the declared ones. */
struct fitting_verdict fitting_compare(const struct fitting_map *map,
                                       const struct declared *declared, fitting_leaf look);

/* Returns whether the byte at the address is in the declared memory. */
bool fitting_covers(const struct declared *declared, uint64_t address);

/* Judges several declarations of the same memory: the datatype is wrong only if none says
 * otherwise. Returns the declaration of the verdict; NULL: nothing is wrong. */
const struct declared *fitting_judge(const struct fitting_map *map, const struct declared *list,
                                     size_t count, fitting_leaf look,
                                     struct fitting_verdict *verdict);

#endif
