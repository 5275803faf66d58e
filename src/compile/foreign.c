#include "compile/foreign.h"

#include <string.h>

/* Words between blanks, from clang --autocomplete and --print-supported-cpus, and from flang
 * --help-hidden. A word that ends in "=" takes a value. Empty if there was no clang when Tutti was
 * built: then all options are passed on. */
extern const char clang_options[], clang_processors[], flang_options[];

/* Options that clang has, but omits from its list. */
static const char clang_unlisted[] =
    " -Werror -Wno-error -Wfatal-errors -Wno-fatal-errors -Werror-implicit-function-declaration"
    " -faligned-new -fno-aligned-new -fimplicit-templates -fno-implicit-templates -finline"
    " -fpermissive -fno-permissive -frecord-gcc-switches -fno-record-gcc-switches"
    " -ftree-vectorize -fno-tree-vectorize -ftree-slp-vectorize -fno-tree-slp-vectorize"
    " -fno-unsigned-char -fdwarf2-cfi-asm -fno-dwarf2-cfi-asm -fno-profile-use -fstack-check"
    " -fno-stack-check -msse4 -mno-sse4 -m80387 -mno-80387 -mno-3dnow -mno-3dnowa -mieee-fp"
    " -fno-var-tracking -fexceptions -g -gdwarf-3 -gno-record-gcc-switches"
    " -grecord-gcc-switches ";
static const char flang_unlisted[] =
    " -fPIC -fpic -fPIE -fpie -fno-PIC -fno-pic -fno-PIE -fno-pie -Werror -fno-backslash"
    " -ffixed-line-length-none -fno-fast-math -fno-openmp -g0 -g1 -g2 -m64 ";

struct replacement {
    const char *from, *to; /* `to` NULL: left out */
};

static const struct replacement clang_replacements[] = {
    {"-gstabs", "-g"}, {"-gstabs+", "-g"}, {"-gcoff", "-g"}, {"-O4", "-O3"}, {"-O5", "-O3"},
    {"-O6", "-O3"},    {"-O7", "-O3"},     {"-O8", "-O3"},   {"-O9", "-O3"},
};
static const struct replacement flang_replacements[] = {
    {"-Os", "-O2"},      {"-Oz", "-O2"},      {"-Og", "-O1"},      {"-ggdb", "-g"},
    {"-g3", "-g"},       {"-ggdb3", "-g"},    {"-ggdb2", "-g"},    {"-gdwarf-4", "-g"},
    {"-gdwarf-5", "-g"}, {"-gdwarf-2", "-g"}, {"-gdwarf-3", "-g"},
};

static bool foreign_listed(const char *list, const char *word, size_t length)
{
    for (const char *at = list; length > 0 && (at = memmem(at, strlen(at), word, length)); at++)
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

static bool foreign_starts(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}

/* Says whether the list has the word, or an option that takes it as value. */
static bool has_option(const char *list, const char *word)
{
    const char *equal = strchr(word, '=');
    return foreign_listed(list, word, strlen(word)) ||
           (equal && foreign_listed(list, word, (size_t)(equal + 1 - word)));
}

static bool warning_known(const char *option)
{
    static const char *const prefixes[] = {"-Werror=", "-Wno-error="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (foreign_starts(option, prefixes[i])) {
            char plain[128] = "-W";
            const char *name = option + strlen(prefixes[i]);
            if (strlen(name) >= sizeof plain - 2)
                return false;
            strcat(plain, name);
            return foreign_listed(clang_options, plain, strlen(plain));
        }
    return foreign_starts(option, "-Wl,") || foreign_starts(option, "-Wa,") ||
           foreign_starts(option, "-Wp,") || foreign_listed(clang_options, option, strlen(option));
}

static bool clang_knows(const char *option)
{
    if (!*clang_options || foreign_listed(clang_unlisted, option, strlen(option)))
        return true;
    if (foreign_starts(option, "--param") || foreign_starts(option, "-specs") ||
        foreign_starts(option, "--specs"))
        return false;
    if (foreign_starts(option, "-march=") || foreign_starts(option, "-mtune=")) {
        const char *processor = strchr(option, '=') + 1;
        return strcmp(processor, "native") == 0 || strcmp(processor, "generic") == 0 ||
               foreign_listed(clang_processors, processor, strlen(processor));
    }
    if (foreign_starts(option, "-W"))
        return warning_known(option);
    return (!foreign_starts(option, "-f") && !foreign_starts(option, "-m")) ||
           has_option(clang_options, option);
}

/* Says whether flang has the option. It lists only one form of an option that can be switched on
 * and off. */
static bool flang_has(const char *option)
{
    char other[128];
    if (has_option(flang_options, option) ||
        foreign_listed(flang_unlisted, option, strlen(option)) ||
        foreign_starts(option, "-ffixed-line-length-"))
        return true;
    if (strlen(option) + sizeof "no-" > sizeof other || (option[1] != 'f' && option[1] != 'm'))
        return false;
    bool negative = foreign_starts(option + 2, "no-");
    other[0] = '-', other[1] = option[1], other[2] = '\0';
    strcat(other, negative ? "" : "no-");
    strcat(other, option + (negative ? strlen("-fno-") : 2));
    return has_option(flang_options, other);
}

static bool flang_knows(const char *option)
{
    static const char *const checked[] = {"-f", "-m", "-W", "-M", "-std=", "-specs", "-static-lib"};
    if (!*flang_options)
        return true;
    if (foreign_starts(option, "-std="))
        return strcmp(option, "-std=f2018") == 0;
    if (foreign_starts(option, "-march=") || foreign_starts(option, "-mtune="))
        return clang_knows(option);
    if (foreign_starts(option, "-Wl,"))
        return true;
    if (strcmp(option, "-pipe") == 0 || foreign_starts(option, "--param"))
        return false;
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++)
        if (foreign_starts(option, checked[i]))
            return flang_has(option);
    return true;
}

const char *foreign_option(const char *option, bool fortran)
{
    const struct replacement *table = fortran ? flang_replacements : clang_replacements;
    size_t count = fortran ? sizeof flang_replacements / sizeof *table
                           : sizeof clang_replacements / sizeof *table;
    for (size_t i = 0; i < count; i++)
        if (strcmp(option, table[i].from) == 0)
            return table[i].to;
    return (fortran ? flang_knows(option) : clang_knows(option)) ? option : NULL;
}
