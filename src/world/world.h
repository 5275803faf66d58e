/* world.h: one execution of a program in the virtual world. */
#ifndef TUTTI_WORLD_WORLD_H
#define TUTTI_WORLD_WORLD_H

#include "base/error.h"
#include "finding/finding.h"
#include "world/scheduler.h"

enum world_output { WORLD_OUTPUT_PREFIX, WORLD_OUTPUT_PLAIN };

struct world_options {
    struct scheduler_options scheduler;
    enum world_output output;
    const char *guest;    /* the library to preload */
    char *const *program; /* NULL-terminated words */
};

/* Runs the program with so many ranks; findings, verdict and stats go into the document. Nothing of
 * it is left behind. */
int world_run(const struct world_options *options, struct document *document, struct error *error);

#endif
