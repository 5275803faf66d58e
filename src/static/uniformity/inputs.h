/* inputs.h: says whether program input decides at a branch: arguments, the environment, files.
 *
 * The caller has executed the program with one input. It has seen what differs only between ranks,
 * and has not seen what depends on the input. If unsure, the answer is no. */
#ifndef TUTTI_STATIC_UNIFORMITY_INPUTS_H
#define TUTTI_STATIC_UNIFORMITY_INPUTS_H

#include "ir/program.h"

/* Returns the first branch that depends on input, from this branch (included) to where its ways
 * meet again; NULL: there is none. */
const struct ir_value *inputs_between(const struct ir_program *program,
                                      const struct ir_value *branch);

#endif
