#include "world/process/frames.h"

#include <stdlib.h>
#include <string.h>

/* Reading the debug information of a large program takes longer than a small search. */
enum { DEBUG_BYTES_MAX = 4 << 20 };

/* The room that is left. */
struct laying {
    struct world_segment *segment;
    uint64_t next, end;
};

/* Returns the offset of the room taken; 0: there is not enough. */
static uint64_t frames_take(struct laying *laying, uint64_t size)
{
    const uint64_t place = (laying->next + 7) / 8 * 8;
    if (place > laying->end || size > laying->end - place)
        return 0;
    laying->next = place + size;
    return place;
}

static void *frames_at(const struct laying *laying, uint64_t offset)
{
    return (char *)laying->segment + offset;
}

static int frames_by_place(const void *left, const void *right)
{
    const struct frame_variable *one = left, *other = right;
    return (one->offset > other->offset) - (one->offset < other->offset);
}

static int by_code(const void *left, const void *right)
{
    const struct frame_layout *one = left, *other = right;
    return (one->low > other->low) - (one->low < other->low);
}

static uint32_t lay_name(struct laying *laying, const char *name)
{
    const uint64_t size = name ? strlen(name) + 1 : 0, place = size ? frames_take(laying, size) : 0;
    if (place == 0 || place > UINT32_MAX)
        return 0;
    memcpy(frames_at(laying, place), name, size);
    return (uint32_t)place;
}

/* Joins variables that share a byte; a joined one has the name of the largest. Returns how many are
 * left, in the order of their offsets. */
static size_t frames_join(struct frame_variable *variables, size_t count)
{
    size_t kept = 0;
    qsort(variables, count, sizeof *variables, frames_by_place);
    for (size_t i = 1; i < count; i++) {
        struct frame_variable *last = &variables[kept];
        const int64_t end = last->offset + (int64_t)last->size;
        if (variables[i].offset >= end) {
            variables[++kept] = variables[i];
            continue;
        }
        const int64_t other = variables[i].offset + (int64_t)variables[i].size;
        if (variables[i].size > last->size)
            last->name = variables[i].name;
        if (other > end)
            last->size = (uint64_t)(other - last->offset);
    }
    return count > 0 ? kept + 1 : 0;
}

static bool lay_function(struct laying *laying, const struct frame_layout *layout,
                         struct world_function *function)
{
    const size_t count = frames_join(layout->variables, layout->variable_count);
    const uint64_t places = frames_take(laying, count * sizeof(struct world_variable));
    if (places == 0)
        return false;
    struct world_variable *list = frames_at(laying, places);
    for (size_t i = 0; i < count; i++)
        list[i] = (struct world_variable){.offset = layout->variables[i].offset,
                                          .size = layout->variables[i].size};
    for (size_t i = 0; i < count; i++)
        list[i].name = lay_name(laying, layout->variables[i].name);
    *function = (struct world_function){.low = layout->low,
                                        .high = layout->high,
                                        .variables = places,
                                        .count = (uint32_t)count,
                                        .by_pointer = layout->by_pointer};
    return true;
}

void frames_lay_down(const struct shared *shared, struct symbols *symbols)
{
    struct arena arena = {0};
    const struct frame_layout *found;
    struct laying laying = {shared->segment, shared->frames + sizeof(struct world_frames),
                            shared->frames + WORLD_FRAMES};
    struct world_frames *frames = frames_at(&laying, shared->frames);
    const size_t count = symbols_frame_layouts(symbols, DEBUG_BYTES_MAX, &arena, &found);
    struct frame_layout *layouts = memory_zero(count + 1, sizeof *layouts);
    if (count > 0)
        memcpy(layouts, found, count * sizeof *layouts);
    qsort(layouts, count, sizeof *layouts, by_code);
    const uint64_t place = frames_take(&laying, count * sizeof(struct world_function));
    struct world_function *functions = frames_at(&laying, place);
    uint32_t laid = 0;
    for (size_t i = 0; i < count && place; i++)
        if (lay_function(&laying, &layouts[i], &functions[laid]))
            laid++;
    frames->functions = place;
    frames->function_count = laid;
    free(layouts);
    arena_free(&arena);
}
