/* numbers.h: models conversions of input texts to numbers. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_MODEL_NUMBERS_H
#define TUTTI_RUNTIME_SYMBOLIC_MODEL_NUMBERS_H

#include "runtime/symbolic/expression.h"

#include <stdbool.h>

/* How a function converts. */
struct conversion {
    enum symbolic_type type;
    bool is_signed;
    int base; /* as strtol() takes it; -1: floating point */
};

/* Returns the expression of a number that is at [text, end), with blanks before it. If there is
 * none (end == text), the word there could be a number in another test. Inside state_enter(). */
uint32_t number_at(const char *text, const char *end, const struct conversion *conversion,
                   uint64_t value);
/* Records that such a number was stored in memory. */
void number_stored(void *at, const char *text, const char *end,
                   const struct conversion *conversion);

#endif
