#include "concolic/coverage.h"

#include <sys/mman.h>

enum {
    BOUND_TESTS = 50, /* that are watched before there is a bound */
    BOUND_STEP = 100, /* to which it is rounded up */
    PROBES = 64,      /* entries that are looked at for one path */
};

enum { COVERED = 1, TOLD = 2 };

struct coverage_shared {
    _Alignas(uint64_t) _Atomic uint32_t count; /* what lies behind it has numbers of that size */
    _Atomic uint32_t asked;
    _Atomic uint32_t watched, longest;
    _Atomic uint16_t most;
};

struct coverage_path {
    _Atomic uint64_t key; /* 0: none */
    _Atomic uint32_t schedules;
    _Atomic uint32_t cut; /* there are more */
};

/* Of two that are added at once, one may be lost, or there twice. */
struct coverage_number {
    _Atomic uint64_t name; /* 0: none */
    _Atomic uint64_t count;
    _Atomic uint64_t values[COVERAGE_VALUES_EACH];
};

int coverage_open(struct coverage *coverage, uint32_t edges, struct error *error)
{
    size_t aimed = (edges + (size_t)COVERAGE_ELSEWHERE) * sizeof(uint16_t);
    size_t taken = edges * sizeof(uint16_t);
    size_t asked = (size_t)COVERAGE_QUESTIONS * sizeof(uint64_t);
    size_t paths = (size_t)COVERAGE_PATHS * sizeof(struct coverage_path);
    size_t numbers = (size_t)COVERAGE_NUMBERS * sizeof(struct coverage_number);
    *coverage = (struct coverage){.edges = edges,
                                  .size = sizeof(struct coverage_shared) + numbers + asked + paths +
                                          2 * aimed + 2 * taken + 2 * (size_t)edges +
                                          COVERAGE_BEGINNINGS / 8};
    char *memory = mmap(NULL, coverage->size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return error_errno(error, "there is no memory for what tests share");
    coverage->shared = (struct coverage_shared *)memory;
    memory += sizeof(struct coverage_shared);
    coverage->numbers = (struct coverage_number *)memory;
    memory += numbers;
    coverage->asked = (_Atomic uint64_t *)memory;
    coverage->paths = (struct coverage_path *)(memory + asked);
    coverage->aimed = (_Atomic uint16_t *)(memory + asked + paths);
    coverage->vain = (_Atomic uint16_t *)(memory + asked + paths + aimed);
    coverage->taken = (_Atomic uint16_t *)(memory + asked + paths + 2 * aimed);
    coverage->reach = coverage->taken + edges;
    coverage->covered = (_Atomic uint8_t *)(memory + asked + paths + 2 * aimed + 2 * taken);
    coverage->tried = coverage->covered + edges;
    coverage->beginnings = coverage->tried + edges;
    return 0;
}

void coverage_close(struct coverage *coverage)
{
    if (coverage->shared)
        munmap(coverage->shared, coverage->size);
    *coverage = (struct coverage){0};
}

bool coverage_has(const struct coverage *coverage, uint32_t edge)
{
    return edge < coverage->edges && atomic_load(&coverage->covered[edge]);
}

static void count(_Atomic uint16_t *counter)
{
    if (atomic_load(counter) < UINT16_MAX)
        atomic_fetch_add(counter, 1);
}

bool coverage_add(struct coverage *coverage, uint32_t edge)
{
    uint8_t not_yet = 0;
    if (edge >= coverage->edges)
        return false;
    count(&coverage->taken[edge]);
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

static void rise(_Atomic uint16_t *value, unsigned to)
{
    if (to > UINT16_MAX)
        to = UINT16_MAX;
    if (atomic_load(value) < to)
        atomic_store(value, (uint16_t)to);
}

void coverage_note_reach(struct coverage *coverage, uint32_t edge, unsigned edges)
{
    rise(&coverage->shared->most, edges);
    if (edge < coverage->edges)
        rise(&coverage->reach[edge], edges);
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

static size_t counter(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return edge < coverage->edges ? edge : coverage->edges + key % COVERAGE_ELSEWHERE;
}

unsigned coverage_aimed(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return atomic_load(&coverage->aimed[counter(coverage, edge, key)]);
}

void coverage_aim(struct coverage *coverage, uint32_t edge, uint64_t key)
{
    count(&coverage->aimed[counter(coverage, edge, key)]);
}

unsigned coverage_vain(const struct coverage *coverage, uint32_t edge, uint64_t key)
{
    return atomic_load(&coverage->vain[counter(coverage, edge, key)]);
}

void coverage_aim_in_vain(struct coverage *coverage, uint32_t edge, uint64_t key)
{
    count(&coverage->vain[counter(coverage, edge, key)]);
}

/* The place of the key in the table, or the free one where it belongs. */
static size_t place_of(const struct coverage *coverage, uint64_t key)
{
    size_t at = key % COVERAGE_QUESTIONS;
    for (uint64_t there; (there = atomic_load(&coverage->asked[at])) && there != key;)
        at = (at + 1) % COVERAGE_QUESTIONS;
    return at;
}

bool coverage_ask(struct coverage *coverage, uint64_t key)
{
    key = key ? key : 1;
    if (atomic_load(&coverage->shared->asked) >= COVERAGE_QUESTIONS / 2)
        return !coverage_asked(coverage, key);
    for (;;) {
        uint64_t nobody = 0;
        size_t at = place_of(coverage, key);
        if (atomic_load(&coverage->asked[at]) == key)
            return false;
        if (!atomic_compare_exchange_strong(&coverage->asked[at], &nobody, key))
            continue;
        atomic_fetch_add(&coverage->shared->asked, 1);
        return true;
    }
}

bool coverage_asked(const struct coverage *coverage, uint64_t key)
{
    key = key ? key : 1;
    return atomic_load(&coverage->asked[place_of(coverage, key)]) == key;
}

/* The entry of the path, or the free one where it belongs; NULL: there is no room. */
static struct coverage_path *entry_of(const struct coverage *coverage, uint64_t path)
{
    for (size_t i = 0; i < PROBES; i++) {
        struct coverage_path *entry = &coverage->paths[(path + i) % COVERAGE_PATHS];
        uint64_t there = atomic_load(&entry->key);
        if (there == path || there == 0)
            return entry;
    }
    return NULL;
}

uint32_t coverage_schedules_left(const struct coverage *coverage, uint64_t path, uint32_t most)
{
    const struct coverage_path *entry = entry_of(coverage, path ? path : 1);
    uint32_t count = entry ? atomic_load(&entry->schedules) : most;
    return count < most ? most - count : 0;
}

/* The same, and it is the path's own from now on. */
static struct coverage_path *own_entry_of(struct coverage *coverage, uint64_t path)
{
    for (;;) {
        uint64_t nobody = 0;
        struct coverage_path *entry = entry_of(coverage, path);
        if (!entry || atomic_load(&entry->key) == path ||
            atomic_compare_exchange_strong(&entry->key, &nobody, path))
            return entry;
    }
}

bool coverage_count_schedule(struct coverage *coverage, uint64_t path, uint32_t most)
{
    struct coverage_path *entry = own_entry_of(coverage, path ? path : 1);
    return entry && atomic_fetch_add(&entry->schedules, 1) < most;
}

bool coverage_cut_schedules(struct coverage *coverage, uint64_t path)
{
    struct coverage_path *entry = own_entry_of(coverage, path ? path : 1);
    return !entry || atomic_exchange(&entry->cut, 1) == 0;
}

bool coverage_pass(struct coverage *coverage, uint64_t path)
{
    size_t bit = path % COVERAGE_BEGINNINGS;
    uint8_t mask = (uint8_t)(1U << (bit % 8));
    return !(atomic_fetch_or(&coverage->beginnings[bit / 8], mask) & mask);
}

/* Where the number is, or would be; NULL: there is no room. */
static struct coverage_number *number_of(const struct coverage *coverage, uint64_t name)
{
    for (uint64_t i = 0; i < PROBES; i++) {
        struct coverage_number *number = &coverage->numbers[(name + i) % COVERAGE_NUMBERS];
        uint64_t other = atomic_load(&number->name);
        if (other == name || other == 0)
            return number;
    }
    return NULL;
}

size_t coverage_values(const struct coverage *coverage, uint64_t name,
                       uint64_t values[COVERAGE_VALUES_EACH])
{
    const struct coverage_number *number = number_of(coverage, name);
    size_t count = number && atomic_load(&number->name) == name ? atomic_load(&number->count) : 0;
    if (count > COVERAGE_VALUES_EACH)
        count = COVERAGE_VALUES_EACH;
    for (size_t i = 0; i < count; i++)
        values[i] = atomic_load(&number->values[i]);
    return count;
}

void coverage_note_value(struct coverage *coverage, uint64_t name, uint64_t value)
{
    struct coverage_number *number = number_of(coverage, name);
    uint64_t none = 0;
    if (!number || (!atomic_compare_exchange_strong(&number->name, &none, name) && none != name))
        return;
    uint64_t count = atomic_load(&number->count);
    for (uint64_t i = 0; i < count && i < COVERAGE_VALUES_EACH; i++)
        if (atomic_load(&number->values[i]) == value)
            return;
    if (count < COVERAGE_VALUES_EACH) {
        atomic_store(&number->values[count], value);
        atomic_store(&number->count, count + 1);
    }
}

uint32_t coverage_bound(struct coverage *coverage, uint32_t constraints)
{
    struct coverage_shared *shared = coverage->shared;
    if (atomic_load(&shared->watched) >= BOUND_TESTS) {
        uint32_t longest = atomic_load(&shared->longest);
        return (longest / BOUND_STEP + 1) * BOUND_STEP;
    }
    uint32_t before = atomic_load(&shared->longest);
    while (before < constraints &&
           !atomic_compare_exchange_weak(&shared->longest, &before, constraints))
        ;
    atomic_fetch_add(&shared->watched, 1);
    return UINT32_MAX;
}
