/* edit.h: changes bitcode so that calls record their place.
 *
 * A constant record describes the place of each call of the functions that the caller chooses. Code
 * inserted before the call stores the address of the record into a thread-local variable: struct
 * check_site and tutti_check_site of runtime/check/site.h. Nothing else changes.
 */
#ifndef TUTTI_IR_EDIT_H
#define TUTTI_IR_EDIT_H

#include "ir/program.h"

/* The caller's knowledge of functions and places. */
struct ir_edit_sites {
    /* Returns whether calls of the function with that symbol get a record; calls in such functions
     * get none. */
    bool (*wanted)(const void *context, const char *symbol);
    /* Returns the branch that decides about the call at this place; file NULL: none. */
    struct ir_place (*branch)(const void *context, struct ir_place call);
    const void *context;
    bool strip; /* the result has no debug information (its lines are read before) */
};

/* Changes the bitcode. Sets `*calls` to the number of calls with a record. If there are none,
 * `*edited` is NULL; else it is bitcode of `*size` bytes that the caller frees. Bitcode that LLVM
 * cannot read is an error. */
int ir_edit_sites(const struct ir_bitcode *piece, const struct ir_edit_sites *sites, char **edited,
                  size_t *size, size_t *calls, struct error *error);

#endif
