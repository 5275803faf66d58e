/* names.h: what the values of MPI are called: MPI_INT, MPI_ANY_SOURCE, comm#2.
 *
 * Predefined constants come from this flavour's mpi.h. Other handles are numbered in the order in
 * which this process got them; the number is given when a call hands the handle out, and goes to
 * the next handle when the library uses the value again. The MPI library itself is never asked: a
 * trace must not change what a wrong handle does. */
#ifndef TUTTI_RUNTIME_TRACE_NAMES_H
#define TUTTI_RUNTIME_TRACE_NAMES_H

#include <stdint.h>

/* The kinds of src/api/constants.api. */
enum name_kind {
    NAME_comm,
    NAME_group,
    NAME_request,
    NAME_message,
    NAME_errhandler,
    NAME_info,
    NAME_win,
    NAME_file,
    NAME_session,
    NAME_op,
    NAME_datatype,
    NAME_LAST_HANDLE = NAME_datatype,
    NAME_rank,
    NAME_tag,
    NAME_undefined,
    NAME_address,
    NAME_status,
    NAME_weights,
    NAME_keyval,
    NAME_error,
    NAME_threadlevel,
    NAME_comparison,
    NAME_topology,
    NAME_splittype,
    NAME_locktype,
    NAME_whence,
    NAME_order,
    NAME_distribution,
    NAME_typeclass,
    NAME_combiner,
    NAME_assertion,
    NAME_filemode,
    /* No argument is one of these. */
    NAME_winflavour,
    NAME_model,
    NAME_limit,
    NAME_offset,
    NAME_errcodes,
    NAME_argv,
    NAME_argvs,
};

/* The constant's name, or NULL if the value has none. */
const char *name_of_constant(enum name_kind kind, intptr_t value);

/* For kinds that are bits: the name of one bit that is set in `value`, cleared there; or NULL. */
const char *name_of_flag(enum name_kind kind, intptr_t *value);

/* The number of a handle that a call handed out and none freed, or 0. */
uint32_t name_number(enum name_kind kind, intptr_t handle);
/* A call hands this handle out: gives it the next number. */
void name_assign(enum name_kind kind, intptr_t handle);
/* The handle is about to be freed. */
void name_forget(enum name_kind kind, intptr_t handle);
const char *name_of_kind(enum name_kind kind); /* "comm"; only for handles */

#endif
