/* access.h: instructions that read and write memory, in the state at hand. */
#ifndef TUTTI_STATIC_UNIFORMITY_ACCESS_H
#define TUTTI_STATIC_UNIFORMITY_ACCESS_H

#include "static/uniformity/function.h"

struct taint taint_join(struct taint a, struct taint b);
/* Memory at an address, `size` bytes of it (0: all that follows). */
struct taint memory_read(struct solver *solver, const struct ir_value *address, uint64_t size);
/* What a write replaces. */
enum write {
    WRITE_SCALAR, /* one variable or field, if it is sure which */
    WRITE_BUFFER, /* all that follows in the object, if it is sure which object */
    WRITE_ALWAYS, /* everywhere that it may go */
};
void memory_write(struct solver *solver, const struct ir_value *address, uint64_t size,
                  struct taint taint, const struct ir_value *by, enum write mode);
/* Whether it is sure which object a pointer points to, seen from each call of the function. */
bool memory_certain(const struct solver *solver, const struct ir_value *address);
/* Adds to what the memory may hold. */
void memory_add(struct solver *solver, const struct ir_value *address, uint64_t size,
                struct taint taint, const struct ir_value *by);
void memory_copy_range(struct solver *solver, const struct ir_value *to,
                       const struct ir_value *from, uint64_t size, const struct ir_value *by);
struct taint location_read(struct solver *solver, uint32_t location);
uint32_t location_entry_form(struct solver *solver, uint32_t location);
struct cell *location_cell(struct solver *solver, uint32_t location);
/* The parameter that an address is based on; -1: none. */
int address_parameter(const struct ir_value *address);

#endif
