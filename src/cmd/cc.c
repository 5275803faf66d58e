/* cc.c: the verbs `cc`, `c++` and `fc`: drop-ins for mpicc, mpicxx and mpif90. */
#include "cmd/cc.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "compile/jobs.h"
#include "compile/object.h"
#include "launch/program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOW_CAP = 16 * 1024 * 1024 };

/* Prints a message. It shows the names of objects and sources unchanged, whatever they do to a
 * terminal. */
static void cc_say(const struct cc *cc, const char *kind, const char *sentence)
{
    struct text shown;
    text_init(&shown, SHOW_CAP);
    text_add_visible_lines(&shown, sentence);
    fprintf(stderr, "%s: %s: %s\n", cc->name, kind, shown.data);
    text_free(&shown);
}

void cc_note(const struct cc *cc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = memory_vprintf(format, arguments);
    va_end(arguments);
    cc_say(cc, "note", text);
    free(text);
}

void cc_print_notes(const struct cc *cc)
{
    for (size_t i = 0; i < cc->builder.note_count; i++)
        cc_note(cc, "%s", cc->builder.notes[i]);
}

int cc_fail(const struct cc *cc, const struct error *error)
{
    cc_say(cc, "error", error->text);
    return error->kind;
}

/* Returns the part of the line that --showme:compile and similar options ask for; NULL: all of
 * it. */
static const char *part_to_show(const struct line *line)
{
    for (size_t i = 0; i < line->word_count; i++) {
        const char *text = line->words[i].text, *colon = strchr(text, ':');
        if (colon && (strncmp(text, "--showme:", 9) == 0 || strncmp(text, "-showme:", 8) == 0))
            return colon + 1;
    }
    return NULL;
}

static void add_flags(struct text *out, const char *const *flags, size_t count, const char *only,
                      bool bare)
{
    for (size_t i = 0; i < count; i++)
        if (!only || strncmp(flags[i], only, strlen(only)) == 0)
            text_addf(out, "%s%s", out->length ? " " : "",
                      flags[i] + (bare && only ? strlen(only) : 0));
}

/* Prints the command that would run, in the format of the MPIs' wrappers. */
static int cc_show(struct cc *cc)
{
    const struct mpi_flags *mpi = &cc->builder.mpi;
    const char *part = part_to_show(&cc->line);
    struct text out;
    text_init(&out, SHOW_CAP);
    if (part && strcmp(part, "compile") == 0) {
        add_flags(&out, mpi->compile, mpi->compile_count, NULL, false);
    } else if (part && strcmp(part, "link") == 0) {
        add_flags(&out, mpi->link, mpi->link_count, NULL, false);
    } else if (part && strcmp(part, "incdirs") == 0) {
        add_flags(&out, mpi->compile, mpi->compile_count, "-I", true);
    } else if (part && strcmp(part, "libdirs") == 0) {
        add_flags(&out, mpi->link, mpi->link_count, "-L", true);
    } else if (part && strcmp(part, "libs") == 0) {
        add_flags(&out, mpi->link, mpi->link_count, "-l", true);
    } else {
        struct line plain = cc->line;
        plain.words = NULL, plain.word_count = 0;
        for (size_t i = 0; i < cc->line.word_count; i++)
            if (strstr(cc->line.words[i].text, "-show") != cc->line.words[i].text &&
                strncmp(cc->line.words[i].text, "--showme", 8) != 0)
                *arena_push(&cc->line.arena, plain.words, plain.word_count) = cc->line.words[i];
        cc->builder.line = &plain;
        bool nothing = plain.action == LINE_ASK;
        if (nothing)
            plain.action = LINE_LINK;
        for (char **word = command_whole(&cc->builder); *word; word++) {
            text_addf(&out, "%s%s", out.length ? " " : "", *word);
            if (nothing && out.length == strlen(*word))
                add_flags(&out, mpi->compile, mpi->compile_count, NULL, false);
            if (part && strcmp(part, "command") == 0)
                break;
        }
    }
    text_add_char(&out, '\n');
    struct error error;
    int failed = file_write("-", out.data, out.length, &error);
    text_free(&out);
    return failed ? cc_fail(cc, &error) : EXIT_CLEAN;
}

/* Replaces this process by the compiler. */
static int cc_become(struct cc *cc, char **words)
{
    cc_print_notes(cc);
    fflush(stderr);
    execvp(words[0], words);
    struct error error;
    if (errno == ENOENT)
        error_set(&error, ERROR_FAILED, "there is no %s: `tutti doctor` says how to get it",
                  words[0]);
    else
        error_errno(&error, "cannot run %s", words[0]);
    return cc_fail(cc, &error);
}

