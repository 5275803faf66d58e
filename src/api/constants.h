/* constants.h: the named constants of MPI and their values in each family (constants.api).
 *
 * The list does not change after reading. The top of constants.api explains its columns.
 */
#ifndef TUTTI_API_CONSTANTS_H
#define TUTTI_API_CONSTANTS_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stddef.h>

enum api_family { FAMILY_MPICH, FAMILY_OPENMPI, FAMILY_ABI, FAMILY_COUNT };

struct constant {
    const char *kind;
    const char *name;
    const char *values[FAMILY_COUNT]; /* as the file has them; NULL: the family has none */
    const char *fortran;              /* the value in Fortran of Open MPI; NULL: none */
};

struct constants {
    struct arena arena;
    struct constant *list;
    size_t count;
};

/* Returns FAMILY_COUNT if there is no such family. */
enum api_family api_family_find(const char *name);

/* Read the list. The caller frees it with constants_free(), also after an error. */
int constants_parse(const char *name, const char *text, struct constants *constants,
                    struct error *error);
int constants_read(const char *path, struct constants *constants, struct error *error);

/* Returns the list that is compiled in. An error means a broken build and ends the process. */
void constants_builtin(struct constants *constants);
void constants_free(struct constants *constants);

/* Writes the constants of a family as C: "#define MPI_INT ((MPI_Datatype)0x4c000405)", after
 * declarations of the variables that they refer to. */
void constants_write_definitions(const struct constants *constants, enum api_family family,
                                 struct text *out);

/* Writes the constants of a family as lines for the preprocessor, to be included by guests:
 *   CONSTANT(datatype, MPI_INT)         a constant of a kind
 *   VARIABLE(weights, MPI_UNWEIGHTED)   one that is a variable of the library
 *   WEAK(ompi_mpi_int)                  a symbol of the library that constants refer to
 * Each of the three is left out unless its macro is defined where the file is included. With
 * FAMILY_COUNT, all constants of all families are written, each as a CONSTANT. */
void constants_write_list(const struct constants *constants, enum api_family family,
                          struct text *out);

#endif
