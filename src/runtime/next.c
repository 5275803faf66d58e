#include "runtime/next.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *next_symbol_or_null(void *_Atomic *found, const char *name)
{
    void *symbol = *found;
    if (!symbol) {
        symbol = dlsym(RTLD_NEXT, name);
        *found = symbol;
    }
    return symbol;
}

void *next_symbol(void *_Atomic *found, const char *name)
{
    void *symbol = next_symbol_or_null(found, name);
    if (!symbol) {
        fprintf(stderr,
                "tutti: the program calls %s, which its MPI library does not "
                "provide\n",
                name);
        abort();
    }
    return symbol;
}
