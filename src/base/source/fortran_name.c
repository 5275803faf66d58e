#include "base/source/fortran_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_name(const char *text)
{
    if (!islower((unsigned char)*text) && *text != '_')
        return false;
    for (; *text; text++)
        if (!islower((unsigned char)*text) && !isdigit((unsigned char)*text) && *text != '_')
            return false;
    return true;
}

/* Returns the name behind the last capital letter, which gives the kind; NULL: there is none. */
static const char *last_part(const char *symbol)
{
    const char *name = NULL;
    for (const char *each = symbol; *each; each++)
        if (isupper((unsigned char)*each))
            name = each + 1;
    return name && is_name(name) ? name : NULL;
}

/* Returns "solve" for "__heat_MOD_solve". */
static const char *in_module(const char *symbol)
{
    const char *mark = strncmp(symbol, "__", 2) == 0 ? strstr(symbol, "_MOD_") : NULL;
    const char *name = mark && mark > symbol + 2 ? mark + strlen("_MOD_") : NULL;
    return name && is_name(name) ? name : NULL;
}

char *fortran_procedure(struct arena *arena, const char *symbol)
{
    const char *name = strncmp(symbol, "_Q", 2) == 0 ? last_part(symbol + 2) : in_module(symbol);
    if (name)
        return arena_copy(arena, name);
    size_t length = strlen(symbol);
    if (length < 2 || symbol[length - 1] != '_' || symbol[length - 2] == '_' || !is_name(symbol) ||
        symbol[0] == '_')
        return NULL;
    return arena_copy_bytes(arena, symbol, length - 1);
}

char *fortran_variable(struct arena *arena, const char *symbol)
{
    if (strncmp(symbol, "_Q", 2) != 0) {
        const char *name = in_module(symbol);
        return name ? arena_copy(arena, name) : NULL;
    }
    const char *name = last_part(symbol + 2);
    bool constant = name && name[-1] == 'C' && name[-2] == 'E';
    return name && (name[-1] == 'E' || constant) ? arena_copy(arena, name) : NULL;
}
