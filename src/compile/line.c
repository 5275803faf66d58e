#include "compile/line.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

enum {
    RESPONSE_CAP = 64 * 1024 * 1024,
    RESPONSE_DEPTH = 16, /* limit on the nesting of response files, since a file may name itself */
};

struct suffix {
    const char *names; /* between blanks */
    enum language language;
};

static const struct suffix suffixes[] = {
    {" c i ", LANGUAGE_C},
    {" cc cp cxx cpp CPP c++ C ii ", LANGUAGE_CXX},
    {" f for ftn f77 f90 f95 f03 f08 F FOR FTN F77 F90 F95 F03 F08 fpp FPP ", LANGUAGE_FORTRAN},
    {" s S sx asm ", LANGUAGE_ASSEMBLER},
    {" bc ll ", LANGUAGE_BITCODE},
    {" h H hh hp hxx hpp HPP h++ tcc ", LANGUAGE_HEADER},
    {" m M mm mi mii cu hip cl cppm ixx ", LANGUAGE_OTHER},
};

static const struct suffix languages[] = {
    {" c cpp-output ", LANGUAGE_C},
    {" c++ c++-cpp-output ", LANGUAGE_CXX},
    {" f77 f77-cpp-input f95 f95-cpp-input fortran ", LANGUAGE_FORTRAN},
    {" assembler assembler-with-cpp ", LANGUAGE_ASSEMBLER},
    {" ir ", LANGUAGE_BITCODE},
    {" c-header c++-header cpp-header c++-system-header c++-user-header ", LANGUAGE_HEADER},
};

/* Options whose value is the next word, unless it follows in the same one. */
static const char separate_compiler[] =
    " -A -D -F -G -I -J -MF -MJ -MQ -MT -U -V -Xanalyzer -Xassembler -Xclang -Xflang -Xpreprocessor"
    " -Xarch_device -Xarch_host -Xopenmp-target -Xcuda-fatbinary -Xcuda-ptxas -arch -aux-info -b"
    " -cxx-isystem -dependency-file -dumpbase -dumpbase-ext -dumpdir -gcc-toolchain -idirafter"
    " -imacros -imultilib -include -include-pch -iprefix -iquote -isysroot -isystem"
    " -isystem-after -ivfsoverlay -iwithprefix -iwithprefixbefore -iwithsysroot -mllvm -mmlir"
    " -module-dir -mthread-model -resource-dir -serialize-diagnostics -specs -stdlib++-isystem"
    " -target -working-directory -wrapper --config --imacros --include --param --sysroot --target"
    " -fintrinsic-modules-path -intrinsic-modules-path --serialize-diagnostics -dsym-dir"
    " -ccc-gcc-name -ccc-install-dir -framework --gcc-toolchain ";
static const char separate_linker[] =
    " -B -L -T -Tbss -Tdata -Ttext -Xlinker -Xoffload-linker -e -rpath -u -z --entry"
    " -install_name -undefined --library-directory ";

/* Options for the linker alone. */
static const char alone_linker[] =
    " -shared -static -static-pie -rdynamic -pie -no-pie -nostartfiles -nodefaultlibs"
    " -nostdlib++ -nolibc -s -static-libgcc -static-libstdc++ -static-libgfortran"
    " -static-openmp -shared-libgcc -symbolic -r -static-libquadmath -static-libasan"
    " -static-libsan -shared-libsan -t -Q ";
static const char *const joined_linker[] = {"-Wl,", "-L", "-fuse-ld=", "--ld-path=", "-T", "-B"};

static bool in_list(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)); at++)
        if (at > list && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

static bool line_starts(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}

static enum language find_language(const struct suffix *table, size_t count, const char *name,
                                   enum language otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (in_list(table[i].names, name))
            return table[i].language;
    return otherwise;
}

enum language language_of_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? find_language(suffixes, sizeof suffixes / sizeof *suffixes, dot + 1, LANGUAGE_NONE)
               : LANGUAGE_NONE;
}

bool language_is_source(enum language language)
{
    return language != LANGUAGE_NONE;
}

const char *line_next_word(struct arena *arena, const char **at)
{
    const char *c = *at + strspn(*at, " \t\r\n\v\f");
    if (!*c)
        return NULL;
    char *word = arena_alloc(arena, strlen(c) + 1), *end = word, quote = 0;
    for (; *c && (quote || !strchr(" \t\r\n\v\f", *c)); c++) {
        if (quote && *c == quote)
            quote = 0;
        else if (!quote && (*c == '\'' || *c == '"'))
            quote = *c;
        else if (*c == '\\' && quote != '\'' && c[1])
            *end++ = *++c;
        else
            *end++ = *c;
    }
    *at = c;
    return word;
}

