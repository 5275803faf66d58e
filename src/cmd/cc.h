/* cc.h: what the files of the verbs cc, c++ and fc share.
 *
 * cc.c understands the command line and compiles; an object is made by one process of clang.
 * compiler/link.c links: it has the program analysed first, by a process of
 * its own (compiler/analyse.c), so that whatever happens to the analysis, the program is linked.
 * compiler/memory.c makes objects again for -ftutti-memory, by such a process, too.
 */
#ifndef TUTTI_CMD_CC_H
#define TUTTI_CMD_CC_H

#include "cmd/verb.h"
#include "compile/command.h"
#include "compile/line.h"

struct cc {
    const struct context *context;
    const struct options *options;
    const char *name; /* "tutti cc": what messages start with */
    struct line line;
    struct command_builder builder;
};

/* The word that makes `tutti cc` the process that analyses; behind it comes the directory. */
#define CC_ANALYSE_WORD "-ftutti-analyse-in"

/* The word that makes it the process that makes objects again; behind it comes what
 * compiler/memory.c says. */
#define CC_MEMORY_WORD "-ftutti-memory-in"

/* Says "tutti cc: note: ...". */
void cc_note(const struct cc *cc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints the error and returns the exit code for it. */
int cc_fail(const struct cc *cc, const struct error *error);

/* Says what was left out of the command line. */
void cc_print_notes(const struct cc *cc);

/* The object that a source is compiled to: solver.c to solver.o here, unless -o says otherwise. */
const char *cc_object_name(struct cc *cc, const struct line_word *word);

/* Each returns the exit code of the command. */
int cc_link(struct cc *cc);
int cc_fortran_objects(struct cc *cc);
int cc_memory_objects(struct cc *cc);
int cc_analyse(struct cc *cc, const char *directory);
int cc_memory(struct cc *cc, char *const *words);

/* Compiles the sources of the line into objects with their bitcode. Returns the exit code. */
int cc_make_objects(struct cc *cc);

/* Has objects made again with calls before their accesses of memory. One that cannot be is left as
 * it is, with a note. */
int cc_see_memory(struct cc *cc, const char *const *objects, size_t count, const char *directory,
                  int *interrupt, struct error *error);

/* Compiles one source of Fortran into an object with its bitcode. Returns flang's exit code. */
int cc_fortran_object(struct cc *cc, size_t word, const char *object, const char *directory,
                      int *interrupt, struct error *error);

#endif
