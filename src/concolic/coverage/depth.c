#include "concolic/coverage/depth.h"

#include "concolic/coverage/shared.h"

#include <stdatomic.h>

enum {
    DEPTH_TESTS = 50, /* tests that are watched before there is a bound */
    DEPTH_STEP = 100, /* the bound is rounded up to a multiple of this */
};

struct depth_watched {
    _Atomic uint32_t tests, longest;
};

int depth_open(struct depth *depth, struct error *error)
{
    depth->watched = shared_open(sizeof *depth->watched, error);
    return depth->watched ? 0 : -1;
}

void depth_close(struct depth *depth)
{
    shared_close(depth->watched, sizeof *depth->watched);
    depth->watched = NULL;
}

uint32_t depth_bound(struct depth *depth, uint32_t constraints)
{
    struct depth_watched *watched = depth->watched;
    if (atomic_load(&watched->tests) >= DEPTH_TESTS) {
        uint32_t longest = atomic_load(&watched->longest);
        return (longest / DEPTH_STEP + 1) * DEPTH_STEP;
    }
    uint32_t before = atomic_load(&watched->longest);
    while (before < constraints &&
           !atomic_compare_exchange_weak(&watched->longest, &before, constraints))
        ;
    atomic_fetch_add(&watched->tests, 1);
    return UINT32_MAX;
}
