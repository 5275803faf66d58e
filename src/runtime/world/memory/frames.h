/* frames.h: the variables on the stack, of the functions that are being executed.
 *
 * The command has laid down what lies where in the frame of each function (struct world_frames).
 * Which function a part of the stack belongs to is found by frame pointers as long as the functions
 * are known to keep one, and by the unwinder otherwise. */
#ifndef TUTTI_RUNTIME_WORLD_MEMORY_FRAMES_H
#define TUTTI_RUNTIME_WORLD_MEMORY_FRAMES_H

#include "runtime/world/memory/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether the address is in use on the stack of this thread, the only one of its process. */
bool frames_have(uint64_t address);

/* The variable of this thread's stack that the address lies in. */
bool frames_find(uint64_t address, struct memory_object *object);

#endif
