#include "runtime/world/memory/memory.h"

#include "runtime/world/memory/allocator.h"
#include "runtime/world/memory/frames.h"
#include "runtime/world/memory/variables.h"

#include <string.h>

/* The last blocks that were found: most calls concern the same few. */
enum { RECENT = 4 };

static struct {
    struct allocation blocks[RECENT];
    uint64_t removed; /* removals until then */
    unsigned next;
} recent;

static const struct allocation *find_block(uint64_t address)
{
    const uint64_t removed = allocations_removed();
    if (recent.removed != removed) {
        memset(&recent, 0, sizeof recent);
        recent.removed = removed;
    }
    for (int i = 0; i < RECENT; i++)
        if (address - recent.blocks[i].start < recent.blocks[i].size)
            return &recent.blocks[i];
    struct allocation *block = &recent.blocks[recent.next % RECENT];
    if (!allocator_find(address, block))
        return NULL;
    recent.next++;
    return block;
}

bool memory_find(const void *place, struct memory_object *object)
{
    const uint64_t address = (uint64_t)(uintptr_t)place;
    if (frames_have(address))
        return frames_find(address, object);
    const struct allocation *block = find_block(address);
    if (block) {
        *object = (struct memory_object){.start = (const char *)place - (address - block->start),
                                         .size = block->size,
                                         .kind = MEMORY_HEAP,
                                         .site = block->site};
        return true;
    }
    struct variable variable;
    if (variables_find(address, &variable)) {
        *object = (struct memory_object){.start = (const char *)place - (address - variable.start),
                                         .size = variable.size,
                                         .kind = MEMORY_GLOBAL,
                                         .name = variable.name};
        return true;
    }
    return frames_find(address, object); /* on the stack of another thread */
}
