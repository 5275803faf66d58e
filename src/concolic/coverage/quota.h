/* quota.h: counts the executed schedules of each path, for all workers of a machine. */
#ifndef TUTTI_CONCOLIC_COVERAGE_QUOTA_H
#define TUTTI_CONCOLIC_COVERAGE_QUOTA_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { QUOTA_PATHS = 1 << 18 }; /* paths whose schedules are counted; other paths get none */

struct quota_path;

struct quota {
    struct quota_path *paths;
};

int quota_open(struct quota *quota, struct error *error);
void quota_close(struct quota *quota);

/* Returns how many of `most` schedules of the path are left. */
uint32_t quota_left(const struct quota *quota, uint64_t path, uint32_t most);
/* Reserves one more schedule of the path; returns false at the limit. */
bool quota_take(struct quota *quota, uint64_t path, uint32_t most);
/* Notes that the path has more schedules than the limit. Returns true the first time. */
bool quota_exceed(struct quota *quota, uint64_t path);

#endif