struct words {
    const char **list;
    size_t count;
};

static int line_expand(struct arena *arena, const char *word, int depth, struct words *all,
                       struct error *error)
{
    char *bytes;
    if (word[0] != '@' || depth == RESPONSE_DEPTH ||
        file_read(word + 1, RESPONSE_CAP, &bytes, NULL, error) != 0) {
        /* As for gcc and clang, the name of a file that does not exist is an ordinary word. */
        *arena_push(arena, all->list, all->count) = word;
        return 0;
    }
    int failed = 0;
    const char *inner, *at = bytes;
    while (!failed && (inner = line_next_word(arena, &at)))
        failed = line_expand(arena, inner, depth + 1, all, error);
    free(bytes);
    return failed;
}

/* Takes an option of Tutti's own. Returns 1 if it took one, 0 if the word is none, -1 if there is
 * no such option. */
static int take_own(const char *word, struct line_own *own, struct error *error)
{
    if (line_starts(word, "-ftutti-mpi="))
        own->mpi = word + strlen("-ftutti-mpi=");
    else if (line_starts(word, "--mpi="))
        own->mpi = word + strlen("--mpi=");
    else if (strcmp(word, "-fno-tutti-analysis") == 0)
        own->no_analysis = true;
    else if (strcmp(word, "-ftutti-analysis") == 0)
        own->no_analysis = false;
    else if (strcmp(word, "-fno-tutti-checks") == 0)
        own->no_checks = true;
    else if (strcmp(word, "-ftutti-checks") == 0)
        own->no_checks = own->all_checks = false;
    else if (strcmp(word, "-ftutti-checks=all") == 0)
        own->all_checks = !(own->no_checks = false);
    else if (strcmp(word, "-ftutti-memory") == 0)
        own->memory = true;
    else if (strcmp(word, "-fno-tutti-memory") == 0)
        own->memory = false;
    else if (strcmp(word, "-Werror=tutti") == 0)
        own->warnings_fatal = !(own->no_warnings = false);
    else if (strcmp(word, "-Wno-error=tutti") == 0)
        own->warnings_fatal = false;
    else if (strcmp(word, "-Wtutti") == 0)
        own->no_warnings = false;
    else if (strcmp(word, "-Wno-tutti") == 0)
        own->no_warnings = !(own->warnings_fatal = false);
    else if (line_starts(word, "-ftutti") || line_starts(word, "-fno-tutti"))
        return error_set(error, ERROR_USAGE,
                         "there is no option %s; there are -ftutti-mpi=mpich|openmpi|abi, "
                         "-fno-tutti-analysis, -fno-tutti-checks, -ftutti-checks=all and "
                         "-ftutti-memory",
                         word);
    else
        return 0;
    return 1;
}

static enum word_kind kind_of_option(const char *word)
{
    if (in_list(separate_linker, word) || in_list(alone_linker, word))
        return WORD_LINKER;
    if (line_starts(word, "-l"))
        return WORD_LIBRARY;
    for (size_t i = 0; i < sizeof joined_linker / sizeof *joined_linker; i++)
        if (line_starts(word, joined_linker[i]))
            return WORD_LINKER;
    if (line_starts(word, "-o") && !line_starts(word, "-obj"))
        return WORD_OUTPUT;
    if (line_starts(word, "-x"))
        return WORD_LANGUAGE;
    return WORD_OPTION;
}

