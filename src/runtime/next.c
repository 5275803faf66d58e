#include "runtime/next.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

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
        /* ld.so does the same with such a program. */
        fprintf(stderr,
                "%s: symbol lookup error: undefined symbol: %s, which the MPI of this program"
                " does not have\n",
                program_invocation_name, name);
        _exit(127);
    }
    return symbol;
}
