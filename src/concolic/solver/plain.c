
#include "concolic/solver/plain.h"

#include "concolic/solver/engine.h"

#include "concolic/path/operation.h"

/* Returns the smallest value that is not negative, or else the one next below zero (dissertation,
 * 3.3: small values make quick tests). */
static __int128 plain_smallest(const struct domain *domain)
{
    for (size_t i = 0; i < domain->count; i++) {
        if (domain->spans[i].upper >= 0)
            return domain->spans[i].lower > 0 ? domain->spans[i].lower : 0;
    }
    return domain->spans[domain->count - 1].upper;
}

static __int128 plain_nearest(const struct domain *domain, __int128 to)
{
    __int128 best = domain->spans[0].upper;
    for (size_t i = 0; i < domain->count; i++) {
        const struct span *span = &domain->spans[i];
        __int128 here = to < span->lower ? span->lower : to > span->upper ? span->upper : to;
        __int128 distance = here > to ? here - to : to - here;
        __int128 shortest = best > to ? best - to : to - best;
        if (distance < shortest)
            best = here;
    }
    return best;
}

/* Returns the smallest value above `limit`; `limit` if there is none. */
static __int128 plain_above(const struct domain *domain, __int128 limit)
{
    for (size_t i = 0; i < domain->count; i++) {
        if (domain->spans[i].upper > limit)
            return domain->spans[i].lower > limit ? domain->spans[i].lower : limit + 1;
    }
    return limit;
}

/* Makes the rank less than the size. Returns true if it is, or if changing one of them made it so.
 */
static bool plain_settle_ranks(const struct problem *problem, uint64_t *values)
{
    size_t rank = SIZE_MAX, size = SIZE_MAX;
    for (size_t i = 0; i < problem->unknown_count; i++) {
        unsigned kind = problem->trace->variables[problem->unknowns[i].variable].kind;
        size_t *of = kind == SYMBOLIC_RANK ? &rank : kind == SYMBOLIC_SIZE ? &size : NULL;
        if (of && *of != SIZE_MAX)
            return false;
        if (of)
            *of = i;
    }
    if (rank == SIZE_MAX || size == SIZE_MAX || values[rank] < values[size])
        return true;
    const struct unknown *ranks = &problem->unknowns[rank], *sizes = &problem->unknowns[size];
    if (unknown_number(sizes, values[size]) == sizes->before) {
        __int128 limit = unknown_number(ranks, values[rank]);
        values[size] = unknown_bits(sizes, plain_above(&sizes->domain, limit));
    } else if (unknown_number(ranks, values[rank]) == ranks->before) {
        values[rank] = unknown_bits(ranks, plain_smallest(&ranks->domain));
    }
    return values[rank] < values[size];
}

enum solver_answer plain_solve(const struct problem *problem, uint64_t *values)
{
    if (problem->impossible)
        return SOLVER_NONE;
    if (problem->claim_count > 0 || !problem->goal_simple)
        return SOLVER_UNKNOWN;
    for (size_t i = 0; i < problem->unknown_count; i++) {
        const struct unknown *unknown = &problem->unknowns[i];
        const struct domain *domain = &unknown->domain;
        if (operation_is_float(unknown->type)) {
            values[i] = problem->trace->variables[unknown->variable].value;
            continue;
        }
        __int128 value = unknown->before;
        if (!domain_has(domain, value) && problem->engine->options.tuning && unknown->tuned)
            value = plain_smallest(domain);
        else if (!domain_has(domain, value))
            value = plain_nearest(domain, value);
        values[i] = unknown_bits(unknown, value);
    }
    return plain_settle_ranks(problem, values) ? SOLVER_FOUND : SOLVER_UNKNOWN;
}
