/* model_strings.c: texts that are compared, copied and searched. */
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/variables.h"

#include <string.h>

MODEL_OF(strcmp);

/* A text of an input was compared with one that is none: it could have been that. */
static void compared(const char *a, const char *b, bool equal)
{
    if (!state_enter())
        return;
    uint32_t word = variable_word(a, strlen(a));
    if (word == VARIABLE_NONE) {
        const char *other = a;
        a = b;
        b = other;
        word = variable_word(a, strlen(a));
    }
    if (word != VARIABLE_NONE)
        event_text(word, b, 0, equal);
    state_leave();
}

int tutti_model_strcmp(const char *a, const char *b)
{
    int order = strcmp(a, b);
    compared(a, b, order == 0);
    tutti_symbolic_result = 0;
    return order;
}
