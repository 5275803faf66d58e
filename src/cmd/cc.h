/* cc.h: declarations that the files of the verbs cc, c++ and fc share.
 *
 * cc.c understands the command line and compiles; one process of clang makes each object.
 * compiler/link.c links. A process of its own (compiler/analyse.c) analyses the program first, so
 * that the program is linked whatever happens to the analysis. For -ftutti-memory,
 * compiler/memory.c makes objects again, in such a process, too.
 */
#ifndef TUTTI_CMD_CC_H
#define TUTTI_CMD_CC_H

#include "cmd/verb.h"
#include "compile/command.h"
#include "compile/line.h"

struct cc {
    const struct context *context;
    const struct options *options;
    const char *name; /* "tutti cc": messages start with it */
    struct line line;
    struct command_builder builder;
};

/* The word that makes `tutti cc` the process that analyses; the directory follows. */
#define CC_ANALYSE_WORD "-ftutti-analyse-in"

/* The word that makes `tutti cc` the process that makes objects again; compiler/memory.c describes
 * the words that follow. */
#define CC_MEMORY_WORD "-ftutti-memory-in"

/* Prints "tutti cc: note: ...". */
void cc_note(const struct cc *cc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the error and returns the exit code for it. */
int cc_fail(const struct cc *cc, const struct error *error);

/* Prints which options of the command line were left out. */
void cc_print_notes(const struct cc *cc);

/* Returns the name of the object that a source is compiled to: solver.o in the current directory
 * for solver.c, unless -o gives another name. */
const char *cc_object_name(struct cc *cc, const struct line_word *word);

/* Each returns the exit code of the command. */
int cc_link(struct cc *cc);
int cc_fortran_objects(struct cc *cc);
int cc_memory_objects(struct cc *cc);
int cc_analyse(struct cc *cc, const char *directory);
int cc_memory(struct cc *cc, char *const *words);

/* Compiles the sources of the line into objects with their bitcode. Returns the exit code. */
int cc_make_objects(struct cc *cc);

/* Makes the objects again with a call before each memory access. Leaves an object that cannot be
 * remade unchanged, with a note. */
int cc_see_memory(struct cc *cc, const char *const *objects, size_t count, const char *directory,
                  int *interrupt, struct error *error);

/* Compiles one Fortran source into an object with its bitcode. Returns flang's exit code. */
int cc_fortran_object(struct cc *cc, size_t word, const char *object, const char *directory,
                      int *interrupt, struct error *error);

#endif
