#include "world/process/stage.h"

#include "symbol/symbol.h"
#include "world/findings/explain.h"
#include "world/findings/wrappers.h"
#include "world/record/difference.h"

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

/* What is needed to find the source lines of addresses. */
struct places {
    struct symbols *symbols;
    const struct wrappers *wrappers;
    struct arena *arena;
};

/* Returns the functions that only pass calls on, according to all stacks that ranks have kept until
 * now. */
static const struct wrappers *find_wrappers(struct world *world, struct symbols *symbols)
{
    size_t stacks = 0;
    for (uint32_t rank = 0; rank < world->ranks; rank++)
        stacks += world->segment->rank[rank].stack_count;
    if (!world->wrappers || stacks != world->stacks_seen)
        world->wrappers = wrappers_find(world->segment, world->ranks, symbols, &world->arena);
    world->stacks_seen = stacks;
    return world->wrappers;
}

static bool open_places(struct world *world, struct arena *arena, struct places *places)
{
    *places = (struct places){.symbols = stage_symbols(world), .arena = arena};
    if (places->symbols)
        places->wrappers = find_wrappers(world, places->symbols);
    return places->symbols != NULL;
}

/* Returns the frame that the user should look at first; without debug information, any that is
 * known. */
static const struct frame *resolve_place_of(const struct places *places, uint64_t address,
                                            const uint64_t *addresses, size_t count)
{
    const struct frame **frames;
    size_t frame_count;
    if (count == 0 && !address)
        return NULL;
    if (count == 0) {
        addresses = &address;
        count = 1;
    }
    frame_count =
        symbols_user_stack(places->symbols, addresses, count, true, places->arena, &frames);
    const struct frame *place = wrappers_place(places->wrappers, frames, frame_count);
    return place || frame_count == 0 ? place : frames[0];
}

static void resolve_place(const struct places *places, struct location *location)
{
    const struct frame *frame =
        resolve_place_of(places, location->address, location->addresses, location->address_count);
    if (!frame)
        return;
    location->file = frame->file ? arena_copy(places->arena, frame->file) : NULL;
    location->directory = symbols_directory(frame, places->arena);
    location->line = frame->line;
    location->column = frame->column;
    location->function = frame->function ? arena_copy(places->arena, frame->function) : NULL;
}

static void resolve_location(const struct places *places, struct location *location)
{
    resolve_place(places, location);
    if (location->address_count > 0)
        location->stack_count =
            symbols_format_stack(places->symbols, location->addresses, location->address_count,
                                 true, places->arena, &location->stack);
}

/* Stores the place in the program or library, which is all that is known without debug information.
 */
static void resolve_offset(const struct places *places, struct location *location)
{
    const struct frame *frame;
    size_t count;
    if (!location->address || location->file || location->stack_count > 0)
        return;
    symbols_find(places->symbols, location->address, true, &frame, &count);
    *arena_push(places->arena, location->stack, location->stack_count) =
        symbols_format_frame(frame, places->arena);
}

static void resolve_related(const struct places *places, struct related *related)
{
    const struct frame *frame =
        resolve_place_of(places, related->address, related->addresses, related->address_count);
    if (!frame)
        return;
    if (!frame->file) {
        related->what = arena_printf(places->arena, "%s %s", related->what,
                                     symbols_format_frame(frame, places->arena));
        return;
    }
    related->file = arena_copy(places->arena, frame->file);
    related->directory = symbols_directory(frame, places->arena);
    related->line = frame->line;
    related->column = frame->column;
}

void stage_resolve(struct world *world, struct location *location, struct arena *arena)
{
    struct places places;
    if (open_places(world, arena, &places))
        resolve_location(&places, location);
}

static void resolve_events(const struct places *places, struct event *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        resolve_place(places, &events[i].at);
}

void world_resolve(struct world *world, struct document *document)
{
    struct places places = {0};
    bool wanted = (document->finding_count > 0 || document->interleaving_count > 0) &&
                  open_places(world, &document->arena, &places);
    for (size_t i = 0; wanted && i < document->interleaving_count; i++)
        resolve_events(&places, document->interleavings[i].events,
                       document->interleavings[i].event_count);
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        for (size_t j = 0; wanted && j < finding->location_count; j++) {
            resolve_location(&places, &finding->locations[j]);
            resolve_offset(&places, &finding->locations[j]);
        }
        for (size_t j = 0; wanted && j < finding->related_count; j++)
            resolve_related(&places, &finding->related[j]);
        if (wanted)
            resolve_events(&places, finding->events, finding->event_count);
        if ((!finding->why || finding->wait_count > 0) &&
            (strcmp(finding->rule, "deadlock") == 0 || strcmp(finding->rule, "mismatch.comm") == 0))
            explain_deadlock(finding, &document->arena);
    }
}
