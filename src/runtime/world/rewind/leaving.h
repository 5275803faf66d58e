/* leaving.h: lets a rank of many executions leave exit() quickly.
 *
 * The program's own exit handlers run, and buffers of C, C++ and Fortran are written. The clean-up
 * of libraries is left out, since the process is rewound (rewind.h) or ends at once. A program with
 * destructors of its own, which only the loader can call, ends as usual. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_LEAVING_H
#define TUTTI_RUNTIME_WORLD_REWIND_LEAVING_H

/* Prepares this for the ranks; called in the template when MPI is initialised. */
void leaving_prepare(void);

#endif
