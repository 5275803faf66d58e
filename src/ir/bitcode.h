/* bitcode.h: finds where one file of bitcode ends and the next begins.
 *
 * The linker concatenates the .tuttir sections of all objects, and nothing else says where each
 * ends. A file is a magic number and blocks, each with its length.
 */
#ifndef TUTTI_IR_BITCODE_H
#define TUTTI_IR_BITCODE_H

#include <stddef.h>

/* Returns the first byte of the next file of bitcode in the data, and sets *length. NULL: there are
 * no more. `*at` is the position of the search, and moves on. *skipped counts bytes that are no
 * bitcode. */
const void *bitcode_next(const void *data, size_t size, size_t *at, size_t *length,
                         size_t *skipped);

#endif
