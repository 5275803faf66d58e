/* edit.h: changes bitcode.
 *
 * Before each call of the functions that the caller chooses, the address of a constant record of
 * where the call stands is stored into a variable of the thread: struct check_site and
 * tutti_check_site of runtime/check/site.h. Nothing else changes.
 */
#ifndef TUTTI_IR_EDIT_H
#define TUTTI_IR_EDIT_H

#include "ir/program.h"

/* What the caller knows of functions and places. */
struct ir_edit_sites {
    /* Whether calls of the function of that symbol get a record, except in other such functions. */
    bool (*wanted)(const void *context, const char *symbol);
    /* The branch that decides about the call there, file NULL: none. */
    struct ir_place (*branch)(const void *context, struct ir_place call);
    const void *context;
    bool strip; /* leave debug information out of the result, which the calls are placed by */
};

/* The number of calls that got a record goes to `*calls`; if there are none, `*edited` is NULL,
 * else bitcode of `*size` bytes that the caller frees. Bitcode that LLVM cannot read is an error.
 */
int ir_edit_sites(const struct ir_bitcode *piece, const struct ir_edit_sites *sites, char **edited,
                  size_t *size, size_t *calls, struct error *error);

#endif
