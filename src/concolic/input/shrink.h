/* shrink.h: from an input that takes long, to one that does not.
 *
 * An input of the user's own is often one for production: it counts what is to be done, and does it
 * thousands of times. Where a number of the input bounds a loop, one iteration is tried instead, of
 * one number after the other as long as that is quicker. What is found out about the program with
 * small inputs is found out sooner; the first one is still there for what they do not reach.
 */
#ifndef TUTTI_CONCOLIC_INPUT_SHRINK_H
#define TUTTI_CONCOLIC_INPUT_SHRINK_H

#include "concolic/input/input.h"

enum { SHRINK_MOST = 32 }; /* numbers that are tried after one execution */

/* Variables of the input that are greater than 1 and bound a loop, in the order of the execution;
 * how many. */
size_t shrink_find(const struct trace *trace, uint32_t variables[SHRINK_MOST]);

/* The input of the trace with 1 in place of each of them, one input for each; to be freed. */
size_t shrink_make(const struct input *input, struct trace *trace,
                   const struct input_originals *originals, struct input shrunk[SHRINK_MOST]);

#endif
