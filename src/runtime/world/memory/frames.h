/* frames.h: variables on the stack, in the frames of the functions that are executing.
 *
 * The command has written the layout of each function's frame into the segment (struct
 * world_frames). The function to which a part of the stack belongs is found by frame pointers, as
 * long as the functions are known to keep one, and by the unwinder otherwise. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_FRAMES_H
#define TUTTI_RUNTIME_WORLD_MEMORY_FRAMES_H

#include "runtime/world/memory/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns whether the address is in use on the stack of this thread, the only one of its
 * process. */
bool frames_have(uint64_t address);

/* Finds the variable on this thread's stack that contains the address. */
bool frames_find(uint64_t address, struct memory_object *object);

#endif
