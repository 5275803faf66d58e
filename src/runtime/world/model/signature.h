/* signature.h: type signatures: the basic types of a datatype, whatever its layout in memory.
 *
 * The type signature of a datatype is the sequence of its basic types (MPI 4.0, section 5.1). A
 * message must have the signature that its receiver states (section 3.3.1). This file builds,
 * repeats and compares signatures. It does not use MPI: ranks build signatures, the scheduler
 * compares them.
 *
 * A signature describes ONE element of a datatype; a message is (signature, count). A signature is
 * one block of memory without pointers, which can be copied with signature_size(). Repeats stay
 * small: a million of {MPI_INT, MPI_DOUBLE} is a repeated group of two runs.
 *
 * Comparison: every sequence has a fingerprint (a polynomial over its codes modulo a prime of 61
 * bits) that depends only on the sequence, not on its grouping. It can be computed for any part of
 * a message without expanding that part. So:
 * - a reported difference is always real, and its index is exact;
 * - two different sequences of n elements count as equal with probability n in 2^61, which does not
 *   happen in practice.
 *
 * With more than SIGNATURE_RUNS_MAX runs a signature is opaque: only lengths and fingerprint are
 * kept. Whole messages can still be compared, and parts of one that end between two elements of the
 * datatype. A part that cannot be compared counts as equal.
 *
 * Rules of MPI:
 * - MPI_PACKED matches everything: a message with it on either side is compared by its bytes.
 * - MPI_BYTE matches only MPI_BYTE; MPI_INT matches neither MPI_INTEGER nor MPI_INT32_T.
 * - MPI_DOUBLE_INT and the other pair types are "as if" built of their parts (section 6.9.4), and
 *   match a struct of those. MPI_LB and MPI_UB count as empty.
 */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_SIGNATURE_H
#define TUTTI_RUNTIME_WORLD_MODEL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIGNATURE_RUNS_MAX = 4096 };

/* A basic type: 1 + its index in src/api/constants.api; or a Fortran type by its precision. */
typedef uint32_t signature_code;

#define SIGNATURE_NO_CODE    0u
#define SIGNATURE_OTHER_CODE 0x7fffffffu /* predefined, but unknown to constants.api */

/* A run is `repeat` times a basic type or, if `span` is not 0, `repeat` times the next `span`
 * runs. */
struct signature_run {
    uint64_t repeat;
    uint32_t span;
    signature_code code; /* SIGNATURE_NO_CODE if `span` is not 0 */
};

enum signature_flags {
    SIGNATURE_PACKED = 1, /* contains MPI_PACKED */
    SIGNATURE_OPAQUE = 2, /* had too many runs, which are not kept */
};

struct signature {
    uint64_t elements; /* basic types in one element of the datatype */
    uint64_t bytes;    /* their size without gaps: MPI_Type_size */
    uint64_t hash;     /* fingerprint of the sequence */
    uint32_t flags;
    uint32_t run_count; /* 1 without a span: all elements have one type */
    struct signature_run runs[];
};

/* Returns the code of a predefined datatype by its name, "MPI_INT"; SIGNATURE_NO_CODE if MPI has
 * none. */
signature_code signature_code_of(const char *name);

/* Returns the code of a type of MPI_Type_create_f90_real, _complex or _integer. Two match if all
 * arguments are equal; -1 stands for MPI_UNDEFINED. */
enum signature_f90 { SIGNATURE_F90_REAL, SIGNATURE_F90_COMPLEX, SIGNATURE_F90_INTEGER };
signature_code signature_code_of_f90(enum signature_f90 kind, int precision, int range);

/* Writes the name of a code for a person and returns `name`; a `size` of 64 suffices. */
const char *signature_code_name(signature_code code, char *name, size_t size);

/* Functions that build signatures return NULL without memory; free() frees. `bytes` is the size of
 * one basic type. */
struct signature *signature_of_code(signature_code code, uint64_t bytes);

struct signature_part {
    const struct signature *of;
    uint64_t repeat;
};

/* Joins parts in order; without parts the result is the empty signature. */
struct signature *signature_join(const struct signature_part *parts, size_t count);

/* Returns the size of the block, for copies. */
size_t signature_size(const struct signature *signature);

/* Returns whether `size` bytes at an address aligned to 8 hold a valid signature. For memory that a
 * program may have damaged. */
bool signature_valid(const void *block, size_t size);

enum signature_relation {
    SIGNATURE_EQUAL,
    SIGNATURE_SHORTER,  /* the message is a proper prefix: right for a receive */
    SIGNATURE_LONGER,   /* the message is longer than the buffer: truncation */
    SIGNATURE_DIFFERENT /* at `index` */
};

struct signature_verdict {
    enum signature_relation relation;
    /* Place of the first difference; SIGNATURE_INDEX_UNKNOWN and no codes if a signature is
     * opaque. */
    uint64_t index;
    signature_code sent, received;
};

#define SIGNATURE_INDEX_UNKNOWN UINT64_MAX

/* Compares a message with a buffer. A difference takes precedence over a length: SIGNATURE_LONGER
 * means that all elements that fit agree. */
struct signature_verdict signature_compare(const struct signature *sent, uint64_t sent_count,
                                           const struct signature *received,
                                           uint64_t received_count);

/* Returns the hash of a whole message: equal for equal sequences, for any datatype and count.
 * Collectives compare it first. MPI_PACKED is hashed like any other type. */
uint64_t signature_hash(const struct signature *signature, uint64_t count);

/* Return elements and bytes of a message; at most UINT64_MAX. */
uint64_t signature_elements(const struct signature *signature, uint64_t count);
uint64_t signature_bytes(const struct signature *signature, uint64_t count);

/* Writes "2 MPI_INT, 1000 x (MPI_DOUBLE, MPI_CHAR)", cut with "..." if `size` is small; returns
 * `text`. */
const char *signature_print(const struct signature *signature, uint64_t count, char *text,
                            size_t size);

#endif
