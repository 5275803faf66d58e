/* call.h: decides which calls are shown as those of the program.
 *
 * A guest defines MPI_X and PMPI_X, and both can be called in several ways. A program in C calls
 * MPI_X. A program in Fortran calls the Fortran library of its MPI, which calls MPI_X or PMPI_X. A
 * PMPI tool calls PMPI_X inside MPI_X. MPI libraries call functions of their own. Callbacks of the
 * program run inside a call and call MPI_X. The trace shows the outermost call, and MPI_X inside it
 * unless an MPI library makes that call. */
#ifndef TUTTI_RUNTIME_TRACE_CALL_H
#define TUTTI_RUNTIME_TRACE_CALL_H

#include "runtime/weak.h"

#include <stdbool.h>

bool call_visible(const char *name, const void *return_address);

/* Surround a call that is shown. */
void call_begin(void);
void call_end(void);

/* Called when MPI is initialised: learns the rank. */
void call_initialised(void);
void call_session_started(MPI_Session session);

#endif
