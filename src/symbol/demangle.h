/* demangle.h: names of C++ in the symbol table, as a person reads them. */
#ifndef TUTTI_SYMBOL_DEMANGLE_H
#define TUTTI_SYMBOL_DEMANGLE_H

#include "base/memory.h"

/* "_ZN4grid5relaxEi" is "grid::relax": no parameters, no type of the result. A name that is not one
 * of C++ stays as it is, as all do where the C++ runtime is not installed. */
char *demangle(char *symbol, struct arena *arena);

#endif
