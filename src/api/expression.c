#include "api/expression.h"

#include <ctype.h>
#include <string.h>

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

static bool is_function(const char *word, size_t length)
{
    static const char *const functions[] = {"size",      "peers",      "indegree",
                                            "outdegree", "dimensions", "sum"};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strlen(functions[i]) == length && strncmp(functions[i], word, length) == 0)
            return true;
    return false;
}

const char *expression_unknown(const char *expression, const struct api_function *function,
                               struct arena *arena)
{
    for (const char *at = expression; *at;) {
        size_t length = word_length(at);
        if (length == 0) {
            at++;
            continue;
        }
        const char *word = arena_copy_bytes(arena, at, length);
        bool known = isdigit((unsigned char)*at) || strncmp(at, "MPI_", 4) == 0 ||
                     (at[length] == '(' ? is_function(at, length)
                                        : api_function_parameter(function, word) != NULL);
        if (!known)
            return word;
        at += length;
    }
    return NULL;
}

void expression_write_c(const char *expression, struct text *out)
{
    for (const char *at = expression; *at;) {
        size_t length = word_length(at);
        if (length == 0) {
            text_add_char(out, *at++);
        } else if (at[length] == '(') {
            text_add(out, "API_");
            for (size_t i = 0; i < length; i++)
                text_add_char(out, (char)toupper((unsigned char)at[i]));
            at += length;
        } else {
            text_add_bytes(out, at, length);
            at += length;
        }
    }
}
