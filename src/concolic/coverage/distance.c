#include "concolic/coverage/distance.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct function {
    const char *symbol;
    uint32_t number;
    uint32_t entry; /* site where it begins */
    uint32_t left;  /* distance from the places that it returns to */
    UT_hash_handle hh;
};

/* An edge, and the place that control reaches from there. */
struct way {
    uint32_t owner, next; /* function; site */
    uint32_t *calls;      /* functions of the program that are called on the way */
    size_t call_count;
    uint32_t distance; /* distance from the end of the edge */
};

struct distance {
    struct arena arena;
    const struct sites *sites;
    struct function *by_symbol;
    struct function **functions;
    size_t function_count, function_space;
    struct way *ways;   /* by edge */
    uint32_t *arrivals; /* by site: distance on arrival there */
    uint8_t *unwanted;  /* by edge: 1 if distances are never to it */
    uint8_t *covered;   /* by edge: covered at the last update, or unwanted */
    uint32_t count;     /* edges covered at the last update */
    bool updated;
};

static struct function *function_of(struct distance *distance, const char *symbol, bool make)
{
    struct function *function;
    HASH_FIND_STR(distance->by_symbol, symbol, function);
    if (function || !make)
        return function;
    function = arena_alloc(&distance->arena, sizeof *function);
    function->symbol = symbol;
    function->number = (uint32_t)distance->function_count;
    function->entry = UINT32_MAX;
    HASH_ADD_KEYPTR(hh, distance->by_symbol, symbol, strlen(symbol), function);
    distance->functions = memory_room(distance->functions, distance->function_count,
                                      &distance->function_space, sizeof(struct function *));
    distance->functions[distance->function_count++] = function;
    return function;
}

static void distance_connect(struct distance *distance, const struct ir_site *site, size_t edge)
{
    const struct ir_site_way *from = &site->ways[edge];
    struct way *way = &distance->ways[site->first_edge + edge];
    way->owner = function_of(distance, site->function, false)->number;
    way->next = from->next;
    way->calls = arena_alloc(&distance->arena, (from->call_count + 1) * sizeof *way->calls);
    for (size_t i = 0; i < from->call_count; i++) {
        const struct function *called = function_of(distance, from->calls[i], false);
        if (called && called->entry != UINT32_MAX)
            way->calls[way->call_count++] = called->number;
    }
}

struct distance *distance_open(const struct sites *sites, const uint8_t *wanted)
{
    struct distance *distance = memory_zero(1, sizeof *distance);
    distance->sites = sites;
    distance->ways = memory_zero(sites->edge_count + 1, sizeof *distance->ways);
    distance->arrivals = memory_zero(sites->site_count + 1, sizeof *distance->arrivals);
    distance->covered = memory_zero(sites->edge_count + 1, 1);
    distance->unwanted = memory_zero(sites->edge_count + 1, 1);
    for (uint32_t edge = 0; wanted && edge < sites->edge_count; edge++)
        distance->unwanted[edge] = !wanted[edge];
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        struct function *function = function_of(distance, site->function, true);
        if (site->kind == IR_SITE_ENTRY && function->entry == UINT32_MAX)
            function->entry = (uint32_t)i;
    }
    for (size_t i = 0; i < sites->site_count; i++)
        for (size_t edge = 0; edge < sites->sites[i].edge_count; edge++)
            distance_connect(distance, &sites->sites[i], edge);
    return distance;
}

void distance_close(struct distance *distance)
{
    if (!distance)
        return;
    HASH_CLEAR(hh, distance->by_symbol);
    arena_free(&distance->arena);
    free(distance->functions);
    free(distance->ways);
    free(distance->arrivals);
    free(distance->covered);
    free(distance->unwanted);
    free(distance);
}

static uint32_t one_more(uint32_t distance)
{
    return distance == DISTANCE_NONE ? DISTANCE_NONE : distance + 1;
}

static bool distance_lower(uint32_t *value, uint32_t to)
{
    if (to >= *value)
        return false;
    *value = to;
    return true;
}

/* Does one step of the search for shortest ways. Returns false if nothing became shorter. */
static bool distance_improve(struct distance *distance, const struct ir_site *site, uint32_t number)
{
    bool better = false;
    for (size_t i = 0; i < site->edge_count; i++) {
        uint32_t edge = site->first_edge + (uint32_t)i;
        struct way *way = &distance->ways[edge];
        uint32_t after = way->next != UINT32_MAX ? distance->arrivals[way->next]
                                                 : distance->functions[way->owner]->left;
        better = distance_lower(&way->distance, after) || better;
        for (size_t call = 0; call < way->call_count; call++) {
            struct function *called = distance->functions[way->calls[call]];
            better = distance_lower(&called->left, one_more(after)) || better;
            better = distance_lower(&way->distance, one_more(distance->arrivals[called->entry])) ||
                     better;
        }
        better = distance_lower(&distance->arrivals[number],
                                distance->covered[edge] ? one_more(way->distance) : 0) ||
                 better;
    }
    return better;
}

void distance_update(struct distance *distance, const struct coverage *coverage)
{
    const struct sites *sites = distance->sites;
    uint32_t count = coverage_count(coverage);
    if (distance->updated && distance->count == count)
        return;
    distance->updated = true;
    distance->count = count;
    for (uint32_t edge = 0; edge < sites->edge_count; edge++) {
        distance->covered[edge] =
            distance->unwanted[edge] || coverage_has(coverage, sites_same_edge(sites, edge));
        distance->ways[edge].distance = DISTANCE_NONE;
    }
    for (size_t i = 0; i < sites->site_count; i++)
        distance->arrivals[i] = DISTANCE_NONE;
    for (size_t i = 0; i < distance->function_count; i++)
        distance->functions[i]->left = DISTANCE_NONE;
    /* Control flows mostly from small numbers to large ones, so going backwards takes few rounds.
     */
    for (bool better = true; better;) {
        better = false;
        for (size_t i = sites->site_count; i > 0; i--)
            better = distance_improve(distance, &sites->sites[i - 1], (uint32_t)(i - 1)) || better;
    }
}

uint32_t distance_of(const struct distance *distance, uint32_t edge)
{
    if (edge >= distance->sites->edge_count)
        return DISTANCE_NONE;
    return distance->covered[edge] ? one_more(distance->ways[edge].distance) : 0;
}

struct measure distance_measure(const struct distance *distance, const uint8_t *covered)
{
    struct measure measure = {0};
    const struct sites *sites = distance->sites;
    bool entered = false;
    for (size_t i = 0; i < sites->site_count; i++) {
        const struct ir_site *site = &sites->sites[i];
        if (site->kind == IR_SITE_ENTRY)
            entered = covered[site->first_edge] != 0;
        if (site->kind == IR_SITE_ENTRY || sites->same[i] != i)
            continue;
        measure.all += (uint32_t)site->edge_count;
        measure.reachable += entered ? (uint32_t)site->edge_count : 0;
        for (size_t edge = 0; edge < site->edge_count; edge++)
            measure.covered += covered[site->first_edge + edge] != 0;
    }
    return measure;
}
