/* constants.c: the tool tutti-api-constants. Says which of the constants of constants.api a given
 * mpi.h has, as lines for the preprocessor:
 *   CONSTANT(datatype, MPI_INT)     a constant of a kind
 *   VARIABLE(weights, MPI_UNWEIGHTED)  one that this MPI declares as a variable
 *   WEAK(ompi_mpi_int)              a symbol of the MPI library that the constants refer to
 * Each of the three is left out unless its macro is defined where the file is included. A guest
 * declares the symbols weak, so that it can be loaded into programs that have no MPI.
 *
 * Usage: tutti-api-constants constants.api HEADER OUTPUT, HEADER being the output of cc -E -dD; or
 * "-" for all of the list, each as a CONSTANT.
 */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_CAP = 16 * 1024 * 1024 };

struct lists {
    struct text constants, variables, weak;
};

static bool constants_is_word(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

/* Returns the place of the whole word in the text, or NULL. */
static const char *find_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !constants_is_word(at[-1])) && !constants_is_word(at[length]))
            return at;
    return NULL;
}

/* Open MPI: #define MPI_INT OMPI_PREDEFINED_GLOBAL(MPI_Datatype, ompi_mpi_int) */
static void constants_add_symbol(const char *definition, struct text *weak)
{
    const char *end = strchr(definition, '\n');
    const char *macro = strstr(definition, "OMPI_PREDEFINED_GLOBAL(");
    if (!macro || !end || macro > end)
        return;
    const char *symbol = strchr(macro, ',');
    if (!symbol || symbol > end)
        return;
    symbol += strspn(symbol, ", ");
    size_t length = strspn(symbol, "abcdefghijklmnopqrstuvwxyz0123456789_");
    text_addf(weak, "WEAK(%.*s)\n", (int)length, symbol);
}

/* Open MPI: #define MPI_LB THIS_SYMBOL_WAS_REMOVED_IN_MPI30(MPI_LB, ...) breaks any use of it. */
static bool constants_removed(const char *definition)
{
    const char *mark = strstr(definition, "THIS_");
    const char *end = strchr(definition, '\n');
    return mark && end && mark < end;
}

/* Adds a constant to the lists; without a header, all constants exist. */
static void add_constant(const char *header, const char *kind, const char *name,
                         struct lists *lists)
{
    char define[160];
    if (!header) {
        text_addf(&lists->constants, "CONSTANT(%s, %s)\n", kind, name);
        return;
    }
    snprintf(define, sizeof define, "#define %s ", name);
    const char *at = strstr(header, define);
    if (!at)
        at = find_word(header, name); /* an enumerator or a variable */
    if (!at || constants_removed(at))
        return;
    bool variable = at > header + 6 && strncmp(at - 6, "const ", 6) == 0;
    text_addf(variable ? &lists->variables : &lists->constants, "%s(%s, %s)\n",
              variable ? "VARIABLE" : "CONSTANT", kind, name);
    if (variable)
        text_addf(&lists->weak, "WEAK(%s)\n", name);
    else
        constants_add_symbol(at, &lists->weak);
}

static void constants_read_list(char *list, const char *header, struct lists *lists)
{
    char kind[64] = "";
    for (char *line; (line = strsep(&list, "\n"));) {
        if (*line == '#')
            continue;
        char *colon = strchr(line, ':');
        if (colon) {
            snprintf(kind, sizeof kind, "%.*s", (int)strcspn(line, " :"), line);
            line = colon + 1;
        }
        while (*(line += strspn(line, " "))) {
            size_t length = strcspn(line, " ");
            char name[128];
            snprintf(name, sizeof name, "%.*s", (int)length, line);
            add_constant(header, kind, name, lists);
            line += length;
        }
    }
}

int main(int argc, char **argv)
{
    struct error error;
    char *list, *header = NULL;
    if (argc != 4) {
        fputs("usage: tutti-api-constants constants.api HEADER OUTPUT\n", stderr);
        return ERROR_USAGE;
    }
    if (file_read(argv[1], INPUT_CAP, &list, NULL, &error) != 0 ||
        (strcmp(argv[2], "-") != 0 && file_read(argv[2], INPUT_CAP, &header, NULL, &error) != 0)) {
        fprintf(stderr, "tutti-api-constants: %s\n", error.text);
        return ERROR_FAILED;
    }
    struct lists lists;
    text_init(&lists.constants, INPUT_CAP);
    text_init(&lists.variables, INPUT_CAP);
    text_init(&lists.weak, INPUT_CAP);
    constants_read_list(list, header, &lists);
    struct text out;
    text_init(&out, INPUT_CAP);
    text_addf(&out, "#ifdef WEAK\n%s#endif\n#ifdef CONSTANT\n%s#endif\n#ifdef VARIABLE\n%s#endif\n",
              lists.weak.data, lists.constants.data, lists.variables.data);
    int failed = file_write(argv[3], out.data, out.length, &error);
    if (failed)
        fprintf(stderr, "tutti-api-constants: %s\n", error.text);
    text_free(&out);
    text_free(&lists.constants);
    text_free(&lists.variables);
    text_free(&lists.weak);
    free(list);
    free(header);
    return failed ? ERROR_FAILED : 0;
}
