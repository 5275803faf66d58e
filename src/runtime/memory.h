/* memory.h: functions that code compiled by `tutti cc -ftutti-memory` calls to report its accesses
 * to memory to a guest.
 *
 * The code calls one of them before each load and store of memory that another part of the program
 * can know. The arguments are the address and the number of bytes, which may be 0 for a copy whose
 * length is computed. ir/memory.h says which accesses are left out. In that code both functions are
 * weak and undefined: it checks that they exist before it calls them, so a program runs as usual if
 * no guest is preloaded. A guest that defines one of them must define both.
 *
 * The return address is in the function of the access, at its line. The compiler assumes that these
 * functions return, throw nothing, call nothing of the program, and neither read nor write memory
 * that the program can see, including the bytes at the address. They are called in any thread, in
 * signal handlers and before main(). */
#ifndef TUTTI_RUNTIME_MEMORY_H
#define TUTTI_RUNTIME_MEMORY_H

#include <stddef.h>

void tutti_memory_load(const void *address, size_t bytes);
void tutti_memory_store(const void *address, size_t bytes);

#endif
