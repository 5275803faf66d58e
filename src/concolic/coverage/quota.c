#include "concolic/coverage/quota.h"

#include "concolic/coverage/shared.h"

#include <stdatomic.h>

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

uint32_t quota_left(const struct quota *quota, uint64_t path, uint32_t most)
{
    const struct quota_path *entry =
        shared_find(quota->paths, QUOTA_PATHS, sizeof *quota->paths, path ? path : 1);
    uint32_t count = entry ? atomic_load(&entry->schedules) : most;
    return count < most ? most - count : 0;
}

static struct quota_path *quota_own(struct quota *quota, uint64_t path)
{
    return shared_claim(quota->paths, QUOTA_PATHS, sizeof *quota->paths, path ? path : 1);
}

bool quota_take(struct quota *quota, uint64_t path, uint32_t most)
{
    struct quota_path *entry = quota_own(quota, path);
    return entry && atomic_fetch_add(&entry->schedules, 1) < most;
}

bool quota_exceed(struct quota *quota, uint64_t path)
{
    struct quota_path *entry = quota_own(quota, path);
    return !entry || atomic_exchange(&entry->exceeded, 1) == 0;
}
