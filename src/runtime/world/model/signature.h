/* signature.h: type signatures: what a datatype is made of, whatever its shape in memory.
 *
 * The type signature of a datatype is the sequence of its basic types (MPI 4.0, section 5.1). What
 * is sent must have the signature of what is received (section 3.3.1): here signatures are built,
 * repeated and compared. No MPI in this file: ranks build signatures, the scheduler compares them.
 *
 * A signature describes ONE element of a datatype; a message is (signature, count). It is one block
 * of memory without pointers, to be copied anywhere with signature_size(). Repeats stay small: a
 * million of {MPI_INT, MPI_DOUBLE} is a group of two runs that is repeated.
 *
 * How two are compared: every sequence has a fingerprint (a polynomial over its codes modulo a
 * prime of 61 bits) that depends on the sequence alone, not on how it is grouped, and that is
 * computed for any part of a message without writing it out. So:
 *  - a difference that is reported is always real, and its index exact;
 *  - of two different sequences of n elements, n in 2^61 are taken for equal: never, in practice.
 * Beyond SIGNATURE_RUNS_MAX runs a signature is opaque: only lengths and fingerprint are kept.
 * Whole messages still compare, and any that end between two of its elements; where they do not,
 * the part that cannot be compared is taken for equal.
 *
 * The rules of MPI that are applied:
 *  - MPI_PACKED matches everything: a message with it on either side is compared by its bytes.
 *  - MPI_BYTE matches MPI_BYTE alone, MPI_INT neither MPI_INTEGER nor MPI_INT32_T.
 *  - MPI_DOUBLE_INT and the other pair types are "as if" built of their parts (section 6.9.4), and
 *    match a struct of those; MPI_LB and MPI_UB are nothing.
 */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_SIGNATURE_H
#define TUTTI_RUNTIME_WORLD_MODEL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIGNATURE_RUNS_MAX = 4096 };

/* A basic type: its place in src/api/constants.api, plus 1; or a Fortran type by its precision. */
typedef uint32_t signature_code;

#define SIGNATURE_NO_CODE    0u
#define SIGNATURE_OTHER_CODE 0x7fffffffu /* predefined, but unknown to constants.api */

/* A run is `repeat` times a basic type; or, if `span` is not 0, `repeat` times what the next `span`
 * runs say. */
struct signature_run {
    uint64_t repeat;
    uint32_t span;
    signature_code code; /* SIGNATURE_NO_CODE with a span */
};

enum signature_flags {
    SIGNATURE_PACKED = 1, /* MPI_PACKED is in it */
    SIGNATURE_OPAQUE = 2, /* had too many runs: there are none */
};

struct signature {
    uint64_t elements; /* basic types in one element of the datatype */
    uint64_t bytes;    /* what they take without gaps: MPI_Type_size */
    uint64_t hash;     /* fingerprint of the sequence */
    uint32_t flags;
    uint32_t run_count; /* 1 with no span: all of one type */
    struct signature_run runs[];
};

/* The code of a predefined datatype by its name, "MPI_INT"; SIGNATURE_NO_CODE if MPI has none. */
signature_code signature_code_of(const char *name);

/* Types of MPI_Type_create_f90_real, _complex and _integer. Two match if all of this is equal; -1
 * for MPI_UNDEFINED. */
enum signature_f90 { SIGNATURE_F90_REAL, SIGNATURE_F90_COMPLEX, SIGNATURE_F90_INTEGER };
signature_code signature_code_of_f90(enum signature_f90 kind, int precision, int range);

/* The name of a code for a person; `size` is that of `name`, 64 is enough. Gives `name`. */
const char *signature_code_name(signature_code code, char *name, size_t size);

/* Building. All give NULL without memory; free() frees. `bytes` is the size of one basic type. */
struct signature *signature_of_code(signature_code code, uint64_t bytes);

struct signature_part {
    const struct signature *of;
    uint64_t repeat;
};

/* One after the other. No parts: the empty signature. */
struct signature *signature_join(const struct signature_part *parts, size_t count);

/* The size of the block, to copy it. */
size_t signature_size(const struct signature *signature);

/* Whether `size` bytes at an address that is aligned to 8 hold a signature that can be worked with.
 * For memory that a program may have damaged. */
bool signature_valid(const void *block, size_t size);

enum signature_relation {
    SIGNATURE_EQUAL,
    SIGNATURE_SHORTER,  /* what is sent is a proper prefix: right for a receive */
    SIGNATURE_LONGER,   /* more is sent than there is room for: truncation */
    SIGNATURE_DIFFERENT /* at `index` */
};

struct signature_verdict {
    enum signature_relation relation;
    /* Of the first difference; SIGNATURE_INDEX_UNKNOWN and no codes if it is in an opaque one. */
    uint64_t index;
    signature_code sent, received;
};

#define SIGNATURE_INDEX_UNKNOWN UINT64_MAX

/* A difference goes before a length: SIGNATURE_LONGER means that all there is room for agrees. */
struct signature_verdict signature_compare(const struct signature *sent, uint64_t sent_count,
                                           const struct signature *received,
                                           uint64_t received_count);

/* The hash of a whole message: equal for equal sequences, whatever datatype and count they are
 * made of. Collectives compare it first. MPI_PACKED is hashed like any other type. */
uint64_t signature_hash(const struct signature *signature, uint64_t count);

/* Elements and bytes of a message; at most UINT64_MAX. */
uint64_t signature_elements(const struct signature *signature, uint64_t count);
uint64_t signature_bytes(const struct signature *signature, uint64_t count);

/* "2 MPI_INT, 1000 x (MPI_DOUBLE, MPI_CHAR)"; cut with "..." when `size` is small. Gives `text`. */
const char *signature_print(const struct signature *signature, uint64_t count, char *text,
                            size_t size);

#endif
