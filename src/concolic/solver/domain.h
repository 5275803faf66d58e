/* domain.h: sets of integers: the values that a variable of a problem may have. */
#ifndef TUTTI_CONCOLIC_SOLVER_DOMAIN_H
#define TUTTI_CONCOLIC_SOLVER_DOMAIN_H

#include "concolic/solver/solver.h"

/* Values from `lower` to `upper`, signed or unsigned as the program's source has the variable. */
struct span {
    __int128 lower, upper;
};

/* The values that a variable may have: spans, ascending, that do not touch. No span: nothing is
 * left. */
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
    bool is_unsigned; /* the variable is an unsigned number */
    bool tuned;
    struct span whole;    /* limits of its type, its bounds and MPI */
    struct domain domain; /* the same, reduced by simple constraints */
    __int128 before;      /* its value in the execution; integers only */
};

/* Converts the bits of a variable to a number, and back. */
__int128 unknown_number(const struct unknown *unknown, uint64_t bits);
uint64_t unknown_bits(const struct unknown *unknown, __int128 number);

#endif
