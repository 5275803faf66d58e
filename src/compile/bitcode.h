/* bitcode.h: where a piece of LLVM bitcode ends, and its symbols.
 *
 * A module is a magic number and blocks that say their length, so the end of one can be found
 * without LLVM; what follows it in a section is the next module. Behind the module stands a table
 * of symbols that is made for linkers, and so in a form that is easy to read.
 */
#ifndef TUTTI_COMPILE_BITCODE_H
#define TUTTI_COMPILE_BITCODE_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the module that starts here, all its blocks (symbol and string table too); 0: none
 * does, or it is cut. */
size_t bitcode_length(const unsigned char *bytes, size_t size);

struct bitcode_symbol {
    const char *name; /* not terminated */
    size_t length;
    bool defined;
    bool weak;
};

/* Calls `each` for every symbol that others can see. False: the module has no table, or one of
 * another version of LLVM. */
bool bitcode_symbols(const unsigned char *bytes, size_t size,
                     void (*each)(void *context, const struct bitcode_symbol *symbol),
                     void *context);

#endif
