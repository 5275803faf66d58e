#include "instrument/allowed.h"

#include "compile/harmless.h"

#include <stddef.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool allowed_is_one_of(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

static bool starts_with_one_of(const char *word, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(word, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

static bool is_code(const char *word)
{
    static const char *const flags[] = {
        "-pic-is-pie",       "-faddrsig", "-fno-addrsig", "-menable-no-infs",
        "-menable-no-nans",  "-emit-obj", "-cc1",         "-split-dwarf-inlining",
        "-relaxed-aliasing",
    };
    return allowed_is_one_of(word, flags, COUNT(flags)) || harmless_code(word);
}

/* Says whether only the front end needs the option, or the option would write files besides the
 * object again. */
static bool is_dropped(const char *word)
{
    static const char *const names[] = {
        "-fembed-bitcode=all",
        "-fembed-bitcode",
        "-fembed-bitcode=bitcode",
        "-sys-header-deps",
        "-module-file-deps",
        "-MP",
        "-MG",
        "-H",
        "-MV",
        "-MD",
        "-MMD",
        "-M",
        "-MM",
        "-nostdsysteminc",
        "-nostdinc",
        "-nostdinc++",
        "-nobuiltininc",
        "-undef",
        "-C",
        "-CC",
        "-P",
        "-v",
        "-nostdlib",
        "-clear-ast-before-backend",
        "-disable-llvm-verifier",
        "-discard-value-names",
    };
    static const char *const starts[] = {
        "-Rpass",          "-stats-file=",    "-fsanitize-system-ignorelist=", "-I", "-D", "-U",
        "-fbuild-session", "-fdepfile-entry="};
    return allowed_is_one_of(word, names, COUNT(names)) ||
           starts_with_one_of(word, starts, COUNT(starts));
}

static bool is_dropped_pair(const char *word)
{
    static const char *const names[] = {
        "-dependency-file",
        "-MF",
        "-MT",
        "-MQ",
        "-header-include-file",
        "-diagnostic-log-file",
        "-serialize-diagnostic-file",
        "-split-dwarf-file",
        "-split-dwarf-output",
        "-opt-record-file",
        "-opt-record-passes",
        "-opt-record-format",
        "-resource-dir",
        "-isysroot",
        "-I",
        "-D",
        "-U",
        "-include",
        "-include-pch",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-iprefix",
        "-iwithprefix",
        "-iwithprefixbefore",
        "-iwithsysroot",
        "-isystem-after",
        "-cxx-isystem",
        "-internal-isystem",
        "-internal-externc-isystem",
        "-o",
        "-x",
    };
    return allowed_is_one_of(word, names, COUNT(names));
}

static bool allowed_is_pair(const char *word)
{
    static const char *const names[] = {
        "-triple",
        "-target-cpu",
        "-tune-cpu",
        "-target-abi",
        "-target-feature",
        "-target-linker-version",
        "-pic-level",
        "-stack-protector",
        "-main-file-name",
        "-mthread-model",
        "-mcode-model",
        "-mrelocation-model",
        "-ferror-limit",
        "-fmessage-length",
        "-stack-protector-buffer-size",
        "-mregparm",
        "-mfloat-abi",
        "-mlimit-float-precision",
        "-dwarf-debug-flags",
    };
    return allowed_is_one_of(word, names, COUNT(names));
}

enum allowed allowed_of_clang(const char *word)
{
    /* Compares whole words first, since beginnings such as "-I" match these words too. */
    if (allowed_is_pair(word))
        return ALLOWED_PAIR;
    if (is_dropped_pair(word))
        return ALLOWED_PAIR_DROPPED;
    if (is_dropped(word) || !*word)
        return ALLOWED_DROPPED;
    return is_code(word) ? ALLOWED_WORD : ALLOWED_NOT;
}

enum allowed allowed_of_flang(const char *word)
{
    static const char *const dropped[] = {"-MD", "-MMD", "-MP", "-MG", "-v"};
    static const char *const dropped_pairs[] = {"-o", "-MF", "-MT", "-MQ"};
    static const char *const flags[] = {"-c", "-cpp", "-nocpp", "-fopenmp"};
    static const char *const starts[] = {"-I", "-D", "-U", "-J"};
    static const char *const pairs[] = {"-I", "-D", "-U", "-J", "-module-dir"};
    if (allowed_is_one_of(word, dropped_pairs, COUNT(dropped_pairs)))
        return ALLOWED_PAIR_DROPPED;
    if (allowed_is_one_of(word, dropped, COUNT(dropped)) || !*word)
        return ALLOWED_DROPPED;
    if (allowed_is_one_of(word, pairs, COUNT(pairs)))
        return ALLOWED_PAIR;
    /* A word without a dash is a source; one with @ would be a file of more options. */
    bool source = *word != '-' && *word != '@';
    return source || allowed_is_one_of(word, flags, COUNT(flags)) ||
                   starts_with_one_of(word, starts, COUNT(starts)) || is_code(word)
               ? ALLOWED_WORD
               : ALLOWED_NOT;
}
