/* names.h: names for the values of MPI: MPI_INT, MPI_ANY_SOURCE, comm#2.
 *
 * Predefined constants come from the mpi.h of this flavour. Other handles are numbered in the order
 * in which this process got them. A handle gets its number when a call returns it; if the library
 * uses the value again for a new handle, that one gets the next number. The MPI library itself is
 * never asked: a trace must not change what a wrong handle does. */
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
    /* No argument is of one of these kinds. */
    NAME_winflavour,
    NAME_model,
    NAME_limit,
    NAME_offset,
    NAME_errcodes,
    NAME_argv,
    NAME_argvs,
};

/* Returns the name of a constant; NULL: the value has none. */
const char *name_of_constant(enum name_kind kind, intptr_t value);

/* For kinds that are bits: returns the name of one bit that is set in `value`, and clears that bit;
 * NULL: no bit with a name is set. */
const char *name_of_flag(enum name_kind kind, intptr_t *value);

/* Returns the number of a handle that a call has returned and that was not freed; 0: none. */
uint32_t name_number(enum name_kind kind, intptr_t handle);
/* Gives the next number to a handle that a call returns. */
void name_assign(enum name_kind kind, intptr_t handle);
/* Notes that the handle is about to be freed. */
void name_forget(enum name_kind kind, intptr_t handle);
const char *name_of_kind(enum name_kind kind); /* "comm"; only for handles */

#endif
