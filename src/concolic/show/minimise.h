/* minimise.h: the least change of the user's own input that still shows a finding. */
#ifndef TUTTI_CONCOLIC_SHOW_MINIMISE_H
#define TUTTI_CONCOLIC_SHOW_MINIMISE_H

#include "concolic/search/tester.h"

/* The same rule at the same line, in whichever of its two forms the code was run. Of findings whose
 * lines are known. */
bool is_same_finding(const struct finding *one, const struct finding *other);

/* Tries fewer ranks, and values of `first` instead of the input's own or, of numbers in arguments,
 * nearer to them, with a bounded number of executions and until the clock says `deadline`. The
 * input becomes the best one that was seen. */
void minimise(struct tester *tester, const struct finding *finding, const struct input *first,
              double deadline, struct input *input);

#endif
