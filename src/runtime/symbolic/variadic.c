/* variadic.c: gives expressions to the arguments of "...", where va_arg() finds them.
 *
 * By the System V ABI of x86-64 (3.5.7), arguments that came in registers are saved in one area,
 * and the others are in another one, in their order. */
#include "runtime/symbolic/abi.h"
#include "runtime/symbolic/nodes.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/symbolic/state.h"

#include <string.h>

enum { GENERAL_END = 48, FLOATING_END = 176, GENERAL = 8, FLOATING = 16, SLOT = 8 };

/* The content of a va_list. */
struct variadic_list {
    unsigned general, floating; /* offsets in `saved` of the next argument of that kind */
    char *others, *saved;
};

void tutti_symbolic_keep(struct symbolic_variadic *kept)
{
    kept->kinds = tutti_symbolic_kinds;
    if (kept->kinds)
        memcpy(kept->expressions, tutti_symbolic_arguments, sizeof kept->expressions);
    tutti_symbolic_kinds = NULL;
}

/* Returns the place of the next argument; NULL: not known. */
static char *variadic_next(struct variadic_list *list, unsigned char kind)
{
    bool is_float = kind == SYMBOLIC_FLOAT || kind == SYMBOLIC_DOUBLE;
    unsigned *offset = is_float ? &list->floating : &list->general;
    if (*offset < (is_float ? FLOATING_END : GENERAL_END)) {
        *offset += is_float ? FLOATING : GENERAL;
        return list->saved + *offset - (is_float ? FLOATING : GENERAL);
    }
    char *at = list->others;
    if (at)
        list->others += SLOT;
    return at;
}

static void variadic_give(char *at, enum symbolic_type type, uint32_t expression)
{
    if (expression && !node_is_origin(expression) && node_get(expression)->type == type)
        shadow_store(at, type, expression, node_get(expression)->value);
    else
        shadow_forget(at, SLOT);
}

void tutti_symbolic_variadic(void *started, uint32_t fixed, const struct symbolic_variadic *kept)
{
    struct variadic_list list;
    if (!kept->kinds || !state_enter())
        return;
    memcpy(&list, started, sizeof list);
    for (unsigned i = fixed; i < kept->kinds[0]; i++) {
        unsigned char kind = kept->kinds[i + 1];
        if (kind == SYMBOLIC_KIND_OTHER)
            break;
        if (kind == SYMBOLIC_KIND_MEMORY) { /* of unknown size */
            list.others = NULL;
            continue;
        }
        char *at = variadic_next(&list, kind);
        if (at)
            variadic_give(at, (enum symbolic_type)kind, kept->expressions[i]);
    }
    state_leave();
}
