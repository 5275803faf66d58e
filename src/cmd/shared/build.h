/* build.h: a program given as a source file, compiled before it is run.
 *
 * It stays in tutti-out/programs (with bitcode: tutti-out/tests), so that `replay` finds it; a
 * program that came out the same keeps its file. With --no-out it is temporary.
 */
#ifndef TUTTI_CMD_SHARED_BUILD_H
#define TUTTI_CMD_SHARED_BUILD_H

#include "cmd/verb.h"

/* Rows of the tables of options of the verbs that take a source. */
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

/* What a source is compiled for. */
enum build_purpose {
    BUILD_RUN,    /* it tells of accesses of memory */
    BUILD_VERIFY, /* the same, and it is analysed */
    BUILD_TEST,   /* its bitcode is in it */
};

struct build {
    char *program;   /* to run */
    char *warnings;  /* the file with what the analysis found, JSON; NULL: it was not analysed */
    char *temporary; /* the directory to remove; NULL: none */
};

/* The program that the operands name: itself, or what it is compiled to. The compiler has said what
 * is wrong with a source; the error says which one it is. */
int build_program(const struct context *context, const struct options *options,
                  enum build_purpose purpose, struct build *build, struct error *error);
void build_free(struct build *build);

#endif
