/* bitcode.h: where one file of bitcode ends and the next begins.
 *
 * The linker puts the .llvmbc sections of all objects one behind the other, and nothing else says
 * where each ends. A file is a magic number and blocks, each of which knows its length.
 */
#ifndef TUTTI_IR_BITCODE_H
#define TUTTI_IR_BITCODE_H

#include <stddef.h>

/* The next file of bitcode in data: its first byte, and its length in *length. NULL: none is left.
 * `*at` is where to look, and moves on. Bytes that are no bitcode are counted in *skipped. */
const void *bitcode_next(const void *data, size_t size, size_t *at, size_t *length,
                         size_t *skipped);

#endif
