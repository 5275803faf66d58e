/* cross.h: values that led to something new, in tests that come far.
 *
 * What a value leads to depends on others. A number chooses an algorithm, but the first input has
 * nothing for it to do; another number makes work for it. No condition connects the two: what was
 * chosen is a pointer to a function, or a constant that a comparison has put into memory. So the
 * numbers of every test that covered something are remembered (coverage.h), and tried, one at a
 * time, in each test that covered something and came about as far as any. The solver is not asked.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_CROSS_H
#define TUTTI_CONCOLIC_SEARCH_CROSS_H

#include "concolic/search/worker.h"

/* After a test that covered something: its numbers are remembered, and the tests that others'
 * numbers make of it, if it comes far enough, go into the yield. */
void cross(struct worker *worker, const struct input *input, struct trace *trace,
           struct yield *yield);

/* What such a test is worth now: less, the longer none of them covered anything. */
unsigned cross_priority(const struct worker *worker, const struct aim *aim);

#endif
