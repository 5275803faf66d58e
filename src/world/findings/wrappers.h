/* wrappers.h: finds functions of the program that only pass calls on to MPI.
 *
 * Many programs call MPI through functions of their own, such as my_mpi_send() for MPI_Send. A
 * finding at the line inside such a function is useless: all sends have that line. An execution
 * shows which functions these are. A function passes calls on if it makes one MPI call, at one
 * line, and no other MPI call that has an effect, and
 * - it is named after that call (hypre_MPI_Send, MyMpiSend), or
 * - every call of that MPI function came from there, few lines into the function, and several
 *   functions called it.
 *
 * Functions that call only such functions may pass calls on as well; the same rule applies to them.
 */
#ifndef TUTTI_WORLD_FINDINGS_WRAPPERS_H
#define TUTTI_WORLD_FINDINGS_WRAPPERS_H

#include "base/memory.h"
#include "runtime/world/protocol.h"
#include "symbol/symbol.h"

struct wrappers;

/* Finds them from all stacks that the ranks have kept, in memory of the arena. */
struct wrappers *wrappers_find(const struct world_segment *segment, uint32_t ranks,
                               struct symbols *symbols, struct arena *arena);

/* Returns the frame of a stack, innermost first, that a person must see first: the innermost one
 * with a line of the user's own source, in a function that does not only pass calls on. NULL: no
 * frame has a line. `wrappers` NULL: no such function is known. */
const struct frame *wrappers_place(const struct wrappers *wrappers,
                                   const struct frame *const *frames, size_t count);

#endif
