/* cross.h: tries values that led to something new in other tests that get far.
 *
 * The effect of a value depends on other values. One number chooses an algorithm, but the first
 * input gives it nothing to do; another number gives it work. No condition connects the two: the
 * choice is a pointer to a function, or a constant that a comparison has put into memory. So the
 * numbers of every test that covered something new are remembered (values.h). They are tried, one
 * at a time, in each of these tests that got about as far as any other. The solver is not asked.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_CROSS_H
#define TUTTI_CONCOLIC_SEARCH_CROSS_H

#include "concolic/search/worker.h"

/* Follows a test that covered something new. Remembers its numbers and, if it got far enough, adds
 * to the yield the tests that result from other tests' numbers in it. */
void cross(struct worker *worker, const struct input *input, struct trace *trace,
           struct yield *yield);

/* Returns the priority of such a test: lower, the longer none of them covered anything. */
unsigned cross_priority(const struct worker *worker, const struct aim *aim);

#endif
