/* analysis.h: what all analyses of a program share: the program, the table of MPI, and which call
 * is which MPI function, in C, C++ and Fortran alike.
 */
#ifndef TUTTI_STATIC_ANALYSIS_H
#define TUTTI_STATIC_ANALYSIS_H

#include "api/table.h"
#include "finding/finding.h"
#include "ir/points.h"
#include "ir/program.h"

struct analysis {
    struct arena arena;
    const struct ir_program *program;
    struct api_table *api;
    struct points *points;
    const struct api_function **mpi; /* by function number; NULL: not a function of MPI */
    bool *fortran;                   /* by function number: a Fortran entry point of MPI */
    bool openmpi;                    /* handles are pointers to Open MPI's variables */
};

struct analysis *analysis_create(const struct ir_program *program);
void analysis_free(struct analysis *analysis);

/* The MPI function that a call calls (a call through a pointer: if it can only be that one), or
 * NULL. Names are those of C: MPI_Bcast for mpi_bcast_, PMPI_Bcast and MPI_Bcast_c alike. */
const struct api_function *analysis_mpi(const struct analysis *analysis,
                                        const struct ir_value *call);

/* An argument of an MPI call by the name of its parameter in mpi.api ("comm", "root", "buf"), or
 * by role; value NULL: the function has none. In Fortran arguments are addresses. */
struct analysis_argument {
    const struct ir_value *value;
    bool by_reference; /* `value` is the address of the argument (Fortran) */
};
struct analysis_argument analysis_argument(const struct analysis *analysis,
                                           const struct ir_value *call, const char *name);
struct analysis_argument analysis_role(const struct analysis *analysis, const struct ir_value *call,
                                       const char *role);

/* The argument as a constant integer: also one that Fortran passes by the address of a constant. */
bool analysis_integer(const struct analysis *analysis, struct analysis_argument argument,
                      int64_t *integer);

/* A predefined handle by its name ("MPI_COMM_WORLD", "MPI_INT", "MPI_SUM"), or NULL: a variable. */
const char *analysis_handle(const struct analysis *analysis, struct analysis_argument argument);

/* How a person calls the value: "rank", "grid.row_comm", "n + 1", "the result of f()". Never NULL.
 */
const char *analysis_describe(struct analysis *analysis, const struct ir_value *value);

/* A location of a finding, in the document's arena: rank -1, call (may be NULL), place, function.
 */
struct location analysis_location(const struct analysis *analysis, struct document *document,
                                  const struct ir_value *instruction);

#endif
