/* arguments.h: checks one argument of an MPI call (see arguments.c). */
#ifndef TUTTI_STATIC_USAGE_ARGUMENTS_H
#define TUTTI_STATIC_USAGE_ARGUMENTS_H

#include "static/run.h"

struct argument_check {
    struct static_run *run;
    const struct ir_value *call;
    const struct api_function *mpi;
    const struct api_parameter *parameter;
    struct analysis_argument argument;
};

bool argument_has_role(const struct argument_check *check, const char *role);

/* Returns whether the value is a constant pointer, and its integer: MPI_BOTTOM, MPI_IN_PLACE,
 * NULL. */
bool argument_constant_address(const struct ir_value *value, int64_t *address);
bool argument_in_place(const struct analysis *analysis, const struct ir_value *value);

/* Returns whether the number of elements is a constant that is not positive. */
bool argument_is_empty(const struct argument_check *check);

/* arguments_buffer.c: check for null, MPI_IN_PLACE, the same memory twice, too little memory. */
void argument_check_buffer(const struct argument_check *check);
void argument_check_same(const struct argument_check *check);
void argument_check_space(const struct argument_check *check);

/* arguments_type.c */
bool argument_check_type(const struct argument_check *check); /* true: it does not fit */
void argument_check_committed(const struct argument_check *check);

/* Checks arg.* and mismatch.datatype. */
void arguments_check(struct static_run *run);

#endif
