/* call.h: which calls are the program's.
 *
 * A guest defines MPI_X and PMPI_X. A program in C calls MPI_X; one in Fortran calls its MPI's
 * Fortran library, which calls MPI_X or PMPI_X; a PMPI tool calls PMPI_X inside MPI_X; MPI
 * libraries call functions of their own; callbacks of the program, which run inside a call, call
 * MPI_X. Shown are the outermost call, and MPI_X inside it unless an MPI library makes it. */
#ifndef TUTTI_RUNTIME_TRACE_CALL_H
#define TUTTI_RUNTIME_TRACE_CALL_H

#include "runtime/weak.h"

#include <stdbool.h>

bool call_visible(const char *name, const void *return_address);

/* Around the call itself, for a visible one. */
void call_begin(void);
void call_end(void);

/* MPI is up: learn the rank. */
void call_initialised(void);
void call_session_started(MPI_Session session);

#endif
