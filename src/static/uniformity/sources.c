/* sources.c: what makes values differ, and how much that matters for a communicator. */
#include "static/uniformity/sources.h"

#include <string.h>

enum { ANCESTORS_MAX = 16 };

struct handle uniform_handle(struct uniformity *uniformity, struct handle handle)
{
    handle = handle_origin(uniformity->analysis, handle);
    handle = handle_anywhere(uniformity->analysis, handle);
    return handle_origin(uniformity->analysis, handle);
}

struct handle uniform_handle_of_call(struct uniformity *uniformity, const struct ir_value *call)
{
    struct handle **known = &uniformity->call_handles[call->number];
    if (!*known) {
        struct handle *handle = arena_alloc(&uniformity->arena, sizeof *handle);
        *handle = uniform_handle(uniformity, handle_of_call(uniformity->analysis, call));
        *known = handle;
    }
    return **known;
}

static bool has_handle(enum source_kind kind)
{
    return kind >= SOURCE_RANK;
}

static uint64_t find_bit(struct uniformity *uniformity, struct source source)
{
    for (size_t i = 0; i < uniformity->source_count; i++)
        if (uniformity->sources[i].kind == source.kind &&
            uniformity->sources[i].hops == source.hops &&
            handle_equal(uniformity->sources[i].handle, source.handle))
            return UINT64_C(1) << i;
    if (uniformity->source_count == SOURCES_MAX)
        return source_plain(uniformity, SOURCE_UNKNOWN);
    uniformity->sources[uniformity->source_count] = source;
    return UINT64_C(1) << uniformity->source_count++;
}

uint64_t source_bit(struct uniformity *uniformity, enum source_kind kind, struct handle handle)
{
    if (has_handle(kind)) {
        if (handle.kind == HANDLE_SELF)
            return 0;
        if (handle.kind == HANDLE_WORLD && (kind == SOURCE_AGREED || kind == SOURCE_APART))
            return 0;
    } else {
        handle = (struct handle){.kind = HANDLE_WORLD};
    }
    return find_bit(uniformity, (struct source){kind, handle, 0});
}

/* Returns the source one step further away than number `i`; found once. */
static uint64_t beyond_bit(struct uniformity *uniformity, uint32_t i)
{
    if (!uniformity->beyond[i]) {
        struct source source = uniformity->sources[i];
        if (source.kind >= SOURCE_TIMING && source.hops < HOPS_MAX)
            source.hops++;
        uniformity->beyond[i] = find_bit(uniformity, source);
    }
    return uniformity->beyond[i];
}

uint64_t sources_beyond(struct uniformity *uniformity, uint64_t sources)
{
    uint64_t beyond = 0;
    for (; sources; sources &= sources - 1)
        beyond |= beyond_bit(uniformity, (uint32_t)__builtin_ctzll(sources));
    return beyond;
}

uint64_t sources_doubted(struct uniformity *uniformity, uint64_t sources)
{
    uint64_t doubted = 0;
    for (; sources; sources &= sources - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(sources);
        struct source source = uniformity->sources[i];
        bool last = source.hops == 0 || source.hops == HOPS_MAX;
        source.hops = HOPS_MAX;
        doubted |= last ? UINT64_C(1) << i : find_bit(uniformity, source);
    }
    return doubted;
}

enum { PARAMETERS_ALL = (1 << PARAMETERS_MAX) - 1 };

uint64_t parameters_beyond(uint64_t parameters)
{
    uint64_t far = parameters & ~(uint64_t)PARAMETERS_ALL;
    uint64_t near = parameters & PARAMETERS_ALL;
    far = (far | far << PARAMETERS_MAX) & (uint64_t)PARAMETERS_ALL << HOPS_MAX * PARAMETERS_MAX;
    return far | near << PARAMETERS_MAX;
}

uint64_t parameters_all(uint64_t parameters)
{
    uint64_t all = 0;
    for (int hops = 0; hops <= HOPS_MAX; hops++)
        all |= parameters >> hops * PARAMETERS_MAX & PARAMETERS_ALL;
    return all;
}

int parameter_hops(uint64_t parameters, uint32_t parameter)
{
    for (int hops = 0; hops <= HOPS_MAX; hops++)
        if (parameters >> (hops * PARAMETERS_MAX + (int)parameter) & 1)
            return hops;
    return -1;
}

struct taint taint_beyond(struct uniformity *uniformity, struct taint taint)
{
    taint.sources = sources_beyond(uniformity, taint.sources);
    taint.parameters = parameters_beyond(taint.parameters);
    return taint;
}

uint64_t source_plain(struct uniformity *uniformity, enum source_kind kind)
{
    uint64_t *known = &uniformity->plain[kind];
    if (!*known)
        *known = source_bit(uniformity, kind, (struct handle){.kind = HANDLE_WORLD});
    return *known;
}

/* Returns whether the communicator was made from the other one: all its ranks are ranks of that. */
static bool source_descends(struct uniformity *uniformity, struct handle handle,
                            struct handle ancestor)
{
    for (int i = 0; i < ANCESTORS_MAX; i++) {
        if (handle_equal(handle, ancestor))
            return true;
        if (handle.kind != HANDLE_MADE)
            return false;
        const struct api_function *mpi = analysis_mpi(uniformity->analysis, handle.made);
        if (!mpi || strncmp(mpi->name, "MPI_Intercomm", 13) == 0)
            return false; /* has ranks that the ancestor may not have */
        handle = uniform_handle_of_call(uniformity, handle.made);
    }
    return false;
}

static enum uniform near_level(struct uniformity *uniformity, const struct source *source,
                               struct handle relative)
{
    bool world = relative.kind == HANDLE_WORLD;
    if (relative.kind == HANDLE_SELF)
        return UNIFORM_SAME;
    switch (source->kind) {
    case SOURCE_TIMING:
        return UNIFORM_DIFFERS;
    case SOURCE_MACHINE:
        return world ? UNIFORM_DIFFERS : UNIFORM_UNSURE;
    case SOURCE_RANK:
    case SOURCE_SPREAD:
    case SOURCE_RECEIVED:
        return world || handle_equal(source->handle, relative) ? UNIFORM_DIFFERS : UNIFORM_UNSURE;
    case SOURCE_AGREED:
        return source_descends(uniformity, relative, source->handle) ? UNIFORM_SAME
                                                                     : UNIFORM_UNSURE;
    case SOURCE_APART:
    case SOURCE_MEMBER:
    case SOURCE_MAYBE_MEMBER:
        if (source_descends(uniformity, relative, source->handle))
            return UNIFORM_SAME;
        return world && source->kind != SOURCE_MAYBE_MEMBER ? UNIFORM_DIFFERS : UNIFORM_UNSURE;
    default:
        return UNIFORM_UNSURE;
    }
}

enum uniform source_level(struct uniformity *uniformity, const struct source *source,
                          struct handle relative)
{
    enum uniform level = near_level(uniformity, source, relative);
    return level == UNIFORM_DIFFERS && source->hops == HOPS_MAX ? UNIFORM_UNSURE : level;
}

enum uniform sources_level(struct uniformity *uniformity, uint64_t sources, struct handle relative)
{
    enum uniform level = UNIFORM_SAME;
    for (size_t i = 0; i < uniformity->source_count && level != UNIFORM_DIFFERS; i++) {
        if (!(sources >> i & 1))
            continue;
        enum uniform one = source_level(uniformity, &uniformity->sources[i], relative);
        level = one > level ? one : level;
    }
    return level;
}
