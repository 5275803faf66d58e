#include "concolic/coverage/coverage.h"

#include "concolic/coverage/shared.h"

enum { COVERED = 1, TOLD = 2 };

struct coverage_shared {
    _Alignas(uint64_t) _Atomic uint32_t count; /* aligned for the numbers after it */
    _Atomic uint16_t most;
};

int coverage_open(struct coverage *coverage, uint32_t edges, struct error *error)
{
    size_t aimed = edges + (size_t)COVERAGE_ELSEWHERE;
    *coverage =
        (struct coverage){.edges = edges,
                          .size = sizeof(struct coverage_shared) +
                                  2 * (aimed + edges) * sizeof(uint16_t) + 2 * (size_t)edges};
    coverage->shared = shared_open(coverage->size, error);
    if (!coverage->shared)
        return -1;
    coverage->aimed = (_Atomic uint16_t *)(coverage->shared + 1);
    coverage->vain = coverage->aimed + aimed;
    coverage->taken = coverage->vain + aimed;
    coverage->reach = coverage->taken + edges;
    coverage->covered = (_Atomic uint8_t *)(coverage->reach + edges);
    coverage->tried = coverage->covered + edges;
    return 0;
}

void coverage_close(struct coverage *coverage)
{
    shared_close(coverage->shared, coverage->size);
    *coverage = (struct coverage){0};
}

bool coverage_has(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges && atomic_load(&coverage->covered[edge]);
}

static void coverage_count_up(_Atomic uint16_t *counter)
{
    if (atomic_load(counter) < UINT16_MAX)
        atomic_fetch_add(counter, 1);
}

bool coverage_add(struct coverage *coverage, uint32_t edge)
{
    uint8_t not_yet = 0;
    if (edge >= coverage->edges)
        return false;
    coverage_count_up(&coverage->taken[edge]);
    if (!atomic_compare_exchange_strong(&coverage->covered[edge], &not_yet, COVERED))
        return false;
    atomic_fetch_add(&coverage->shared->count, 1);
    return true;
}

void coverage_tell(struct coverage *coverage, uint32_t edge)
{
    if (edge < coverage->edges)
        atomic_store(&coverage->covered[edge], TOLD);
}

bool coverage_told(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges && atomic_load(&coverage->covered[edge]) == TOLD;
}

unsigned coverage_taken(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges ? atomic_load(&coverage->taken[edge]) : 0;
}

unsigned coverage_most(const struct coverage *coverage)
{
    return atomic_load(&coverage->shared->most);
}

unsigned coverage_reach(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges ? atomic_load(&coverage->reach[edge]) : 0;
}

static void coverage_rise(_Atomic uint16_t *value, unsigned to)
{
    if (to > UINT16_MAX)
        to = UINT16_MAX;
    if (atomic_load(value) < to)
        atomic_store(value, (uint16_t)to);
}

void coverage_note_reach(struct coverage *coverage, uint32_t edge, unsigned edges)
{
    coverage_rise(&coverage->shared->most, edges);
    if (edge < coverage->edges)
        coverage_rise(&coverage->reach[edge], edges);
}

uint32_t coverage_count(const struct coverage *coverage)
{
    return atomic_load(&coverage->shared->count);
}

uint8_t coverage_tried(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges ? atomic_load(&coverage->tried[edge]) : 0;
}

bool coverage_try(struct coverage *coverage, uint32_t edge, uint8_t trial)
{
    if (edge >= coverage->edges || (atomic_load(&coverage->tried[edge]) & trial) == trial)
        return false;
    return (atomic_fetch_or(&coverage->tried[edge], trial) & trial) != trial;
}

static size_t coverage_counter(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return edge < coverage->edges ? edge : coverage->edges + key % COVERAGE_ELSEWHERE;
}

unsigned coverage_aimed(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return atomic_load(&coverage->aimed[coverage_counter(coverage, edge, key)]);
}

void coverage_aim(struct coverage *coverage, uint32_t edge, uint64_t key)
{
    coverage_count_up(&coverage->aimed[coverage_counter(coverage, edge, key)]);
}

unsigned coverage_vain(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return atomic_load(&coverage->vain[coverage_counter(coverage, edge, key)]);
}

void coverage_aim_in_vain(struct coverage *coverage, uint32_t edge, uint64_t key)
{
    coverage_count_up(&coverage->vain[coverage_counter(coverage, edge, key)]);
}