/* Notes the effect of an option on the whole line. */
static void note_option(struct line *line, struct line_word *word, bool *asks)
{
    static const struct {
        const char *name;
        enum line_action action;
    } actions[] = {{"-E", LINE_PREPROCESS},
                   {"-M", LINE_DEPEND},
                   {"-MM", LINE_DEPEND},
                   {"--preprocess", LINE_PREPROCESS},
                   {"-fsyntax-only", LINE_SYNTAX},
                   {"--analyze", LINE_SYNTAX},
                   {"-S", LINE_ASSEMBLY},
                   {"--assemble", LINE_ASSEMBLY},
                   {"-c", LINE_OBJECT},
                   {"--compile", LINE_OBJECT},
                   {"--precompile", LINE_OBJECT}};
    const char *text = word->text;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(text, actions[i].name) == 0) {
            /* The earliest stage wins, wherever it stands. */
            if (actions[i].action < line->action)
                line->action = actions[i].action;
            word->kind = WORD_ACTION;
        }
    if (strcmp(text, "-flto") == 0 || line_starts(text, "-flto="))
        line->lto = true;
    else if (strcmp(text, "-fno-lto") == 0)
        line->lto = false;
    else if (strcmp(text, "-emit-llvm") == 0)
        line->emits_llvm = true;
    else if (strcmp(text, "-shared") == 0)
        line->shared = true;
    else if (strcmp(text, "-static") == 0 || strcmp(text, "-static-pie") == 0)
        line->fixed = true;
    else if (strcmp(text, "-r") == 0)
        line->relocatable = true;
    else if (strcmp(text, "-w") == 0)
        line->own.no_warnings = true;
    else if (strcmp(text, "--coverage") == 0 || strcmp(text, "-coverage") == 0 ||
             strcmp(text, "-ftest-coverage") == 0 || line_starts(text, "-gsplit-dwarf") ||
             line_starts(text, "-save-temps") || line_starts(text, "--save-temps"))
        line->keeps_beside = true;
    else if (strcmp(text, "-show") == 0 || line_starts(text, "--showme") ||
             line_starts(text, "-showme"))
        line->show = true;
    else if (strcmp(text, "-###") == 0)
        *asks = true;
}

/* Adds an input. `forced` is the language of the -x before it, or NULL. */
static void line_add_input(struct line *line, struct line_word *word, const char *forced)
{
    word->kind = WORD_INPUT;
    word->forced = forced;
    word->language = forced ? find_language(languages, sizeof languages / sizeof *languages, forced,
                                            LANGUAGE_OTHER)
                            : language_of_file(word->text);
    line->input_count++;
    line->source_count += language_is_source(word->language);
}

/* Returns the value of -o or -x, from the same word or the next. */
static const char *line_value_of(const struct words *all, size_t i)
{
    return all->list[i][2] ? all->list[i] + 2 : i + 1 < all->count ? all->list[i + 1] : NULL;
}

static int line_understand(const struct words *all, struct line *line, struct error *error)
{
    const char *forced = NULL;
    bool only_files = false, asks = false;
    line->action = LINE_LINK;
    for (size_t i = 0; i < all->count; i++) {
        const char *text = all->list[i];
        int own = only_files ? 0 : take_own(text, &line->own, error);
        if (own < 0)
            return -1;
        if (own)
            continue;
        struct line_word *word = arena_push(&line->arena, line->words, line->word_count);
        word->text = text;
        if (only_files || text[0] != '-' || text[1] == '\0') {
            line_add_input(line, word, forced);
            continue;
        }
        only_files = strcmp(text, "--") == 0;
        word->kind = kind_of_option(text);
        if (word->kind == WORD_OUTPUT)
            line->output = line_value_of(all, i);
        if (word->kind == WORD_LANGUAGE) {
            forced = line_value_of(all, i);
            forced = forced && strcmp(forced, "none") == 0 ? NULL : forced;
        }
        line->input_count += word->kind == WORD_LIBRARY;
        note_option(line, word, &asks);
        bool takes_next = in_list(separate_compiler, text) || in_list(separate_linker, text) ||
                          strcmp(text, "-o") == 0 || strcmp(text, "-x") == 0 ||
                          strcmp(text, "-l") == 0;
        if (takes_next && i + 1 < all->count) {
            enum word_kind kind = word->kind;
            word = arena_push(&line->arena, line->words, line->word_count);
            *word = (struct line_word){.text = all->list[++i], .kind = kind, .value = true};
        }
    }
    for (size_t i = 0; i < line->word_count; i++)
        if (line->words[i].language == LANGUAGE_HEADER && line->action == LINE_LINK)
            line->action = LINE_OBJECT; /* a header is precompiled, also without -c */
    if (line->input_count == 0 || asks)
        line->action = LINE_ASK;
    return 0;
}

int line_parse(char *const *words, struct line *line, struct error *error)
{
    *line = (struct line){.action = LINE_ASK};
    struct words all = {0};
    for (; *words; words++)
        if (line_expand(&line->arena, *words, 0, &all, error) != 0)
            return -1;
    return line_understand(&all, line, error);
}

void line_free(struct line *line)
{
    arena_free(&line->arena);
    *line = (struct line){.action = LINE_ASK};
}
