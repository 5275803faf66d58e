/* analysis.h: the data that all analyses of a program share: the program, the table of MPI, and the
 * MPI function behind each call, in C, C++ and Fortran.
 */
#ifndef TUTTI_STATIC_CALLS_ANALYSIS_H
#define TUTTI_STATIC_CALLS_ANALYSIS_H

#include "api/table.h"
#include "finding/finding.h"
#include "ir/points/points.h"
#include "ir/program.h"

struct analysis {
    struct arena arena;
    const struct ir_program *program;
    struct api_table *api;
    struct points *points;
    /* By function number. NULL: not a function of MPI, or the program defines it (a wrapper for a
     * tool, which calls the PMPI_ function). */
    const struct api_function **mpi;
    const struct api_function **exact; /* the same, but MPI_Bcast_c where that is called */
    bool *fortran;                     /* by function number: it is a Fortran entry point of MPI */
    bool openmpi;                      /* compiled for Open MPI, else for MPICH */
    struct analysis_predefined *predefined; /* the lines of handles.list */
    size_t predefined_count;
    struct analysis_callers *callers; /* by function number, of defined functions */
    struct handle_index *handles;     /* of handles.c: the writers of memory */
};

/* The calls that may run a function. OpenMP's runtime, which gets the function of a parallel
 * region, counts as a caller. */
struct analysis_callers {
    const struct ir_value **calls;
    size_t count;
};

/* A predefined handle or rank. */
struct analysis_predefined {
    const char *kind, *name, *openmpi_symbol; /* `openmpi_symbol` NULL: none, or an integer */
    int64_t mpich, openmpi, openmpi_fortran;
    bool in_mpich, in_openmpi, in_openmpi_fortran;
};

struct analysis *analysis_create(const struct ir_program *program);
void analysis_free(struct analysis *analysis);

/* Returns the MPI function that a call runs, or NULL. A call through a pointer counts if only one
 * function is possible. Names are those of C: MPI_Bcast stands for mpi_bcast_, PMPI_Bcast and
 * MPI_Bcast_c, too. */
const struct api_function *analysis_mpi(const struct analysis *analysis,
                                        const struct ir_value *call);

/* Returns the functions that a call may run, by `number` from 0; NULL: there are no more. For a
 * call of __kmpc_fork_call, this is the function of the parallel region. */
const struct ir_function *analysis_target(const struct ir_value *call, uint32_t number);

/* Returns the value that a call passes for a parameter of such a function; NULL: the runtime sets
 * it. */
const struct ir_value *analysis_actual(const struct ir_value *call,
                                       const struct ir_function *target, uint32_t parameter);

/* An argument of an MPI call, found by the name of its parameter in mpi.api ("comm", "root", "buf")
 * or by role. `value` NULL: the function has none. In Fortran arguments are addresses. */
struct analysis_argument {
    const struct ir_value *value;
    bool by_reference; /* `value` is the address of the argument (Fortran) */
};
struct analysis_argument analysis_argument(const struct analysis *analysis,
                                           const struct ir_value *call, const char *name);
struct analysis_argument analysis_role(const struct analysis *analysis, const struct ir_value *call,
                                       const char *role);

/* Returns whether the argument is a constant integer, and its value. Fortran may pass the address
 * of a constant. */
bool analysis_integer(const struct analysis *analysis, struct analysis_argument argument,
                      int64_t *integer);

/* Returns the name of a predefined handle ("MPI_COMM_WORLD", "MPI_INT", "MPI_SUM"); NULL: the
 * argument is no predefined handle. */
const char *analysis_handle(const struct analysis *analysis, struct analysis_argument argument);

/* Does the same for a handle of known kind ("comm", "datatype"; NULL: any). Open MPI's Fortran
 * handles of different kinds share their integers. */
const char *analysis_handle_of_kind(const struct analysis *analysis,
                                    struct analysis_argument argument, const char *kind);

/* Finds the value of a predefined rank or tag ("MPI_PROC_NULL", "MPI_UNDEFINED"). Returns false if
 * the program's MPI has no constant of that name. */
bool analysis_constant(const struct analysis *analysis, const char *name, int64_t *integer);

/* Returns the parameter that an operand of the call belongs to; NULL: none (the error code of
 * Fortran, lengths of strings). */
const struct api_parameter *analysis_parameter(const struct analysis *analysis,
                                               const struct ir_value *call, uint32_t operand);

/* Finds the place that an address points to. Returns false unless it is a constant distance into a
 * variable. */
bool analysis_place(const struct ir_value *address, struct points_location *place);

/* Returns the places that an address may point to. points.h knows nothing of variables that no
 * pointer points to: for these the set is `exact`, which must live as long as the set. */
struct points_set analysis_places(const struct analysis *analysis, const struct ir_value *address,
                                  struct points_location *exact);

/* Returns a name of the value for the user: "rank", "grid.row_comm", "n + 1", "the result of f()".
 * Never NULL. */
const char *analysis_describe(struct analysis *analysis, const struct ir_value *value);

/* Makes a location of a finding, in the document's arena, with rank -1, the call (may be NULL), the
 * place and the function. */
struct location analysis_location(const struct analysis *analysis, struct document *document,
                                  const struct ir_value *instruction);

#endif
