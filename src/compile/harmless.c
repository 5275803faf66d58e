#include "compile/harmless.h"

#include <stddef.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool harmless_is_one_of(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

static bool harmless_starts(const char *word, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(word, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Options NAME=VALUE whose value is one of a few words or a number, or is only written into the
 * object. */
static const char *const harmless_values[] = {
    "-O",
    "-std=",
    "-debug-info-",
    "-debugger-tuning=",
    "-dwarf-version=",
    "-fdebug-compilation-dir=",
    "-fcoverage-compilation-dir=",
    "-fdebug-prefix-map=",
    "-ffile-prefix-map=",
    "-fmacro-prefix-map=",
    "-fcoverage-prefix-map=",
    "-ffp-",
    "-fdenormal-fp-math",
    "-fgnuc-version=",
    "-fms-compatibility-version=",
    "-fcf-protection=",
    "-ftls-model=",
    "-fvisibility=",
    "-funwind-tables=",
    "-fsanitize=",
    "-fsanitize-recover=",
    "-fsanitize-trap=",
    "-fsanitize-address-",
    "-fsanitize-memory-",
    "-fsanitize-coverage-type=",
    "-fstack-",
    "-fveclib=",
    "-fzero-call-used-regs=",
    "-ftrivial-auto-var-init=",
    "-fpatchable-function-entry",
    "-fopenmp-version=",
    "-fopenmp-runtimelib=",
    "-fopenmp=",
    "-floop-",
    "-funroll-",
    "-finline-",
    "-fexcess-precision=",
    "-fcomplex-arithmetic=",
    "-complex-range=",
    "-falign-",
    "-fmessage-length=",
    "-fdiagnostics-",
    "-ferror-limit=",
    "-ftemplate-depth=",
    "-fconvert=",
    "-ffree-line-length-",
    "-ffixed-line-length-",
    "-ffixed-line-length=",
    "-mframe-pointer=",
    "-mcmodel=",
    "-march=",
    "-mtune=",
    "-mcpu=",
    "-mabi=",
    "-mfpmath=",
    "-mvscale-",
    "-mprefer-vector-width=",
    "-mstack-",
    "-mrecip=",
    "-muwtable=",
    "-msve-vector-bits=",
    "--target=",
};

/* Says whether the word is a harmless option with a value. A compiler executes programs whose names
 * begin with the name of the target; a slash would make such a name a path. */
static bool harmless_value(const char *word)
{
    bool target = strncmp(word, "--target=", strlen("--target=")) == 0;
    return harmless_starts(word, harmless_values, COUNT(harmless_values)) &&
           !(target && strchr(word, '/'));
}

/* Says whether the word is a flag about the code without a value: it names nothing that could be
 * executed or written. Of options with a value only those above are harmless. */
static bool harmless_flag(const char *word)
{
    static const char *const starts[] = {"-f", "-m", "-W", "-disable-", "-no-", "-vectorize-"};
    return harmless_starts(word, starts, COUNT(starts)) && !strpbrk(word, "=,/@");
}

bool harmless_code(const char *word)
{
    static const char *const names[] = {
        "-pthread",
        "-w",
        "-pedantic",
        "-trigraphs",
        "-g",
        "-g0",
        "-g1",
        "-g2",
        "-g3",
        "-gpubnames",
        "-ggnu-pubnames",
        "-gcolumn-info",
        "-gno-column-info",
        "-gline-tables-only",
        "-gsplit-dwarf",
        "-gstrict-dwarf",
        "-ggdb",
        "-ggdb3",
        "-gdwarf-2",
        "-gdwarf-3",
        "-gdwarf-4",
        "-gdwarf-5",
        "-gmlt",
    };
    static const char *const not_these[] = {
        "-fplugin",        "-fpass-plugin", "-fembed", "-fmodule",   "-fsyntax",
        "-ftime-trace",    "-fsave-",       "-fdump-", "-fcreate",   "-fprofile-",
        "-fcoverage-",     "-flto",         "-fxray",  "-ftutti",    "-mllvm",
        "-mlink",          "-mmlir",        "-mt-",    "-foffload",  "-fcs-profile",
        "-ftest-coverage", "-fstack-usage", "-fc1",    "-fno-tutti",
    };
    bool path_of_coverage =
        strncmp(word, "-fcoverage-", strlen("-fcoverage-")) == 0 && harmless_value(word);
    if (harmless_starts(word, not_these, COUNT(not_these)) && !path_of_coverage)
        return false;
    return harmless_is_one_of(word, names, COUNT(names)) || harmless_value(word) ||
           harmless_flag(word);
}

/* Says whether the option takes the next word as its value: options of the preprocessor, of the
 * language, and of modules of Fortran. */
static bool harmless_pair(const char *word)
{
    static const char *const names[] = {
        "-I",
        "-D",
        "-U",
        "-F",
        "-J",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-include",
        "-imacros",
        "-isysroot",
        "-iprefix",
        "-iwithprefix",
        "-iwithprefixbefore",
        "-iwithsysroot",
        "-isystem-after",
        "-cxx-isystem",
        "-stdlib++-isystem",
        "--sysroot",
        "--include",
        "--imacros",
        "-module-dir",
    };
    return harmless_is_one_of(word, names, COUNT(names));
}

static bool harmless_source_option(const char *word)
{
    static const char *const starts[] = {
        "-I",         "-D",        "-U",         "-F",         "-J",         "-isystem", "-iquote",
        "-idirafter", "-isysroot", "--sysroot=", "--include=", "--imacros=", "--std=",   "-stdlib=",
    };
    static const char *const names[] = {
        "-ansi",       "-pedantic-errors", "-nostdinc",
        "-nostdinc++", "-nostdlibinc",     "-nobuiltininc",
        "-undef",      "-traditional",     "-traditional-cpp",
        "-cpp",        "-nocpp",           "-xc",
        "-xc++",
    };
    return harmless_is_one_of(word, names, COUNT(names)) ||
           harmless_starts(word, starts, COUNT(starts));
}

/* Says whether the two words are -x with a language of sources, or -target with a name. */
static bool harmless_with(const char *word, const char *next)
{
    static const char *const names[] = {
        "none", "c", "c++", "f77", "f95", "f77-cpp-input", "f95-cpp-input", "fortran",
    };
    if (strcmp(word, "-target") == 0)
        return !strchr(next, '/');
    return strcmp(word, "-x") == 0 && harmless_is_one_of(next, names, COUNT(names));
}

/* Says whether the next word belongs to this one, and both are left out: the next word is an option
 * of another program, or a file with more words. */
static bool takes_next_along(const char *word, const char *next)
{
    if (harmless_pair(word) || strcmp(word, "-target") == 0 || strcmp(word, "-x") == 0)
        return *next == '@';
    return (strncmp(word, "-X", 2) == 0 && !strchr(word, '=')) || strcmp(word, "-mllvm") == 0 ||
           strcmp(word, "-mmlir") == 0;
}

void harmless_keep(char **words)
{
    char **kept = words;
    for (char **word = words; *word; word++) {
        if (word[1] && takes_next_along(*word, word[1])) {
            word++;
        } else if (word[1] && (harmless_pair(*word) || harmless_with(*word, word[1]))) {
            *kept++ = *word++;
            *kept++ = *word;
        } else if (!harmless_pair(*word) &&
                   (harmless_code(*word) || harmless_source_option(*word))) {
            *kept++ = *word;
        }
    }
    *kept = NULL;
}
