/* compare.h: models comparisons of texts that come from inputs. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_COMPARE_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/* A comparison of two texts. */
struct comparison {
    const char *a, *b;
    size_t length_a, length_b; /* of the texts themselves */
    size_t most;               /* limit on the bytes that are compared; 0: all */
    bool any_case;
    int order; /* what the real function returned */
};

/* Records the comparison and returns its order; tutti_symbolic_result is the expression of the
 * order. */
int compared(struct comparison *comparison);

#endif
