/* memory.h: what code that `tutti cc -ftutti-memory` has compiled tells a guest of its memory.
 *
 * Before each load and store of memory that another part of the program can know, the code calls
 * one of these with the address and the number of bytes, which may be 0 for a copy of a length that
 * is computed. What is left out is in ir/memory.h. To the code both are weak and not defined: it
 * checks that they exist before it calls them, so a program runs as usual where no guest is
 * preloaded. Whoever defines one of them must define both.
 *
 * The return address stands in the function of the access, at its line. The compiler takes it that
 * these functions return, throw nothing, call nothing of the program, and neither read nor write
 * memory that the program can see, the bytes at the address included. They are called in any
 * thread, in signal handlers and before main().
 */
#ifndef TUTTI_RUNTIME_MEMORY_H
#define TUTTI_RUNTIME_MEMORY_H

#include <stddef.h>

void tutti_memory_load(const void *address, size_t bytes);
void tutti_memory_store(const void *address, size_t bytes);

#endif
