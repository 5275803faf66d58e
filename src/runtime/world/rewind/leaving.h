/* leaving.h: how a rank of many executions leaves exit(): quickly.
 *
 * What a program has to do at its end is done: its own exit handlers, buffers of C, C++ and
 * Fortran. The libraries' own cleaning is left out, since the process is rewound (rewind.h) or gone
 * at once. A program that has destructors of its own, which only the loader can call, ends as
 * usual. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_LEAVING_H
#define TUTTI_RUNTIME_WORLD_REWIND_LEAVING_H

/* In the template, when MPI is initialised: for its ranks. */
void leaving_prepare(void);

#endif
