/* plan.h: what the process that links and the one that analyses tell each other, through files
 * in the temporary directory: the command line there, and back how to link. */
#ifndef TUTTI_CMD_COMPILER_PLAN_H
#define TUTTI_CMD_COMPILER_PLAN_H

#include "cmd/cc.h"

/* Exit code of the analysis if warnings are errors and there are some: that of clang for those. */
enum { CC_PLAN_FATAL = 1 };

struct cc_plan_object {
    size_t word;      /* of the command line: what it stands for */
    bool archive;     /* that is an archive, and the object one of its members */
    const char *path; /* of the new object */
};

struct cc_plan {
    struct arena arena;
    const char **arguments; /* before all inputs */
    size_t argument_count;
    struct cc_plan_object *objects;
    size_t object_count;
};

/* What the analysis is asked: the line, as words, and what the options said. */
struct cc_question {
    struct arena arena;
    char **words; /* for line_parse() */
    size_t word_count;
    const char *flavour; /* "mpich", "openmpi"; NULL: no MPI */
    const char *flang;   /* the one for Fortran */
    const char *clang;
};

int cc_plan_ask(const char *directory, const struct cc *cc, const struct line *line,
                struct error *error);
int cc_plan_read_question(const char *directory, struct cc_question *question, struct error *error);
int cc_plan_write(const char *directory, const struct cc_plan *plan, struct error *error);
int cc_plan_read(const char *directory, struct cc_plan *plan, struct error *error);
void cc_plan_free(struct cc_plan *plan);

#endif
