/* prototype.h: the functions that a C header declares.
 *
 * Reads what the preprocessor left of a header (cc -E -P) and keeps every function declaration.
 * It knows as much of C as headers of MPI and of the C library need: attributes, asm labels,
 * function pointers, arrays, variable arguments; bodies, types and variables are stepped over.
 */
#ifndef TUTTI_API_PROTOTYPE_H
#define TUTTI_API_PROTOTYPE_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <uthash.h>

struct prototype_parameter {
    const char *type;   /* as C treats it: an array is a pointer, "int (*)[3]" */
    const char *before; /* what stands before the name in a declaration: "const void *" */
    const char *after;  /* what stands behind it: "", "[]", ")(int)" */
    const char *name;   /* NULL if the header gives none */
};

struct prototype {
    const char *name;
    const char *result; /* type */
    struct prototype_parameter *parameters;
    size_t parameter_count;
    bool variadic;
    UT_hash_handle hh;
};

struct prototypes {
    struct arena arena;
    struct prototype *by_name; /* uthash, in the order of the header */
};

/* The caller frees the prototypes with prototypes_free(), also after an error. */
int prototypes_parse(const char *text, struct prototypes *prototypes, struct error *error);
int prototypes_read(const char *path, struct prototypes *prototypes, struct error *error);
void prototypes_free(struct prototypes *prototypes);

const struct prototype *prototypes_find(const struct prototypes *prototypes, const char *name);

#endif
