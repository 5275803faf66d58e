/* function.h: solves one function: what its values are made of, and what memory holds at each block. */
#ifndef TUTTI_STATIC_UNIFORMITY_FUNCTION_H
#define TUTTI_STATIC_UNIFORMITY_FUNCTION_H

#include "static/uniformity/taint.h"

struct block_facts {
    struct state out;
    struct taint branch;  /* of the condition at its end */
    bool registered;      /* its joins know of it */
    uint32_t *influences; /* blocks whose branches make it a join */
    size_t influence_count;
    uint32_t *leaving; /* of the head of a loop: blocks whose branches may leave it */
    size_t leaving_count;
};

struct solver {
    struct uniformity *uniformity;
    struct solution *solution;
    const struct ir_function *function;
    const struct regions *regions;
    struct arena arena; /* of the states: gone when the function is solved */
    struct block_facts *blocks;
    struct state state; /* at the instruction at hand; `space` cells */
    uint32_t space;
    bool final; /* states are stable: tell callees and remember what was written */
    bool changed;
    bool pending;    /* some function is queued */
    bool forms_only; /* callees are not solved again for what calls tell them */
};

void function_solve(struct solver *solver, const struct ir_function *function);
struct taint taint_of(struct solver *solver, const struct ir_value *value);
/* Parameters resolved to what all calls of the function pass. */
struct taint taint_closed(struct uniformity *uniformity, const struct solution *solution,
                          const struct ir_function *function, struct taint taint);

#endif
