/* inputs.h: whether what a program reads decides at a branch: its arguments, its environment,
 * files.
 *
 * For who has executed the program with one input: what differs between ranks only has been seen
 * then, what depends on the input has not. In doubt the answer is no. */
#ifndef TUTTI_STATIC_UNIFORMITY_INPUTS_H
#define TUTTI_STATIC_UNIFORMITY_INPUTS_H

#include "ir/program.h"

/* The first such branch between this one, itself included, and where its ways meet again; NULL:
 * there is none. */
const struct ir_value *inputs_between(const struct ir_program *program,
                                      const struct ir_value *branch);

#endif
