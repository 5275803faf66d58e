#include "concolic/coverage/quota.h"

#include "concolic/coverage/shared.h"

#include <stdatomic.h>

enum { QUOTA_PROBES = 64 }; /* entries that are examined for one path */

struct quota_path {
    _Atomic uint64_t key; /* 0: none */
    _Atomic uint32_t schedules;
    _Atomic uint32_t exceeded;
};

int quota_open(struct quota *quota, struct error *error)
{
    quota->paths = shared_open(QUOTA_PATHS * sizeof *quota->paths, error);
    return quota->paths ? 0 : -1;
}

void quota_close(struct quota *quota)
{
    shared_close(quota->paths, QUOTA_PATHS * sizeof *quota->paths);
    quota->paths = NULL;
}

/* Returns the entry of the path, or the free one where it belongs; NULL: no room. */
static struct quota_path *quota_find(const struct quota *quota, uint64_t path)
{
    for (size_t i = 0; i < QUOTA_PROBES; i++) {
        struct quota_path *entry = &quota->paths[(path + i) % QUOTA_PATHS];
        uint64_t there = atomic_load(&entry->key);
        if (there == path || there == 0)
            return entry;
    }
    return NULL;
}

uint32_t quota_left(const struct quota *quota, uint64_t path, uint32_t most)
{
    const struct quota_path *entry = quota_find(quota, path ? path : 1);
    uint32_t count = entry ? atomic_load(&entry->schedules) : most;
    return count < most ? most - count : 0;
}

/* Does the same as quota_find(), and gives the entry to the path. */
static struct quota_path *quota_own(struct quota *quota, uint64_t path)
{
    for (;;) {
        uint64_t nobody = 0;
        struct quota_path *entry = quota_find(quota, path);
        if (!entry || atomic_load(&entry->key) == path ||
            atomic_compare_exchange_strong(&entry->key, &nobody, path))
            return entry;
    }
}

bool quota_take(struct quota *quota, uint64_t path, uint32_t most)
{
    struct quota_path *entry = quota_own(quota, path ? path : 1);
    return entry && atomic_fetch_add(&entry->schedules, 1) < most;
}

bool quota_exceed(struct quota *quota, uint64_t path)
{
    struct quota_path *entry = quota_own(quota, path ? path : 1);
    return !entry || atomic_exchange(&entry->exceeded, 1) == 0;
}
