/* points.h: what pointers may point to.
 *
 * Inclusion-based (Andersen), over the whole program, without contexts, with byte offsets inside
 * objects. An object is a variable on the stack, a global, a function, or what one call of an
 * allocation function (malloc, calloc, realloc, operator new, Fortran's allocate, MPI_Alloc_mem)
 * gives. Elements of an array count as one. What comes from outside the program is `unknown`.
 */
#ifndef TUTTI_IR_POINTS_POINTS_H
#define TUTTI_IR_POINTS_POINTS_H

#include "ir/program.h"

#define POINTS_ANYWHERE INT64_MIN /* offset: somewhere in the object */

struct points_location {
    const struct ir_value
        *object; /* IR_ALLOCA, IR_GLOBAL, IR_FUNCTION, or the allocating IR_CALL */
    int64_t offset;
};

struct points_set {
    const struct points_location *locations;
    uint32_t count;
    bool unknown; /* it may also point to something that is not listed */
};

struct points;
struct points *points_compute(const struct ir_program *program);
void points_free(struct points *points);

/* Where the pointer `value` may point to. */
struct points_set points_to(const struct points *points, const struct ir_value *value);

/* What the pointer-sized memory at this location may point to. */
struct points_set points_at(const struct points *points, struct points_location location);

/* The address of the object may be known to code that is not in the program. */
bool points_escapes(const struct points *points, const struct ir_value *object);

/* One location at most is touched by each access through the pointer: it is a scalar variable or
 * field of an object that exists once at a time in its function (a strong update is right). */
bool points_single(const struct points *points, const struct ir_value *pointer,
                   struct points_location *location);

#endif
