/* memory.h: changes bitcode so that it reports its accesses of memory: see runtime/memory.h.
 *
 * A call with the place of the access is inserted before each load and store, each copy and fill of
 * memory (LLVM's and the C library's), and each argument that is copied for a function. Accesses
 * are left out if MPI cannot know the memory (variables of a function or a file whose address goes
 * nowhere, constants), or if they are special on purpose (volatile and atomic). So are functions
 * with the attribute disable_sanitizer_instrumentation, naked functions, resolvers of ifunc, and
 * functions that clang makes for reductions of OpenMP.
 */
#ifndef TUTTI_IR_MEMORY_H
#define TUTTI_IR_MEMORY_H

#include "ir/program.h"

#include <stdbool.h>

/* Makes the changed bitcode, which the caller frees. With `strip` it has no debug information.
 * Bitcode that already refers to one of the functions does not change. It is an error if LLVM
 * cannot read the bitcode. */
int ir_edit_memory(const struct ir_bitcode *piece, bool strip, char **edited, size_t *size,
                   struct error *error);

#endif
