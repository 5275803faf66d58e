/* cache.h: keeps answers, for problems that occur again in this or another trace. */
#ifndef TUTTI_CONCOLIC_SOLVER_CACHE_H
#define TUTTI_CONCOLIC_SOLVER_CACHE_H

#include "concolic/solver/problem.h"

struct cache;
struct cache *cache_open(void);
void cache_close(struct cache *cache);
bool cache_find(struct cache *cache, const struct problem *problem, uint64_t *values,
                enum solver_answer *answer, bool *simplified);
void cache_keep(struct cache *cache, const struct problem *problem, const uint64_t *values,
                enum solver_answer answer, bool simplified);

#endif
