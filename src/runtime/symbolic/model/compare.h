/* compare.h: texts of inputs that are compared. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_COMPARE_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/* Two texts, as far as they are compared. */
struct comparison {
    const char *a, *b;
    size_t length_a, length_b; /* what each of them has */
    size_t most;               /* bytes that are looked at, at most; 0: all */
    bool any_case;
    int order; /* what the real function returned */
};

/* Says what was compared, and gives the order; tutti_symbolic_result is its expression. */
int compared(struct comparison *comparison);

#endif
