/* analysis.h: what all analyses of a program share: the program, the table of MPI, and which call
 * is which MPI function, in C, C++ and Fortran alike.
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
    /* By function number; NULL: not a function of MPI, or the program defines it itself (a wrapper
     * for a tool, which calls the PMPI_ function in turn). */
    const struct api_function **mpi;
    const struct api_function **exact;      /* the same, but MPI_Bcast_c where that is called */
    bool *fortran;                          /* by function number: a Fortran entry point of MPI */
    bool openmpi;                           /* compiled for Open MPI, else for MPICH */
    struct analysis_predefined *predefined; /* the lines of handles.list */
    size_t predefined_count;
    struct analysis_callers *callers; /* by function number, of defined functions */
    struct handle_index *handles;     /* of handles.c: who writes what memory */
};

/* The calls that may run a function, those of OpenMP's runtime included, which is handed the
 * function of a parallel region. */
struct analysis_callers {
    const struct ir_value **calls;
    size_t count;
};

/* A predefined handle or rank. */
struct analysis_predefined {
    const char *kind, *name, *openmpi_symbol; /* symbol NULL: none, or an integer */
    int64_t mpich, openmpi, openmpi_fortran;
    bool in_mpich, in_openmpi, in_openmpi_fortran;
};

struct analysis *analysis_create(const struct ir_program *program);
void analysis_free(struct analysis *analysis);

/* The MPI function that a call calls (a call through a pointer: if it can only be that one), or
 * NULL. Names are those of C: MPI_Bcast for mpi_bcast_, PMPI_Bcast and MPI_Bcast_c alike. */
const struct api_function *analysis_mpi(const struct analysis *analysis,
                                        const struct ir_value *call);

/* The functions that a call may run, by `number` from 0; NULL: no more. The function of a parallel
 * region for a call of __kmpc_fork_call. */
const struct ir_function *analysis_target(const struct ir_value *call, uint32_t number);

/* What a call passes for a parameter of such a function; NULL: something of the runtime. */
const struct ir_value *analysis_actual(const struct ir_value *call,
                                       const struct ir_function *target, uint32_t parameter);

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

/* The same where the kind is known ("comm", "datatype"; NULL: any): Open MPI's Fortran handles of
 * different kinds share their integers. */
const char *analysis_handle_of_kind(const struct analysis *analysis,
                                    struct analysis_argument argument, const char *kind);

/* The value of a predefined rank or tag ("MPI_PROC_NULL", "MPI_UNDEFINED"). */
bool analysis_constant(const struct analysis *analysis, const char *name, int64_t *integer);

/* The parameter of the called function that an operand of the call stands for; NULL: none (the
 * error code of Fortran, lengths of strings). */
const struct api_parameter *analysis_parameter(const struct analysis *analysis,
                                               const struct ir_value *call, uint32_t operand);

/* Where an address points as far as it is plain to see: a constant distance into a variable. */
bool analysis_place(const struct ir_value *address, struct points_location *place);

/* Where an address may point to. points.h says nothing of variables that no pointer points to: then
 * it is `exact`, which the caller keeps as long as the set. */
struct points_set analysis_places(const struct analysis *analysis, const struct ir_value *address,
                                  struct points_location *exact);

/* How a person calls the value: "rank", "grid.row_comm", "n + 1", "the result of f()". Never NULL.
 */
const char *analysis_describe(struct analysis *analysis, const struct ir_value *value);

/* A location of a finding, in the document's arena: rank -1, call (may be NULL), place, function.
 */
struct location analysis_location(const struct analysis *analysis, struct document *document,
                                  const struct ir_value *instruction);

#endif