const char *cc_object_name(struct cc *cc, const struct line_word *word)
{
    const char *base = strrchr(word->text, '/');
    base = base ? base + 1 : word->text;
    const char *dot = strrchr(base, '.');
    return cc->line.output ? cc->line.output
                           : arena_printf(&cc->builder.arena, "%.*s.o",
                                          (int)(dot ? dot - base : (long)strlen(base)), base);
}

static bool has_fortran(const struct cc *cc)
{
    for (size_t i = 0; i < cc->line.word_count; i++)
        if (cc->line.words[i].kind == WORD_INPUT &&
            command_is_fortran(&cc->builder, &cc->line.words[i]))
            return true;
    return false;
}

int cc_make_objects(struct cc *cc)
{
    if (has_fortran(cc))
        return cc_fortran_objects(cc);
    struct error error;
    struct job job = {.words = command_whole(&cc->builder)};
    struct jobs_result result;
    cc_print_notes(cc);
    if (jobs_run(&job, 1, 1, 0, &result, &error) != 0)
        return cc_fail(cc, &error);
    if (result.interrupt)
        jobs_end_by(result.interrupt);
    for (size_t i = 0; i < cc->line.word_count && job.exit_code == 0; i++)
        if (cc->line.words[i].kind == WORD_INPUT)
            object_rename_section(cc_object_name(cc, &cc->line.words[i]));
    return job.exit_code;
}

/* Lets the compiler handle the whole line, if it makes files beside its objects (such as .gcno)
 * whose names the program contains. If Tutti made the objects, these files would be in a temporary
 * directory and get lost. */
static int compile_beside(struct cc *cc)
{
    cc_note(
        cc,
        "the program is not analysed, because the compiler writes files beside its objects "
        "(--coverage, -gsplit-dwarf, -save-temps): compile with -c and link with a second command");
    if (cc->line.own.memory)
        cc_note(cc, "its memory accesses are not watched either");
    cc->builder.embed = false;
    return cc_become(cc, command_whole(&cc->builder));
}

/* Returns whether to make objects that report their memory accesses. */
static bool sees_memory(const struct cc *cc)
{
    const struct line *line = &cc->line;
    if (!line->own.memory || line->source_count == 0 || line->action < LINE_ASSEMBLY)
        return false;
    if (line->action != LINE_ASSEMBLY && !line->emits_llvm && !line->relocatable)
        return true;
    cc_note(cc, "-ftutti-memory has no effect with -S, -emit-llvm and -r: it changes objects");
    return false;
}

static int cc_compile(struct cc *cc)
{
    const struct line *line = &cc->line;
    if (line->show)
        return cc_show(cc);
    bool memory = sees_memory(cc);
    cc->builder.embed |= memory;
    if ((line->own.no_analysis && !memory) || line->relocatable)
        return cc_become(cc, command_whole(&cc->builder));
    if (line->action == LINE_LINK && line->keeps_beside && line->source_count > 0)
        return compile_beside(cc);
    if (line->action == LINE_LINK)
        return cc_link(cc);
    if (line->action == LINE_OBJECT && memory)
        return cc_memory_objects(cc);
    if (line->action == LINE_OBJECT && !line->emits_llvm && (!line->lto || has_fortran(cc)))
        return cc_make_objects(cc);
    return cc_become(cc, command_whole(&cc->builder));
}

/* Returns the words behind `tutti cc` or `tutti-cc`. */
static char *const *cc_own_words(const struct context *context)
{
    bool alone = strncmp(program_base_name(context->words[0]), "tutti-", strlen("tutti-")) == 0;
    return context->words + (alone ? 1 : 2);
}

static int cc_prepare(struct cc *cc, char *const *words, enum language front, struct error *error)
{
    if (line_parse(words, &cc->line, error) != 0)
        return -1;
    const char *chosen = cc->line.own.mpi ? cc->line.own.mpi : options_text(cc->options, "mpi");
    const char *compilers[] = {options_text(cc->options, "cc"), options_text(cc->options, "cxx"),
                               options_text(cc->options, "fc")};
    cc->builder.line = &cc->line;
    cc->builder.front = front;
    cc->builder.compilers = (struct compilers){compilers[0], compilers[1], compilers[2]};
    cc->builder.embed = !cc->line.own.no_analysis;
    if (cc->line.action == LINE_ASK && !cc->line.show)
        return 0;
    return mpi_flags_find(chosen, front, &cc->builder.arena, &cc->builder.mpi, error);
}

