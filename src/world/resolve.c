#include "world/stage.h"

#include "symbol/symbol.h"
#include "world/difference.h"
#include "world/explain.h"

#include <stdlib.h>
#include <string.h>

struct symbols *stage_symbols(struct world *world)
{
    struct error error;
    if (!world->symbols && world->maps &&
        symbols_open_maps(world->maps, &world->symbols, &error) != 0)
        world->symbols = NULL;
    return world->symbols;
}

/* Whether the frame is of the system's libraries: abort(), memcpy(). The fault is its caller's. */
static bool is_system(const struct frame *frame)
{
    static const char *const names[] = {"libc.",       "libc-",    "libm.",     "libm-",      "ld-",
                                        "libpthread.", "libgcc_s", "libstdc++", "libgfortran"};
    const char *slash = frame->module ? strrchr(frame->module, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++)
        if (strncmp(slash + 1, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Where a person should look first in a stack: the innermost frame of the user's with a line. */
static const struct frame *place_in_stack(struct symbols *symbols, const struct location *location,
                                          struct arena *arena)
{
    const struct frame **frames;
    size_t count = symbols_user_stack(symbols, location->addresses, location->address_count, true,
                                      arena, &frames);
    for (size_t i = 0; i < count; i++)
        if (frames[i]->file && frames[i]->line > 0 && !is_system(frames[i]))
            return frames[i];
    return count > 0 ? frames[0] : NULL;
}

static void resolve_location(struct symbols *symbols, struct location *location,
                             struct arena *arena)
{
    const struct frame *frame = NULL;
    size_t count;
    if (location->address)
        symbols_find(symbols, location->address, true, &frame, &count);
    else if (location->address_count > 0)
        frame = place_in_stack(symbols, location, arena);
    if (!frame)
        return;
    location->file = frame->file ? arena_copy(arena, frame->file) : NULL;
    location->line = frame->line;
    location->column = frame->column;
    location->function = frame->function ? arena_copy(arena, frame->function) : NULL;
    if (location->address_count > 0)
        location->stack_count = symbols_format_stack(
            symbols, location->addresses, location->address_count, true, arena, &location->stack);
}

/* Without debug information the place in the program or library is what there is to say. */
static void resolve_offset(struct symbols *symbols, struct location *location, struct arena *arena)
{
    const struct frame *frame;
    size_t count;
    if (!location->address || location->file || location->stack_count > 0)
        return;
    symbols_find(symbols, location->address, true, &frame, &count);
    *arena_push(arena, location->stack, location->stack_count) = symbols_format_frame(frame, arena);
}

static void resolve_related(struct symbols *symbols, struct related *related, struct arena *arena)
{
    const struct frame *frames;
    size_t count;
    if (!related->address)
        return;
    symbols_find(symbols, related->address, true, &frames, &count);
    if (!frames[0].file) {
        related->what =
            arena_printf(arena, "%s %s", related->what, symbols_format_frame(&frames[0], arena));
        return;
    }
    related->file = arena_copy(arena, frames[0].file);
    related->line = frames[0].line;
    related->column = frames[0].column;
}

void stage_resolve(struct world *world, struct location *location, struct arena *arena)
{
    struct symbols *symbols = stage_symbols(world);
    if (symbols)
        resolve_location(symbols, location, arena);
}

static void resolve_events(struct symbols *symbols, struct event *events, size_t count,
                           struct arena *arena)
{
    for (size_t i = 0; i < count; i++)
        resolve_location(symbols, &events[i].at, arena);
}

void world_resolve(struct world *world, struct document *document)
{
    bool wanted = document->finding_count > 0 || document->interleaving_count > 0;
    struct symbols *symbols = wanted ? stage_symbols(world) : NULL;
    for (size_t i = 0; symbols && i < document->interleaving_count; i++)
        resolve_events(symbols, document->interleavings[i].events,
                       document->interleavings[i].event_count, &document->arena);
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        for (size_t j = 0; symbols && j < finding->location_count; j++) {
            resolve_location(symbols, &finding->locations[j], &document->arena);
            resolve_offset(symbols, &finding->locations[j], &document->arena);
        }
        for (size_t j = 0; symbols && j < finding->related_count; j++)
            resolve_related(symbols, &finding->related[j], &document->arena);
        if (symbols)
            resolve_events(symbols, finding->events, finding->event_count, &document->arena);
        if ((!finding->why || finding->wait_count > 0) &&
            (strcmp(finding->rule, "deadlock") == 0 || strcmp(finding->rule, "mismatch.comm") == 0))
            explain_deadlock(finding, &document->arena);
    }
}
