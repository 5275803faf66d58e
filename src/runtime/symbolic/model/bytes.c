/* bytes.c: models functions that convert letters to upper or lower case. The result is still the
 * same byte of an input: a program that compares in one case finds the word in any case. */
#include "runtime/symbolic/model/model.h"

#include <ctype.h>

#undef toupper
#undef tolower
MODEL_OF(toupper);
MODEL_OF(tolower);

/* Returns the expression of a byte after letters from `first` on are moved by `by`, as in the C
 * locale. */
static uint32_t byte_moved(uint32_t expression, int value, int result, int first, int by)
{
    if (!expression || node_is_origin(expression))
        return expression;
    if (!state_enter())
        return 0;
    const uint32_t count = 'z' - 'a';
    uint32_t from_first = node_binary(SYMBOLIC_SUBTRACT, SYMBOLIC_I32, expression, 0,
                                      (uint32_t)value, (uint32_t)first, (uint32_t)(value - first));
    uint32_t letter =
        node_binary(SYMBOLIC_LESS_EQUAL_UNSIGNED, SYMBOLIC_I1, from_first, 0,
                    (uint32_t)(value - first), count, (uint32_t)(value - first) <= count);
    uint32_t other = node_binary(SYMBOLIC_ADD, SYMBOLIC_I32, expression, 0, (uint32_t)value,
                                 (uint32_t)by, (uint32_t)(value + by));
    uint32_t id = letter && other ? node_make(SYMBOLIC_CHOOSE, SYMBOLIC_I32, letter, other,
                                              expression, (uint32_t)result)
                                  : 0;
    state_leave();
    return id;
}

int tutti_model_toupper(int byte)
{
    int result = toupper(byte);
    tutti_symbolic_result = byte_moved(tutti_symbolic_arguments[0], byte, result, 'a', 'A' - 'a');
    return result;
}

int tutti_model_tolower(int byte)
{
    int result = tolower(byte);
    tutti_symbolic_result = byte_moved(tutti_symbolic_arguments[0], byte, result, 'A', 'a' - 'A');
    return result;
}
