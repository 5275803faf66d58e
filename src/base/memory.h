/* memory.h: allocation that never returns NULL, and arenas.
 *
 * The command cannot continue without memory, so running out of it ends the process with a sentence
 * and the exit code of ERROR_FAILED. Results are on disk before new work starts, so no finding is
 * lost.
 *
 * An arena owns many small things that live and die together, such as everything that a document
 * of findings points to. Arenas are not locked: one thread each.
 */
#ifndef TUTTI_BASE_MEMORY_H
#define TUTTI_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

_Noreturn void memory_exhausted(void); /* ends the command with a message */
void *memory_alloc(size_t size);
void *memory_zero(size_t count, size_t size);
void *memory_resize(void *old, size_t size);
/* Returns `list`, which holds `count` elements and has space for `*space`, enlarged if needed to
 * hold one more. Updates `*space`; `size` is that of one element. */
void *memory_room(void *list, size_t count, size_t *space, size_t size);
char *memory_copy(const char *string);
char *memory_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *memory_vprintf(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

struct arena_block;

struct arena {
    struct arena_block *first;
};

/* Returns zeroed memory, which arena_free() frees. A zeroed struct arena is ready for use. */
void *arena_alloc(struct arena *arena, size_t size);
/* Does the same; the address is a multiple of `alignment`, a power of two larger than the alignment
 * of malloc(). */
void *arena_alloc_aligned(struct arena *arena, size_t size, size_t alignment);
char *arena_copy(struct arena *arena, const char *string); /* NULL gives NULL */
char *arena_copy_bytes(struct arena *arena, const char *bytes, size_t length);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *arena);

/* Appends to an array that lives in an arena: `struct thing *things; size_t thing_count;`.
 * Returns the address of the new, zeroed element; addresses of earlier ones may become invalid.
 * Such an array starts as NULL with count 0, and only grows. */
#define arena_push(arena, array, count) \
    ((array) = arena_grow((arena), (array), (count), sizeof *(array)), &(array)[(count)++])

/* For arena_push: returns the array with room for one more element. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t size);

#endif
