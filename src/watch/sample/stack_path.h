/* stack_path.h: the stack of one thread as a person reads it, outermost first.
 *
 * From main inwards, what is the user's own; of each stretch in an MPI library only the function by
 * which it was entered, under the name that the standard gives it, also where Fortran entered it;
 * of each stretch in the C library the function that was called. What the user's code does when a
 * library calls it, such as a reduction of its own, is shown behind that library's function.
 *
 * In a program that has MPI linked into itself, everything within a function named MPI_* is taken
 * for the library.
 */
#ifndef TUTTI_WATCH_SAMPLE_STACK_PATH_H
#define TUTTI_WATCH_SAMPLE_STACK_PATH_H

#include "symbol/unwind.h"

struct stack_line {
    const char *function; /* "?? in libx.so+0x10" if it has no name */
    const char *file;     /* NULL: not known, or a library's */
    int line;             /* 0: not known */
};

struct stack_path {
    struct stack_line *lines; /* in the arena */
    size_t count;
    bool complete; /* the first line is where the thread starts */
    bool in_mpi;   /* some frame is in an MPI library */
    const char
        *mpi_function; /* by which the innermost stretch of it was entered; NULL: not known */
};

/* `pcs` and `end` as unwind_copied() gives them. Strings live as long as symbols and arena both. */
void stack_path_make(struct symbols *symbols, const uint64_t *pcs, size_t count,
                     enum unwind_end end, struct arena *arena, struct stack_path *path);

/* The same from frames, innermost first, of which the last is the start of the program. */
void stack_path_from_frames(const struct frame *const *frames, size_t count, bool complete,
                            struct arena *arena, struct stack_path *path);

/* How many frames there are up to the outermost that is in an MPI library, so the index of the one
 * that called it; 0: none is in one. Looks up names only in programs that have MPI linked into
 * themselves. */
size_t stack_mpi_depth(struct symbols *symbols, const uint64_t *pcs, size_t count);

/* "MPI_Allreduce" for that, PMPI_Allreduce, and the names that Fortran's calls have in libraries:
 * mpi_allreduce_, mpi_allreduce_f08_, ompi_allreduce_f. NULL: no function of MPI. */
const char *stack_mpi_name(const char *function, bool in_library, struct arena *arena);

#endif
