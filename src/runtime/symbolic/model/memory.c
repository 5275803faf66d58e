/* memory.c: models functions that copy, set, allocate and free memory. */
#include "runtime/symbolic/model/model.h"

#include <stdlib.h>
#include <string.h>

MODEL_OF(memcpy);
MODEL_OF(memmove);
MODEL_OF(memset);
MODEL_OF(malloc);
MODEL_OF(calloc);
MODEL_OF(realloc);
MODEL_OF(free);
MODEL_OF(mempcpy);
MODEL_OF(reallocarray);
MODEL_OF(aligned_alloc);
MODEL_OF(posix_memalign);
/* Names of the variants that check the size of memory. */
extern void *__memcpy_chk(void *, const void *, size_t, size_t);  /* NOLINT */
extern void *__memmove_chk(void *, const void *, size_t, size_t); /* NOLINT */
extern void *__memset_chk(void *, int, size_t, size_t);           /* NOLINT */
MODEL_OF(__memcpy_chk);
MODEL_OF(__memmove_chk);
MODEL_OF(__memset_chk);
/* operator new, and for arrays: only in C++. */
extern void *_Znwm(size_t) __attribute__((weak)); /* NOLINT */
extern void *_Znam(size_t) __attribute__((weak)); /* NOLINT */
MODEL_OF(_Znwm);
MODEL_OF(_Znam);

void *tutti_model_memcpy(void *restrict to, const void *restrict from, size_t length)
{
    uint32_t result = tutti_symbolic_arguments[0];
    model_size(2, length);
    memcpy(to, from, length);
    tutti_symbolic_copy(to, from, length);
    tutti_symbolic_result = result;
    return to;
}

void *tutti_model_memmove(void *to, const void *from, size_t length)
{
    uint32_t result = tutti_symbolic_arguments[0];
    model_size(2, length);
    memmove(to, from, length);
    tutti_symbolic_copy(to, from, length);
    tutti_symbolic_result = result;
    return to;
}

void *tutti_model_memset(void *to, int value, size_t length)
{
    uint32_t result = tutti_symbolic_arguments[0], expression = tutti_symbolic_arguments[1];
    model_size(2, length);
    memset(to, value, length);
    if (state_enter()) {
        if (expression)
            expression =
                node_unary(SYMBOLIC_TRUNCATE, SYMBOLIC_I8, expression, (unsigned char)value);
        shadow_set(to, expression, (unsigned char)value, length);
        state_leave();
    }
    tutti_symbolic_result = result;
    return to;
}

void *tutti_model_mempcpy(void *restrict to, const void *restrict from, size_t length)
{
    tutti_model_memcpy(to, from, length);
    tutti_symbolic_result = 0;
    return (char *)to + length;
}

/* If there is not enough room, the real function reports this and does not return. */
void *tutti_model___memcpy_chk(void *to, const void *from, size_t length, size_t room)
{
    return length > room ? __memcpy_chk(to, from, length, room)
                         : tutti_model_memcpy(to, from, length);
}

void *tutti_model___memmove_chk(void *to, const void *from, size_t length, size_t room)
{
    return length > room ? __memmove_chk(to, from, length, room)
                         : tutti_model_memmove(to, from, length);
}

void *tutti_model___memset_chk(void *to, int value, size_t length, size_t room)
{
    return length > room ? __memset_chk(to, value, length, room)
                         : tutti_model_memset(to, value, length);
}

static void *memory_allocated(void *memory, size_t size)
{
    if (memory)
        tutti_symbolic_forget(memory, size);
    tutti_symbolic_result = 0;
    return memory;
}

void *tutti_model_malloc(size_t size)
{
    model_size(0, size);
    return memory_allocated(malloc(size), size);
}

void *tutti_model__Znwm(size_t size)
{
    model_size(0, size);
    return memory_allocated(_Znwm(size), size);
}

void *tutti_model__Znam(size_t size)
{
    model_size(0, size);
    return memory_allocated(_Znam(size), size);
}

void *tutti_model_aligned_alloc(size_t alignment, size_t size)
{
    model_size(0, alignment);
    model_size(1, size);
    return memory_allocated(aligned_alloc(alignment, size), size);
}

int tutti_model_posix_memalign(void **memory, size_t alignment, size_t size)
{
    model_size(1, alignment);
    model_size(2, size);
    int result = posix_memalign(memory, alignment, size);
    if (result == 0) {
        tutti_symbolic_forget(memory, sizeof *memory);
        tutti_symbolic_forget(*memory, size);
    }
    tutti_symbolic_result = 0;
    return result;
}

void *tutti_model_calloc(size_t count, size_t size)
{
    model_size(0, count);
    model_size(1, size);
    return memory_allocated(calloc(count, size), count * size);
}

/* Moves the expressions of reallocated memory. The old length is unknown: bytes after it that are
 * equal by chance also count as copies, but the program does not read those. */
static void *memory_moved(void *memory, uintptr_t old, size_t size)
{
    if (memory && old && old != (uintptr_t)memory)
        tutti_symbolic_copy(memory, (const void *)old, size); /* NOLINT */
    tutti_symbolic_result = 0;
    return memory;
}

void *tutti_model_realloc(void *old, size_t size)
{
    volatile uintptr_t before = (uintptr_t)old; /* a number: compilers track the pointer */
    model_size(1, size);
    return memory_moved(realloc(old, size), before, size);
}

void *tutti_model_reallocarray(void *old, size_t count, size_t size)
{
    volatile uintptr_t before = (uintptr_t)old;
    model_size(1, count);
    model_size(2, size);
    return memory_moved(reallocarray(old, count, size), before, count * size);
}

void tutti_model_free(void *memory)
{
    free(memory);
}
