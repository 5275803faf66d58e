/* bitcode.h: how long a piece of LLVM bitcode is.
 *
 * A module is a magic number and blocks that say their length, so the end of one can be found
 * without LLVM; what follows it in a section is the next module.
 */
#ifndef TUTTI_COMPILE_BITCODE_H
#define TUTTI_COMPILE_BITCODE_H

#include <stddef.h>

/* The bytes of the module that starts here, all its blocks (symbol and string table too); 0: none
 * does, or it is cut. */
size_t bitcode_length(const unsigned char *bytes, size_t size);

#endif
