/* model_memory.c: memory that is copied, set, new and gone. */
#include "runtime/symbolic/model.h"

#include <stdlib.h>
#include <string.h>

MODEL_OF(memcpy);
MODEL_OF(memmove);
MODEL_OF(memset);
MODEL_OF(malloc);
MODEL_OF(calloc);
MODEL_OF(realloc);
MODEL_OF(free);

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

void *tutti_model_malloc(size_t size)
{
    model_size(0, size);
    void *memory = malloc(size);
    if (memory)
        tutti_symbolic_forget(memory, size);
    tutti_symbolic_result = 0;
    return memory;
}

void *tutti_model_calloc(size_t count, size_t size)
{
    model_size(0, count);
    model_size(1, size);
    void *memory = calloc(count, size);
    if (memory)
        tutti_symbolic_forget(memory, count * size);
    tutti_symbolic_result = 0;
    return memory;
}

void *tutti_model_realloc(void *old, size_t size)
{
    volatile uintptr_t before = (uintptr_t)old; /* a number: compilers take it for the pointer */
    model_size(1, size);
    void *memory = realloc(old, size);
    /* How long the old one was is not known: of what lay behind it, only bytes that happen to be
     * the same are taken for copies, and nobody reads those. */
    if (memory && before && before != (uintptr_t)memory)
        tutti_symbolic_copy(memory, (const void *)before, size); /* NOLINT */
    tutti_symbolic_result = 0;
    return memory;
}

void tutti_model_free(void *memory)
{
    free(memory);
}
