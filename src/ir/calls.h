/* calls.h: the call graph: who may call whom. Private to the layer. */
#ifndef TUTTI_IR_CALLS_H
#define TUTTI_IR_CALLS_H

#include "ir/program.h"

/* Fills in what program.h says about calls, targets, callers, components and the order. */
void calls_resolve(struct ir_program *program);

enum hands {
    HAND_OPERANDS, /* one after the other */
    HAND_SAME,     /* every parameter gets the first */
    HAND_RESULT,   /* its own result */
};

/* A function outside of the program that calls functions that it is given. */
struct calls_handing {
    const char *symbol;
    uint32_t function;        /* operand: the function that it calls */
    uint32_t first_operand;   /* operand that it hands on, and those behind it */
    uint32_t first_parameter; /* the parameter that gets it */
    uint32_t count;           /* how many it hands on, at most */
    enum hands hands;
};

/* NULL: the call is none of such a function. */
const struct calls_handing *calls_handing(const struct ir_value *call);

#endif
