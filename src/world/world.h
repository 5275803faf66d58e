/* world.h: one execution of a program in the virtual world. */
#ifndef TUTTI_WORLD_WORLD_H
#define TUTTI_WORLD_WORLD_H

#include "base/error.h"
#include "finding/finding.h"
#include "world/scheduler.h"

enum world_output { WORLD_OUTPUT_PREFIX, WORLD_OUTPUT_PLAIN, WORLD_OUTPUT_FILES };

struct world_options {
    struct scheduler_options scheduler;
    enum world_output output;
    const char *directory;       /* of WORLD_OUTPUT_FILES: rank-N.out and rank-N.err */
    const char *guest;           /* the library to preload */
    const char *const *program;  /* NULL-terminated words */
    const char *start_directory; /* where it starts; NULL: here */
    const char *input;           /* file that it reads as standard input; NULL: the command's own */
    int debugged;                /* rank that gdb is started for; -1: none */
};

struct world_result {
    const char *difference; /* a sentence: where an execution that was to follow another one went
                               another way. NULL: nowhere. Lives as long as the document */
};

/* Runs the program with so many ranks; findings, verdict and stats go into the document. Nothing of
 * it is left behind. */
int world_run(const struct world_options *options, struct document *document,
              struct world_result *result, struct error *error);

#endif
