/* shadow.h: which bytes of memory are symbolic, and what they are.
 *
 * Each byte that has an expression has its number, which byte of the value it is, and what the
 * memory held then: if it holds something else now, code outside has written there, and the
 * expression is forgotten. Pages of memory that never held any have nothing here.
 *
 * A tag (abi.h) has one bit for each of its 8 bytes. The area of tags is reserved as memory that
 * can only be read, and made writable piece by piece, so that it does not count against limits.
 *
 * Inside state_enter(), but for shadow_reserve(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SHADOW_H
#define TUTTI_RUNTIME_SYMBOLIC_SHADOW_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes room for the tags; false: it is not free. */
bool shadow_reserve(void);

uint32_t shadow_load(const void *address, enum symbolic_type type, uint64_t value);
void shadow_store(void *address, enum symbolic_type type, uint32_t expression, uint64_t value);
void shadow_forget(const void *address, size_t length);
/* `length` bytes of `to` are what was at `from`; whatever differs by now is forgotten. */
void shadow_copy(void *to, const void *from, size_t length);
void shadow_set(void *to, uint32_t expression, unsigned char value, size_t length);

/* `length` bytes of memory are bytes of the expression from `part` on. */
void shadow_put(void *address, uint32_t expression, unsigned part, unsigned length);

/* Whether any byte there may have an expression: what is rarely so is found out quickly. Also
 * outside state_enter(). */
bool shadow_any(const void *address, size_t length);

/* The expression of a byte that memory still holds, of which it is byte `part`; 0: none. */
uint32_t shadow_byte(const void *address, unsigned *part);

#endif
