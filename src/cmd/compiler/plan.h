/* plan.h: the files in the temporary directory through which the process that links and the
 * process that analyses communicate: the first passes on the command line, the second answers
 * how to link. */
#ifndef TUTTI_CMD_COMPILER_PLAN_H
#define TUTTI_CMD_COMPILER_PLAN_H

#include "cmd/cc.h"

/* Exit code of the analysis if warnings are errors and there are some: the same as clang's. */
enum { CC_PLAN_FATAL = 1 };

struct cc_plan_object {
    size_t word;      /* index of the word of the command line that the object replaces */
    bool archive;     /* that word is an archive, and the object is one of its members */
    const char *path; /* of the new object */
};

struct cc_plan {
    struct arena arena;
    const char **arguments; /* before all inputs */
    size_t argument_count;
    struct cc_plan_object *objects;
    size_t object_count;
};

/* The question to the analysis: the command line, as words, and the values of options. */
struct cc_question {
    struct arena arena;
    char **words; /* for line_parse() */
    size_t word_count;
    const char *flavour; /* "mpich", "openmpi"; NULL: no MPI */
    const char *flang;   /* the flang for Fortran sources */
    const char *clang;
};

int cc_plan_ask(const char *directory, const struct cc *cc, const struct line *line,
                struct error *error);
int cc_plan_read_question(const char *directory, struct cc_question *question, struct error *error);
int cc_plan_write(const char *directory, const struct cc_plan *plan, struct error *error);
int cc_plan_read(const char *directory, struct cc_plan *plan, struct error *error);
void cc_plan_free(struct cc_plan *plan);

#endif
