#include "concolic/search/hints.h"

#include "base/memory.h"
#include "concolic/coverage/distance.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = HINTS_MOST / 2 }; /* worth of an edge that leads to a hint, however far away */

struct hints {
    const struct sites *sites;
    struct distance *distance; /* to the edges of hints */
};

static bool hints_is_in(const struct ir_site *site, const char *file)
{
    return site->kind != IR_SITE_OPERATION && site->place.file &&
           strcmp(site->place.file, file) == 0;
}

/* Marks the edges at the last line with a branch that is at the place or before it, in its file. */
static bool hints_add_place(const struct sites *sites, const struct ir_place *place,
                            uint8_t *wanted)
{
    int line = 0;
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (hints_is_in(site, place->file) && site->place.line <= place->line &&
            site->place.line > line)
            line = site->place.line;
    }
    for (size_t i = 0; line > 0 && i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (hints_is_in(site, place->file) && site->place.line == line)
            memset(wanted + site->first_edge, 1, site->edge_count);
    }
    return line > 0;
}

struct hints *hints_open(const struct sites *sites, const struct ir_place *places, size_t count)
{
    uint8_t *wanted = memory_zero(sites->edge_count + 1, 1);
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = hints_add_place(sites, &places[i], wanted) || any;
    struct hints *hints = any ? memory_zero(1, sizeof *hints) : NULL;
    if (hints)
        *hints = (struct hints){sites, distance_open(sites, wanted)};
    free(wanted);
    return hints;
}

void hints_close(struct hints *hints)
{
    if (hints)
        distance_close(hints->distance);
    free(hints);
}

void hints_update(struct hints *hints, const struct coverage *coverage)
{
    if (hints)
        distance_update(hints->distance, coverage);
}

unsigned hints_worth(const struct hints *hints, uint32_t edge)
{
    if (!hints || edge >= hints->sites->edge_count)
        return 0;
    uint32_t distance = distance_of(hints->distance, edge);
    const struct ir_site *site = &hints->sites->sites[hints->sites->site_of_edge[edge]];
    for (uint32_t i = site->first_edge; i < site->first_edge + site->edge_count; i++)
        if (i != edge && distance_of(hints->distance, i) <= distance)
            return 0;
    if (distance == DISTANCE_NONE)
        return 0;
    return distance < LEAST ? HINTS_MOST - distance : LEAST;
}