static int run_as(const struct context *context, const struct options *options, enum language front)
{
    struct error error;
    struct cc cc = {.context = context, .options = options};
    char *const *words = cc_own_words(context);
    cc.name = front == LANGUAGE_C ? "tutti cc" : front == LANGUAGE_CXX ? "tutti c++" : "tutti fc";
    int code;
    if (!words[0] && words > context->words + 1) { /* for tutti-cc, the compiler reports this */
        error_set(&error, ERROR_USAGE, "no input files; see `%s --help`", cc.name);
        return cc_fail(&cc, &error);
    }
    if (words[0] && words[1] && strcmp(words[0], CC_ANALYSE_WORD) == 0)
        code = cc_analyse(&cc, words[1]);
    else if (words[0] && words[1] && strcmp(words[0], CC_MEMORY_WORD) == 0)
        code = cc_memory(&cc, words + 1);
    else if (cc_prepare(&cc, words, front, &error) != 0)
        code = cc_fail(&cc, &error);
    else
        code = cc_compile(&cc);
    arena_free(&cc.builder.arena);
    line_free(&cc.line);
    return code;
}

static int run_cc(const struct context *context, const struct options *options)
{
    return run_as(context, options, LANGUAGE_C);
}

static int run_cxx(const struct context *context, const struct options *options)
{
    return run_as(context, options, LANGUAGE_CXX);
}

static int run_fc(const struct context *context, const struct options *options)
{
    return run_as(context, options, LANGUAGE_FORTRAN);
}

static const struct option cc_options[] = {
    {.name = "mpi",
     .kind = OPTION_CHOICE,
     .effect = EFFECT_HARMLESS,
     .argument = "NAME",
     .choices = "mpich|openmpi|abi",
     .help = "the MPI to compile for; default: that of mpicc, mpicxx or mpif90 on PATH. Also "
             "-ftutti-mpi=NAME"},
    VERB_OPTIONS_COMPILERS(", as TUTTI_CC or in .tutti.conf", ", as TUTTI_CXX or in .tutti.conf",
                           ", as TUTTI_FC or in .tutti.conf"),
    {.name = NULL},
};

#define CC_DESCRIPTION(wrapper, use)                                                          \
    "A drop-in for " wrapper " (" use ") that compiles with clang " TUTTI_LLVM                \
    ", and Fortran with flang " TUTTI_LLVM ". "                                               \
    "It drops options of gcc that they lack, with a note. Objects keep their intermediate "   \
    "code in a section of their own. At the link the whole program is analysed: warnings "    \
    "look like the compiler's, and what could not be proved gets a run-time check.\n\n"       \
    "Own options: -ftutti-mpi=mpich|openmpi|abi chooses the MPI; -fno-tutti-checks adds no "  \
    "checks, -ftutti-checks=all adds them for every communicator; -fno-tutti-analysis only "  \
    "compiles; -ftutti-memory makes the program report its memory accesses to tutti run and " \
    "verify; -Werror=tutti turns warnings into errors, -Wno-tutti hides them. All others "    \
    "are the compiler's. The options below are set by TUTTI_* or in .tutti.conf."

const struct verb verb_cc = {
    .command = {.name = "cc",
                .summary = "compiles C for MPI, analyses the program, adds run-time checks",
                .synopsis = "COMPILER-OPTIONS FILE...",
                .description = CC_DESCRIPTION("mpicc", "make CC=tutti-cc"),
                .operands = OPERANDS_ANY,
                .options = cc_options},
    .run = run_cc,
};

const struct verb verb_cxx = {
    .command = {.name = "c++",
                .summary = "the same for C++",
                .synopsis = "COMPILER-OPTIONS FILE...",
                .description = CC_DESCRIPTION("mpicxx", "make CXX=tutti-c++"),
                .operands = OPERANDS_ANY,
                .options = cc_options},
    .run = run_cxx,
};

const struct verb verb_fc = {
    .command = {.name = "fc",
                .summary = "the same for Fortran",
                .synopsis = "COMPILER-OPTIONS FILE...",
                .description = CC_DESCRIPTION("mpif90", "make FC=tutti-fc"),
                .operands = OPERANDS_ANY,
                .options = cc_options},
    .run = run_fc,
};
