/* inputs.h: lists what would be symbolic in the first test of a search (--list-inputs). */
#ifndef TUTTI_CONCOLIC_SHOW_INPUTS_H
#define TUTTI_CONCOLIC_SHOW_INPUTS_H

#include "concolic/concolic.h"

/* A variable of the first test, with its text there. */
struct concolic_variable {
    const char *name;
    const char *kind; /* "number", "word", "byte", "marked", "mpi", "count", "file" */
    const char *value;
};

struct concolic_inputs {
    struct arena arena;
    struct concolic_variable *variables;
    size_t variable_count;
};

int concolic_inputs(const struct concolic_options *options, const struct record *record,
                    struct concolic_inputs *inputs, struct error *error);
void concolic_inputs_free(struct concolic_inputs *inputs);

#endif
