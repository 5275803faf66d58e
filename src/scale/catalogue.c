#include "scale/catalogue.h"

#include "launch/process.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_CAP = 1 << 20 };
static const double SECONDS = 30;

static int catalogue_ask(const char *program, const char *question, char **answer,
                         struct error *error)
{
    char *words[] = {(char *)program, (char *)question, NULL};
    int code;
    if (process_capture(words, SECONDS, OUTPUT_CAP, answer, &code, error) != 0)
        return -1;
    if (code == 0)
        return 0;
    error_set(error, ERROR_FAILED, "%s %s failed with exit code %d: %.200s", program, question,
              code, *answer);
    free(*answer);
    return -1;
}

/* Returns the first number with a dot: "Open MPI v4.1.4, package: ...", "MPICH Version: 4.0.2". */
static const char *find_version(const char *text, struct arena *arena)
{
    for (const char *at = text; *at; at++) {
        size_t length = strspn(at, "0123456789.");
        if (length > 2 && isdigit((unsigned char)*at) && memchr(at, '.', length))
            return arena_copy_bytes(arena, at, length);
    }
    return "unknown";
}

static bool catalogue_wanted(const char *patterns, const char *name)
{
    char one[128];
    while (patterns && *patterns) {
        size_t length = strcspn(patterns, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, patterns);
        if (fnmatch(one, name, FNM_CASEFOLD) == 0)
            return true;
        patterns += length + (patterns[length] == ',');
    }
    return false;
}

static int check_patterns(const char *patterns, char *const *names, size_t count,
                          struct error *error)
{
    char one[128];
    while (*patterns) {
        size_t length = strcspn(patterns, ","), i = 0;
        snprintf(one, sizeof one, "%.*s", (int)length, patterns);
        while (i < count && fnmatch(one, names[i], FNM_CASEFOLD) != 0)
            i++;
        if (i == count)
            return error_set(
                error, ERROR_USAGE,
                "--functions: there are no trials for %s in this MPI; did you mean a pattern such "
                "as 'MPI_*gather*'?",
                one);
        patterns += length + (patterns[length] == ',');
    }
    return 0;
}

int catalogue_read(const char *program, const char *patterns, struct arena *arena,
                   struct catalogue *catalogue, struct error *error)
{
    char *text, *rest, *line;
    char **names = NULL;
    size_t count = 0;
    *catalogue = (struct catalogue){0};
    if (catalogue_ask(program, "--version", &text, error) != 0)
        return -1;
    catalogue->version = find_version(text, arena);
    free(text);
    if (catalogue_ask(program, "--list", &text, error) != 0)
        return -1;
    rest = text;
    while ((line = strsep(&rest, "\n")) && *line) {
        char *place = line, *name = strsep(&place, " ");
        struct function function;
        *arena_push(arena, names, count) = arena_copy(arena, name);
        if (place && (!patterns || catalogue_wanted(patterns, name)) &&
            function_parse(name, strcmp(place, "in-place") == 0, &function))
            *arena_push(arena, catalogue->functions, catalogue->function_count) = function;
    }
    free(text);
    return patterns ? check_patterns(patterns, names, count, error) : 0;
}
