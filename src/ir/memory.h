/* memory.h: bitcode that tells of its accesses of memory: see runtime/memory.h.
 *
 * Before each load and store, each copy and fill of memory (LLVM's and the C library's), and each
 * argument that is copied for a function, a call is put in, with the place of the access. Left out
 * is what cannot be memory that MPI knows (variables of a function or a file whose address goes
 * nowhere, constants) and what is done on purpose (volatile and atomic accesses). So are functions
 * with the attribute disable_sanitizer_instrumentation, naked ones, resolvers of ifunc, and those
 * that clang makes for reductions of OpenMP.
 */
#ifndef TUTTI_IR_MEMORY_H
#define TUTTI_IR_MEMORY_H

#include "ir/program.h"

#include <stdbool.h>

/* The caller frees the new bitcode. With `strip` debug information is left out of it. Bitcode that
 * names one of the functions already stays as it is. An error if LLVM cannot read the bitcode. */
int ir_edit_memory(const struct ir_bitcode *piece, bool strip, char **edited, size_t *size,
                   struct error *error);

#endif
