/* function.h: solves one function: finds the taint of its values, and the state of memory at each
 * block. */
#ifndef TUTTI_STATIC_UNIFORMITY_FUNCTION_H
#define TUTTI_STATIC_UNIFORMITY_FUNCTION_H

#include "static/uniformity/taint.h"

struct block_facts {
    struct state out;
    struct taint branch;  /* of the condition that ends the block */
    bool registered;      /* the joins of its branch have it in `influences` */
    uint32_t *influences; /* blocks with a branch that makes this block a join */
    size_t influence_count;
    uint32_t *leaving; /* of the head of a loop: blocks with a branch that may leave the loop */
    size_t leaving_count;
};

struct solver {
    struct uniformity *uniformity;
    struct solution *solution;
    const struct ir_function *function;
    const struct regions *regions;
    struct arena arena; /* of the states; freed when the function is solved */
    struct block_facts *blocks;
    struct state state; /* at the current instruction; has room for `space` cells */
    uint32_t space;
    bool final; /* states are stable: tell callees and remember what was written */
    bool changed;
    bool pending;    /* some function is queued */
    bool forms_only; /* do not solve callees again because of what calls pass to them */
};

void function_solve(struct solver *solver, const struct ir_function *function);
struct taint taint_of(struct solver *solver, const struct ir_value *value);
/* Replaces parameters by what all calls of the function pass. */
struct taint taint_closed(struct uniformity *uniformity, const struct solution *solution,
                          const struct ir_function *function, struct taint taint);

#endif
