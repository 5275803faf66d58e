/* points.h: finds what pointers may point to.
 *
 * The analysis is inclusion-based (Andersen), over the whole program, without contexts, with byte
 * offsets inside objects. An object is a variable on the stack, a global, a function, or the memory
 * from one call of an allocation function (malloc, calloc, realloc, operator new, Fortran's
 * allocate, MPI_Alloc_mem). Elements of an array count as one. A pointer from outside the program
 * is `unknown`.
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
    bool unknown; /* the pointer may also point to something that is not listed */
};

struct points;
struct points *points_compute(const struct ir_program *program);
void points_free(struct points *points);

/* Returns the places that the pointer `value` may point to. */
struct points_set points_to(const struct points *points, const struct ir_value *value);

/* Returns the places that a pointer in memory at this location may point to. */
struct points_set points_at(const struct points *points, struct points_location location);

/* Returns whether code outside the program may know the address of the object. */
bool points_escapes(const struct points *points, const struct ir_value *object);

/* Returns whether each access through the pointer touches the same single location: a scalar
 * variable or field of an object that exists once at a time in its function (a strong update is
 * right). */
bool points_single(const struct points *points, const struct ir_value *pointer,
                   struct points_location *location);

#endif
