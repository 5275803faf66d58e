#include "runtime/world/memory/frames.h"

#include "runtime/next.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/rank.h"

#include <unwind.h>

enum { DEPTH_MAX = 256, POINTER_BELOW = 16, STACK_MAX = 1 << 30 };

/* The address range of this library, whose functions keep frame pointers. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char _etext[] __attribute__((visibility("hidden")));

static bool frames_is_own(uint64_t code)
{
    return code - (uintptr_t)__ehdr_start < (uintptr_t)_etext - (uintptr_t)__ehdr_start;
}

static const void *in_segment(uint64_t offset)
{
    return (const char *)world + offset;
}

/* Returns the function that contains a return address; NULL: it is unknown. */
static const struct world_function *function_at(uint64_t return_address)
{
    const struct world_frames *frames = in_segment(world->frames);
    const struct world_function *functions = in_segment(frames->functions);
    const uint64_t code = return_address - 1;
    size_t low = 0, high = frames->function_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (functions[middle].low > code)
            high = middle;
        else
            low = middle + 1;
    }
    return low > 0 && code < functions[low - 1].high ? &functions[low - 1] : NULL;
}

static bool frames_find_variable(const struct world_function *function, uint64_t top,
                                 uint64_t address, struct memory_object *object)
{
    const struct world_variable *variables = in_segment(function->variables);
    for (uint32_t i = 0; i < function->count; i++) {
        const uint64_t start = top + (uint64_t)variables[i].offset;
        if (address - start >= variables[i].size)
            continue;
        *object = (struct memory_object){
            .start = (const char *)(uintptr_t)start, /* NOLINT(performance-no-int-to-ptr) */
            .size = variables[i].size,
            .kind = MEMORY_STACK,
            .name = variables[i].name ? in_segment(variables[i].name) : NULL};
        return true;
    }
    return false;
}

/* Frames that the unwinder found from one place in the program, at one height of the stack. They
 * are kept over executions, which have the same stacks. If a frame's size has changed, the return
 * address at its end differs. */
enum { KNOWN = 32, FRAMES_KNOWN = 6 };

struct known_frame {
    uint64_t code; /* an address in the frame's function */
    uint64_t top;  /* end of the frame */
    uint64_t outer;
};

struct known_stack {
    uint64_t code, frame; /* the place, and its frame */
    uint64_t count;
    struct known_frame frames[FRAMES_KNOWN];
};

static struct known_stack known_stacks[KNOWN] NEXT_TOGETHER;

/* Returns the return address, just below the end of a frame. */
static uint64_t return_address_of(uint64_t top)
{
    return ((const uint64_t *)top)[-1]; /* NOLINT(performance-no-int-to-ptr) */
}

struct frames_walk {
    struct known_stack *into;
    uint64_t code; /* address in the last frame; 0: in this library */
};

static _Unwind_Reason_Code frames_look_at_frame(struct _Unwind_Context *context, void *data)
{
    struct frames_walk *walk = data;
    const uint64_t below = _Unwind_GetCFA(context); /* end of the next inner frame */
    struct known_stack *into = walk->into;
    if (walk->code)
        into->frames[into->count++] =
            (struct known_frame){walk->code, below, return_address_of(below)};
    walk->code = _Unwind_GetIP(context);
    if (frames_is_own(walk->code))
        walk->code = 0;
    return into->count == FRAMES_KNOWN ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Returns the frame that contains the address; NULL: it is further out, or the stack has
 * changed. */
static const struct known_frame *frames_holds(const struct known_stack *stack, uint64_t address)
{
    for (uint64_t i = 0; i < stack->count; i++) {
        const struct known_frame *frame = &stack->frames[i];
        if (return_address_of(frame->top) != frame->outer)
            return NULL;
        if (address < frame->top)
            return frame;
    }
    return NULL;
}

static bool find_by_unwinding(uint64_t code, const uint64_t *from, uint64_t address,
                              struct memory_object *object)
{
    const uint64_t place = (uintptr_t)from;
    struct known_stack *stack = &known_stacks[(code ^ place >> 4) % KNOWN];
    const struct known_frame *frame =
        stack->code == code && stack->frame == place ? frames_holds(stack, address) : NULL;
    if (!frame) {
        *stack = (struct known_stack){.code = code, .frame = place};
        struct frames_walk walk = {.into = stack};
        _Unwind_Backtrace(frames_look_at_frame, &walk);
        frame = frames_holds(stack, address);
    }
    const struct world_function *function = frame ? function_at(frame->code) : NULL;
    return function && frames_find_variable(function, frame->top, address, object);
}

extern void *__libc_stack_end; /* NOLINT(bugprone-reserved-identifier): of the dynamic linker */

bool frames_have(uint64_t address)
{
    const uint64_t here = (uintptr_t)__builtin_frame_address(0);
    return callers_alone && address > here && address < (uintptr_t)__libc_stack_end;
}

bool frames_find(uint64_t address, struct memory_object *object)
{
    const struct world_frames *frames = in_segment(world->frames);
    const uint64_t *frame = __builtin_frame_address(0);
    if (frames->function_count == 0 || world->executed || address - (uintptr_t)frame > STACK_MAX)
        return false;
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
        const uint64_t outer = frame[0], code = frame[1];
        const struct world_function *function = frames_is_own(code) ? NULL : function_at(code);
        if (!frames_is_own(code) && (!function || !function->by_pointer))
            return find_by_unwinding(code, frame, address, object);
        if (outer <= (uintptr_t)frame || outer - (uintptr_t)frame > STACK_MAX)
            return false;
        if (function && address < outer + POINTER_BELOW)
            return frames_find_variable(function, outer + POINTER_BELOW, address, object);
        frame = (const uint64_t *)outer; /* NOLINT(performance-no-int-to-ptr) */
    }
    return false;
}
