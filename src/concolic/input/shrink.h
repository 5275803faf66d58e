/* shrink.h: makes smaller inputs from an input whose test takes long.
 *
 * A user's own input often sets the amount of work for production: thousands of iterations. Where a
 * number of the input bounds a loop, one iteration is tried instead. This is done for one number
 * after the other, as long as the test gets faster. Small inputs tell about the program sooner. The
 * first input remains for code that they do not reach.
 */
#ifndef TUTTI_CONCOLIC_INPUT_SHRINK_H
#define TUTTI_CONCOLIC_INPUT_SHRINK_H

#include "concolic/input/input.h"

enum { SHRINK_MOST = 32 }; /* limit on numbers that are tried after one execution */

/* Finds variables of the input that are greater than 1 and bound a loop, in the order of the
 * execution. Returns their number. */
size_t shrink_find(const struct trace *trace, uint32_t variables[SHRINK_MOST]);

/* Makes one input for each of these variables: the input of the trace with 1 in its place. Returns
 * their number; the caller frees them. */
size_t shrink_make(const struct input *input, struct trace *trace,
                   const struct input_originals *originals, struct input shrunk[SHRINK_MOST]);

#endif
