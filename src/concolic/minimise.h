/* minimise.h: the least change of the user's own input that still shows a finding. */
#ifndef TUTTI_CONCOLIC_MINIMISE_H
#define TUTTI_CONCOLIC_MINIMISE_H

#include "concolic/tester.h"
#include "world/symptom.h"

/* Tries fewer ranks, and values of `first` instead of the input's own, with a bounded number of
 * executions. The input becomes the best one that was seen. */
void minimise(struct tester *tester, const struct symptom *symptom, const struct input *first,
              struct input *input);

#endif
