/* site.h: finds the place in the program that made an MPI call.
 *
 * A C program calls the wrapper itself, so the return address is the place. A Fortran program calls
 * the Fortran entry point of the MPI library, which calls the wrapper, so the place is one frame
 * further out. Its position on the stack is the same for each call from the same entry point, so it
 * is looked up once. */
#ifndef TUTTI_RUNTIME_SITE_H
#define TUTTI_RUNTIME_SITE_H

/* Returns the place; `frame` is that of the wrapper. */
const void *site_of(const void *return_address, const void *frame);

#define SITE_HERE site_of(__builtin_return_address(0), __builtin_frame_address(0))

#endif
