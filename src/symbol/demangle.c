#include "symbol/demangle.h"

#include "base/source/fortran_name.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *mangled, char *buffer, size_t *length, int *status);

/* Loads the demangler of the C++ runtime, with the first name of C++, and keeps it: a command
 * linked to it would start later. NULL: there is none. */
static demangler *load_demangler(void)
{
    void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    demangler *found = NULL;
    if (library)
        *(void **)&found = dlsym(library, "__cxa_demangle");
    return found; /* cppcheck-suppress resourceLeak ; it stays loaded */
}

static bool demangle_starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Returns the place after the bracket that closes the one at the start. */
static const char *skip_group(const char *text)
{
    int depth = 0;
    do {
        if (strchr("(<{[", *text))
            depth++;
        else if (strchr(")>}]", *text))
            depth--;
        text++;
    } while (*text && depth > 0);
    return text;
}

/* Returns the place after "operator" and its name: "<<", "()", " new". */
static const char *skip_operator(const char *text)
{
    text += strlen("operator");
    return text + (demangle_starts(text, "()") ? 2 : strcspn(text, "("));
}

/* Returns the length of one piece: a bracket with its content, an operator, or a character. */
static size_t piece_length(const char *text)
{
    if (strchr("(<{[", *text))
        return (size_t)(skip_group(text) - text);
    if (demangle_starts(text, "operator"))
        return (size_t)(skip_operator(text) - text);
    return 1;
}

/* Reduces the text to the name, in place. Text before a space is the type of the result. Brackets
 * are parameters: of the function, or of one that the name is local to. */
static void keep_name(char *text)
{
    char *out = text;
    for (const char *in = text; *in;) {
        size_t length = piece_length(in);
        bool parameters = *in == '(' && !demangle_starts(in, "(anonymous namespace)");
        if (parameters && out > text) {
            in += length;
            in += demangle_starts(in, " const") ? strlen(" const") : 0;
            if (!demangle_starts(in, "::"))
                break;
            continue;
        }
        if (*in == ' ') {
            out = text;
        } else {
            memmove(out, in, length);
            out += length;
        }
        in += length;
    }
    *out = '\0';
}

char *demangle(char *symbol, struct arena *arena)
{
    int status = -1;
    char *procedure = fortran_procedure(arena, symbol);
    if (procedure)
        return procedure;
    demangler *function = demangle_starts(symbol, "_Z") ? load_demangler() : NULL;
    char *found = function ? function(symbol, NULL, NULL, &status) : NULL;
    if (!found || status != 0)
        return symbol;
    keep_name(found);
    char *copy = *found ? arena_copy(arena, found) : symbol;
    free(found);
    return copy;
}
