/* shadow.h: records which bytes of memory are symbolic, and their expressions.
 *
 * Each symbolic byte has the number of its expression, its position in the value, and the content
 * of memory at that time. If memory has other content now, code outside has written there, and the
 * expression is forgotten. Pages of memory that never had an expression need no shadow.
 *
 * A tag (abi.h) has one bit for each of its 8 bytes. The area of tags is reserved as read-only
 * memory and made writable piece by piece, so that it does not count against limits.
 *
 * Inside state_enter(), except shadow_reserve(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SHADOW_H
#define TUTTI_RUNTIME_SYMBOLIC_SHADOW_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>
#include <stddef.h>

/* Reserves the area of tags; returns false if it is not free. */
bool shadow_reserve(void);

uint32_t shadow_load(const void *address, enum symbolic_type type, uint64_t value);
void shadow_store(void *address, enum symbolic_type type, uint32_t expression, uint64_t value);
void shadow_forget(const void *address, size_t length);
/* Gives `length` bytes of `to` the expressions of `from`; bytes that differ now lose theirs. */
void shadow_copy(void *to, const void *from, size_t length);
void shadow_set(void *to, uint32_t expression, unsigned char value, size_t length);

/* Records that `length` bytes of memory are bytes of the expression from `part` on. */
void shadow_put(void *address, uint32_t expression, unsigned part, unsigned length);

/* Returns whether any byte there may have an expression. This is fast where few bytes have one.
 * Also outside state_enter(). */
bool shadow_any(const void *address, size_t length);

/* Returns the expression of a byte if memory still has that content, and sets `part` to the byte's
 * position in it; 0: none. */
uint32_t shadow_byte(const void *address, unsigned *part);

#endif
