/* access.h: reads and writes memory in the current state. */
#ifndef TUTTI_STATIC_UNIFORMITY_ACCESS_H
#define TUTTI_STATIC_UNIFORMITY_ACCESS_H

#include "static/uniformity/function.h"

struct taint taint_join(struct taint a, struct taint b);
/* Returns what `size` bytes of memory at the address hold; size 0: all that follows. */
struct taint memory_read(struct solver *solver, const struct ir_value *address, uint64_t size);
/* How a write treats what the memory held before. */
enum write {
    WRITE_SCALAR, /* replaces one variable or field, if it is certain which */
    WRITE_BUFFER, /* replaces all that follows in the object, if it is certain which object */
    WRITE_ALWAYS, /* replaces every place that the address may mean */
};
void memory_write(struct solver *solver, const struct ir_value *address, uint64_t size,
                  struct taint taint, const struct ir_value *by, enum write mode);
/* Returns whether every call of the function certainly passes a pointer to one known object. */
bool memory_certain(const struct solver *solver, const struct ir_value *address);
/* Adds a value to those that the memory may hold. */
void memory_add(struct solver *solver, const struct ir_value *address, uint64_t size,
                struct taint taint, const struct ir_value *by);
void memory_copy_range(struct solver *solver, const struct ir_value *to,
                       const struct ir_value *from, uint64_t size, const struct ir_value *by);
struct taint location_read(struct solver *solver, uint32_t location);
uint32_t location_entry_form(struct solver *solver, uint32_t location);
struct cell *location_cell(struct solver *solver, uint32_t location);
/* Returns the parameter that an address is based on; -1: none. */
int address_parameter(const struct ir_value *address);

#endif
