/* prototype.h: reads the functions that a C header declares.
 *
 * The input is the preprocessed header (cc -E -P); every function declaration is kept. The parser
 * knows as much of C as headers of MPI and of the C library need: attributes, asm labels, function
 * pointers, arrays, variable arguments. It skips bodies, types and variables.
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
    const char *before; /* the part of a declaration before the name: "const void *" */
    const char *after;  /* the part after the name: "", "[]", ")(int)" */
    const char *name;   /* NULL if the header has none */
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

/* Parse declarations. The caller frees the prototypes with prototypes_free(), also after an
 * error. */
int prototypes_parse(const char *text, struct prototypes *prototypes, struct error *error);
int prototypes_read(const char *path, struct prototypes *prototypes, struct error *error);
void prototypes_free(struct prototypes *prototypes);

const struct prototype *prototypes_find(const struct prototypes *prototypes, const char *name);

#endif
