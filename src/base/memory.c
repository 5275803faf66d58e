#include "base/memory.h"

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK_SIZE = 16 * 1024, ARENA_ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    _Alignas(ARENA_ALIGN) char bytes[];
};

_Noreturn void memory_exhausted(void)
{
    fputs("tutti: out of memory\n", stderr);
    exit(ERROR_FAILED);
}

void *memory_alloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        memory_exhausted();
    return memory;
}

void *memory_zero(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        memory_exhausted();
    return memory;
}

void *memory_resize(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory)
        memory_exhausted();
    return memory;
}

void *memory_room(void *list, size_t count, size_t *space, size_t size)
{
    enum { FIRST = 16 };
    if (count < *space)
        return list;
    *space = *space ? 2 * *space : FIRST;
    return memory_resize(list, *space * size);
}

char *memory_copy(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(memory_alloc(size), string, size);
}

char *memory_vprintf(const char *format, va_list arguments)
{
    char *string;
    if (vasprintf(&string, format, arguments) < 0)
        memory_exhausted();
    return string;
}

char *memory_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = memory_vprintf(format, arguments);
    va_end(arguments);
    return string;
}

static struct arena_block *arena_add_block(struct arena *arena, size_t size)
{
    bool alone = size > ARENA_BLOCK_SIZE;
    size_t space = alone ? size : ARENA_BLOCK_SIZE;
    struct arena_block *block = memory_zero(1, sizeof *block + space);
    block->size = space;
    if (alone && arena->first) {
        /* The new block is full at once; the block in front of it still has room for small
         * things. */
        block->next = arena->first->next;
        arena->first->next = block;
    } else {
        block->next = arena->first;
        arena->first = block;
    }
    return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX - sizeof(struct arena_block) - ARENA_ALIGN)
        memory_exhausted();
    size = (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    struct arena_block *block = arena->first;
    if (!block || block->size - block->used < size)
        block = arena_add_block(arena, size);
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

void *arena_alloc_aligned(struct arena *arena, size_t size, size_t alignment)
{
    char *memory = arena_alloc(arena, size + alignment);
    return memory + (alignment - (uintptr_t)memory % alignment) % alignment;
}

char *arena_copy_bytes(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_copy(struct arena *arena, const char *string)
{
    return string ? arena_copy_bytes(arena, string, strlen(string)) : NULL;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *string = memory_vprintf(format, arguments);
    va_end(arguments);
    char *copy = arena_copy(arena, string);
    free(string);
    return copy;
}

void arena_free(struct arena *arena)
{
    for (struct arena_block *block = arena->first; block;) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    arena->first = NULL;
}

/* The space of an array is the smallest power of two that holds its count, so it grows exactly
 * when the count is a power of two (or zero), and needs no field of its own. */
void *arena_grow(struct arena *arena, void *array, size_t count, size_t size)
{
    if (count & (count - 1))
        return array;
    size_t space = count ? count * 2 : 1, bytes;
    if (__builtin_mul_overflow(space, size, &bytes))
        memory_exhausted();
    void *grown = arena_alloc(arena, bytes);
    if (count)
        memcpy(grown, array, count * size);
    return grown;
}
