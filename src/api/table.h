/* table.h: the table of MPI (mpi.api) in memory.
 *
 * There is one struct per function, with the meaning of every parameter. The large-count twins
 * (MPI_Send_c) are derived from the functions marked `large`, and are functions like all others.
 * Everything lives in the table's arena and does not change after parsing, so threads may share a
 * table. The top of mpi.api explains the words of the file.
 */
#ifndef TUTTI_API_TABLE_H
#define TUTTI_API_TABLE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <uthash.h>

/* Bits: `direction & API_IN` tests whether the call reads the parameter. */
enum api_direction { API_IN = 1, API_OUT = 2, API_INOUT = 3 };

enum api_mode { API_LOCAL, API_BLOCKING, API_NONBLOCKING };

/* How much data a buffer holds; see struct api_buffer. */
enum api_shape {
    API_SHAPE_NONE,   /* no buffer, or of unknown size */
    API_SHAPE_BYTES,  /* count bytes */
    API_SHAPE_PLAIN,  /* count elements, or `each` blocks of count elements */
    API_SHAPE_BLOCKS, /* counts[i] elements at displacements[i], for each entry */
    API_SHAPE_SUM,    /* the sum of counts[] elements */
    API_SHAPE_MINE,   /* counts[own rank] elements */
};

struct api_role {
    const char *name;
    bool memory;        /* the type is an address itself; it is const if the call only reads */
    const char **types; /* the first is the usual one; a header may have any of them */
    size_t type_count;
    const char *abi;     /* type in the MPI 5 ABI; NULL: the same */
    const char *large;   /* type in a large-count function; NULL: the same */
    const char *fortran; /* the type that the Fortran argument points to */
    const char *description;
};

struct api_class {
    const char *name;
    const char *description;
};

/* Names of parameters; `count` may also be a number. NULL: there is none. */
struct api_buffer {
    enum api_shape shape;
    const char *count;
    const char *displacements;
    const char *datatype;
    const char *each; /* expression */
};

struct api_parameter {
    enum api_direction direction;
    const struct api_role *role;
    const char *name;
    const char *length; /* expression; NULL: it is not an array */
    const char *used;   /* expression for the number of entries that the call sets; NULL: all */
    struct api_buffer buffer;
    bool in_place;     /* may be MPI_IN_PLACE */
    bool at_root;      /* significant only at the root */
    bool large_only;   /* only in the large-count twin */
    bool const_varies; /* the call only reads it, but not every header says const */
};

struct api_function {
    const char *name; /* "MPI_Send" */
    const struct api_class *class;
    enum api_mode mode;
    bool collective;
    bool persistent;
    bool split;
    bool extension;
    bool predefined;
    bool has_large; /* a twin with _c exists */
    bool is_large;  /* it is such a twin */
    bool variadic;
    const char *since;
    const char *deprecated; /* version, or NULL */
    const char *removed;    /* version, or NULL */
    const struct api_role *result;
    const char *direct;   /* families whose Fortran entry point bypasses C: "mpich,openmpi"; NULL:
                             none */
    const char *families; /* families whose libraries have it; NULL: all */
    struct api_parameter *parameters;
    size_t parameter_count;
    int line; /* in the table */
    UT_hash_handle hh;
};

struct api_table {
    struct arena arena;
    struct api_role *roles;
    size_t role_count;
    struct api_class *classes;
    size_t class_count;
    struct api_function **functions; /* in the order of the file, each followed by its twin */
    size_t function_count;
    struct api_function *by_name; /* uthash */
};

/* Parse a table; error messages call it `name`. The caller frees the table. */
int api_table_parse(const char *name, const char *text, struct api_table **table,
                    struct error *error);
int api_table_read(const char *path, struct api_table **table, struct error *error);

/* Returns the table that is compiled in. It was checked when Tutti was built: an error means a
 * broken build and ends the process. */
struct api_table *api_table_builtin(void);
void api_table_free(struct api_table *table);

/* Returns NULL if there is none. "PMPI_Send" finds MPI_Send. */
const struct api_function *api_table_find(const struct api_table *table, const char *name);

/* Finds a function by a Fortran symbol: compilers spell mpi_bcast as mpi_bcast_, mpi_bcast__,
 * mpi_bcast or MPI_BCAST. */
const struct api_function *api_table_find_fortran(const struct api_table *table,
                                                  const char *symbol);
const struct api_role *api_table_role(const struct api_table *table, const char *name);
const struct api_class *api_table_class(const struct api_table *table, const char *name);

/* Return the parameter with that name, or the first with that role; NULL if there is none. */
const struct api_parameter *api_function_parameter(const struct api_function *function,
                                                   const char *name);
const struct api_parameter *api_function_role(const struct api_function *function,
                                              const char *role);

/* Returns a flag by its word in the table: "nonblocking", "collective", "large" (it is a
 * large-count function), ..., or "recent": it is newer than MPI 3.1, so a library may lack it. An
 * unknown word is never set. */
bool api_function_flag(const struct api_function *function, const char *flag);
bool api_flag_known(const char *flag);

/* Returns whether a class fits a pattern: "p2p.send" fits itself, "p2p.*" and "*". */
bool api_class_fits(const char *class_name, const char *pattern);

/* Returns whether the Fortran entry point of this family needs a wrapper of its own. */
bool api_function_direct(const struct api_function *function, const char *family);

/* Returns whether libraries of this family may have the function. */
bool api_function_in_family(const struct api_function *function, const char *family);

/* Writes the C type of a parameter whose role has the type `base`: an output is a pointer to it. */
void api_parameter_type(const struct api_parameter *parameter, const char *base, struct text *out);

#endif
