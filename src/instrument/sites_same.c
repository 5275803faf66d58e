/* sites_same.c: finds sites that are the same place of the source, because several files have the
 * function. */
#include "instrument/sites.h"

#include "runtime/hash.h"

#include <uthash.h>

/* The first copy of a function, by its identity. */
struct known {
    uint64_t identity;
    uint32_t entry; /* number of the site */
    UT_hash_handle hh;
};

struct search {
    const struct sites *sites;
    struct arena arena;
    struct known *known;
};

/* Returns the number of sites of a function: its entry and the branches after it. */
static uint32_t count_sites(const struct sites *sites, uint32_t entry)
{
    uint32_t count = 1;
    while (entry + count < sites->site_count &&
           (sites->sites[entry + count].kind == IR_SITE_BRANCH ||
            sites->sites[entry + count].kind == IR_SITE_SWITCH))
        count++;
    return count;
}

/* Returns a hash of all branches of a function: macros may make two different functions of one
 * place in the source. */
static uint64_t sites_same_shape_of(const struct sites *sites, uint32_t entry)
{
    uint64_t hash = HASH_START;
    uint32_t count = count_sites(sites, entry);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_site *site = &sites->sites[entry + i];
        hash = hash_number(hash_number(hash, site->kind), site->edge_count);
        hash = hash_number(hash_number(hash, (uint64_t)site->place.line),
                           (uint64_t)site->place.column);
        for (size_t j = 1; site->kind == IR_SITE_SWITCH && j < site->edge_count; j++)
            hash = hash_number(hash, (uint64_t)site->cases[j]);
    }
    return hash;
}

/* Returns the first function of that identity, which may be this one. */
static uint32_t sites_same_first_of(struct search *search, uint64_t identity, uint32_t entry)
{
    struct known *known;
    HASH_FIND(hh, search->known, &identity, sizeof identity, known);
    if (known)
        return known->entry;
    known = arena_alloc(&search->arena, sizeof *known);
    known->identity = identity;
    known->entry = entry;
    HASH_ADD(hh, search->known, identity, sizeof identity, known);
    return entry;
}

/* Returns the first copy of a function. A program has one function of a symbol, in whatever files
 * it was compiled. Functions that each file has for itself have different symbols, but one key. */
static uint32_t first_copy(struct search *search, uint32_t entry)
{
    const struct ir_site *site = &search->sites->sites[entry];
    uint64_t shape = sites_same_shape_of(search->sites, entry);
    uint64_t symbol = hash_text(shape, site->function);
    uint32_t first = sites_same_first_of(search, symbol, entry);
    return sites_same_first_of(search, hash_number(hash_number(shape, site->key), 1), first);
}

void sites_find_same(struct sites *sites)
{
    struct search search = {.sites = sites};
    sites->same = arena_alloc(&sites->arena, (sites->site_count + (size_t)1) * sizeof *sites->same);
    for (uint32_t i = 0; i < sites->site_count; i++)
        sites->same[i] = i;
    for (uint32_t i = 0; i < sites->site_count; i++) {
        if (sites->sites[i].kind != IR_SITE_ENTRY)
            continue;
        uint32_t first = first_copy(&search, i), count = count_sites(sites, i);
        for (uint32_t j = 0; j < count; j++)
            sites->same[i + j] = first + j;
    }
    HASH_CLEAR(hh, search.known);
    arena_free(&search.arena);
}

uint32_t sites_same_edge(const struct sites *sites, uint32_t edge)
{
    const struct ir_site *site = &sites->sites[sites->site_of_edge[edge]];
    return sites->sites[sites->same[site->number]].first_edge + (edge - site->first_edge);
}
