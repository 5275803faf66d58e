/* line.h: parses the command line of a compiler: the action, its files, its options.
 *
 * gcc, clang and gfortran share their syntax. The parser knows enough of it to tell options from
 * files and values. It replaces response files (@file) by their content. It removes Tutti's own
 * options (-ftutti-..., -Werror=tutti, --mpi=) from the words. All other words stay as they are and
 * in their order; the builder of clang's command line decides where they go.
 */
#ifndef TUTTI_COMPILE_LINE_H
#define TUTTI_COMPILE_LINE_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

enum language {
    LANGUAGE_NONE, /* not a source: an object, an archive, a library, a linker script */
    LANGUAGE_C,
    LANGUAGE_CXX,
    LANGUAGE_FORTRAN,
    LANGUAGE_ASSEMBLER,
    LANGUAGE_BITCODE, /* .bc, .ll */
    LANGUAGE_HEADER,  /* a header to precompile */
    LANGUAGE_OTHER,   /* Objective-C, CUDA: left to clang */
};

enum line_action {
    LINE_ASK,        /* no files (--version, -print-search-dirs, -dumpmachine), or -### */
    LINE_PREPROCESS, /* -E */
    LINE_DEPEND,     /* -M, -MM */
    LINE_SYNTAX,     /* -fsyntax-only, --analyze */
    LINE_ASSEMBLY,   /* -S */
    LINE_OBJECT,     /* -c, --precompile; a header alone */
    LINE_LINK,
};

/* The kind of a word. A value in a word of its own has the kind of its option. */
enum word_kind {
    WORD_OPTION,  /* for the compiler, and for the linker too if it cares (-m32, -pthread, -O2) */
    WORD_INPUT,   /* a file */
    WORD_LIBRARY, /* -lfoo, -l foo */
    WORD_LINKER,  /* for the linker alone: -Wl,... -Xlinker -L -shared -rdynamic -T ... */
    WORD_OUTPUT,  /* -o and its value */
    WORD_ACTION,  /* -c, -S, -E */
    WORD_LANGUAGE /* -x and its value: they apply to the inputs after them */
};

struct line_word {
    const char *text;
    enum word_kind kind;
    enum language language; /* of an input... */
    const char *forced;     /* ...and the value of -x that applies to it, else NULL */
    bool value;             /* it is the value of the option in the word before it */
};

/* Tutti's own options. */
struct line_own {
    const char *mpi;     /* -ftutti-mpi=, --mpi=; NULL: not given */
    bool no_analysis;    /* -fno-tutti-analysis */
    bool no_checks;      /* -fno-tutti-checks */
    bool all_checks;     /* -ftutti-checks=all */
    bool warnings_fatal; /* -Werror=tutti */
    bool no_warnings;    /* -Wno-tutti, -w */
    bool memory;         /* -ftutti-memory */
};

struct line {
    struct arena arena;
    enum line_action action;
    struct line_word *words;
    size_t word_count;
    size_t source_count; /* inputs to compile */
    size_t input_count;  /* all inputs and libraries */
    const char *output;  /* NULL: not given */
    bool show;           /* -show, --showme: print, do nothing */
    bool lto;            /* -flto: objects are bitcode themselves */
    bool emits_llvm;     /* -emit-llvm: the user wants bitcode */
    bool shared;         /* -shared */
    bool fixed;          /* -static, -static-pie: no library is loaded at run time */
    bool relocatable;    /* -r */
    bool keeps_beside;   /* files beside the objects: --coverage, -gsplit-dwarf, -save-temps */
    struct line_own own;
};

/* Parses a line. `words` is NULL-terminated, without the name of the compiler. The line must be
 * freed, also after an error (an unknown option of Tutti, a response file that cannot be read). */
int line_parse(char *const *words, struct line *line, struct error *error);
void line_free(struct line *line);

/* Returns the next word of a text, quoted as in a shell, and advances past it. NULL: no more. */
const char *line_next_word(struct arena *arena, const char **at);

/* Returns the language of a file by the end of its name. */
enum language language_of_file(const char *path);

bool language_is_source(enum language language);

#endif
