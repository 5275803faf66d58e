#include "runtime/world/memory.h"

#include "runtime/world/allocator.h"

bool memory_find(const void *address, struct memory_object *object)
{
    struct allocation block;
    if (allocator_find((uint64_t)(uintptr_t)address, &block)) {
        *object = (struct memory_object){.start = (const char *)(uintptr_t)block.start, /* NOLINT */
                                         .size = block.size,
                                         .kind = MEMORY_HEAP,
                                         .site = block.site};
        return true;
    }
    return false;
}
