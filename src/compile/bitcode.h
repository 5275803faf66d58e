/* bitcode.h: finds where a piece of LLVM bitcode ends, and reads its symbols.
 *
 * A module is a magic number and blocks that state their length, so its end can be found without
 * LLVM. Another module may follow it in a section. After a module's own blocks comes a table of
 * symbols for linkers, in a form that is easy to read.
 */
#ifndef TUTTI_COMPILE_BITCODE_H
#define TUTTI_COMPILE_BITCODE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the length of the module that starts here, with all its blocks (also symbol and string
 * table); 0: there is none, or it is cut. */
size_t bitcode_length(const unsigned char *bytes, size_t size);

struct bitcode_symbol {
    const char *name; /* not terminated */
    size_t length;
    bool defined;
    bool weak;
};

/* Calls `each` for every symbol that is visible outside. Returns false if the module has no table,
 * or one of another version of LLVM. */
bool bitcode_symbols(const unsigned char *bytes, size_t size,
                     void (*each)(void *context, const struct bitcode_symbol *symbol),
                     void *context);

#endif
