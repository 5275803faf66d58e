/* calls.h: the call graph: which function may call which. Private to the layer. */
#ifndef TUTTI_IR_CALLS_H
#define TUTTI_IR_CALLS_H

#include "ir/program.h"

/* Fills in calls, targets, callers, components and the order of functions, as program.h says. */
void calls_resolve(struct ir_program *program);

enum hands {
    HAND_OPERANDS, /* consecutive operands go to consecutive parameters */
    HAND_SAME,     /* every parameter gets the first operand */
    HAND_RESULT,   /* the parameter gets the callee's own result */
};

/* A function outside of the program that calls a function passed to it. */
struct calls_handing {
    const char *symbol;
    uint32_t function;        /* operand: the function that it calls */
    uint32_t first_operand;   /* the first operand that it passes on; others follow */
    uint32_t first_parameter; /* the parameter that gets it */
    uint32_t count;           /* how many operands it passes on, at most */
    enum hands hands;
};

/* Returns the entry for the called function; NULL: it is no such function. */
const struct calls_handing *calls_handing(const struct ir_value *call);

#endif
