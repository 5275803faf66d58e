/* stack_path.h: the stack of one thread in a readable form, outermost line first.
 *
 * It contains all of the user's own functions, from main inwards. Of each stretch in an MPI library
 * it contains only the function by which the library was entered, under its name in the standard,
 * also if Fortran entered it; of each stretch in the C library, only the function that was called.
 * User code that a library calls, such as a user's reduction, appears behind that library's
 * function.
 *
 * In a program that MPI is linked into statically, everything below a function named MPI_* counts
 * as the library.
 */
#ifndef TUTTI_WATCH_SAMPLE_STACK_PATH_H
#define TUTTI_WATCH_SAMPLE_STACK_PATH_H

#include "symbol/unwind.h"

struct stack_line {
    const char *function; /* "?? in libx.so+0x10" if it has no name */
    const char *file;     /* NULL: not known, or a library's file */
    int line;             /* 0: not known */
};

struct stack_path {
    struct stack_line *lines; /* in the arena */
    size_t count;
    bool complete;            /* the first line is the start of the thread */
    bool in_mpi;              /* some frame is in an MPI library */
    const char *mpi_function; /* function by which MPI was entered innermost; NULL: not known */
};

/* Makes the path. `pcs` and `end` are those of unwind_copied(). Strings live as long as both the
 * symbols and the arena. */
void stack_path_make(struct symbols *symbols, const uint64_t *pcs, size_t count,
                     enum unwind_end end, struct arena *arena, struct stack_path *path);

/* Does the same from frames, innermost first; if `complete`, the last one is the start of the
 * program. */
void stack_path_from_frames(const struct frame *const *frames, size_t count, bool complete,
                            struct arena *arena, struct stack_path *path);

/* Returns the number of frames up to the outermost one in an MPI library, which is also the index
 * of the frame that called it; 0: none is in an MPI library. Looks up names only in programs that
 * MPI is linked into statically. */
size_t stack_mpi_depth(struct symbols *symbols, const uint64_t *pcs, size_t count);

/* Returns "MPI_Allreduce" for that name, for PMPI_Allreduce, and for the names that Fortran calls
 * have in libraries: mpi_allreduce_, mpi_allreduce_f08_, ompi_allreduce_f. NULL: it is no function
 * of MPI. */
const char *stack_mpi_name(const char *function, bool in_library, struct arena *arena);

#endif
