/* build.h: compiles a program that is given as a source file before it is run.
 *
 * The program stays in tutti-out/programs (with bitcode: tutti-out/tests), so that `replay` finds
 * it. If the compiler produces the same program again, the old file stays. With --no-out the
 * program is temporary.
 */
#ifndef TUTTI_CMD_SHARED_BUILD_H
#define TUTTI_CMD_SHARED_BUILD_H

#include "cmd/verb.h"

/* Options of the verbs that take a source. */
#define BUILD_OPTIONS                                                                           \
    {.name = "cflags",                                                                          \
     .kind = OPTION_TEXT,                                                                       \
     .effect = EFFECT_TRUSTED,                                                                  \
     .argument = "OPTIONS",                                                                     \
     .help = "options of the compiler for a program that is given as a source file, quoted as " \
             "in a shell: --cflags='-O2 -fopenmp'"},                                            \
        {.name = "libs",                                                                        \
         .kind = OPTION_TEXT,                                                                   \
         .effect = EFFECT_TRUSTED,                                                              \
         .argument = "OPTIONS",                                                                 \
         .help = "libraries, objects and options of the linker for such a program: "            \
                 "--libs='-L../lib -lgrid -lm'"}

/* The purpose for which a source is compiled. */
enum build_purpose {
    BUILD_RUN,    /* the program reports its memory accesses */
    BUILD_VERIFY, /* the same, and the program is analysed */
    BUILD_TEST,   /* the program contains its bitcode */
};

struct build {
    char *program;   /* the program to run */
    char *warnings;  /* the file with the findings of the analysis, JSON; NULL: the program was not
                        analysed */
    char *temporary; /* the directory to remove; NULL: none */
};

/* Finds the program that the operands name: the operand itself, or the result of compiling it. If a
 * source has errors, the compiler has printed them, and the error names the source. */
int build_program(const struct context *context, const struct options *options,
                  enum build_purpose purpose, struct build *build, struct error *error);
void build_free(struct build *build);

#endif
