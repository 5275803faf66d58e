/* domain.h: sets of integers: what a variable of a problem may be. */
#ifndef TUTTI_CONCOLIC_SOLVER_DOMAIN_H
#define TUTTI_CONCOLIC_SOLVER_DOMAIN_H

#include "concolic/solver/solver.h"

/* Values from `lower` to `upper`, as the program's source understands the variable. */
struct span {
    __int128 lower, upper;
};

/* What a variable may be: spans, ascending, that do not touch. None: nothing is left. */
struct domain {
    struct span *spans;
    size_t count, space;
};

void domain_keep(struct domain *domain, const struct span *spans, size_t count);
bool domain_has(const struct domain *domain, __int128 value);

/* A variable of a problem. */
struct unknown {
    uint32_t variable;
    unsigned type;
    bool is_unsigned; /* its values are those of an unsigned number */
    bool tuned;
    struct span whole;    /* by its type, its bounds and MPI */
    struct domain domain; /* by the simple constraints, too */
    __int128 before;      /* its value in the execution; integers only */
};

/* Bits of a variable as a number, and back. */
__int128 unknown_number(const struct unknown *unknown, uint64_t bits);
uint64_t unknown_bits(const struct unknown *unknown, __int128 number);

#endif
