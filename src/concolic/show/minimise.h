/* minimise.h: finds the smallest change of the user's own input that still shows a finding. */
#ifndef TUTTI_CONCOLIC_SHOW_MINIMISE_H
#define TUTTI_CONCOLIC_SHOW_MINIMISE_H

#include "concolic/search/tester.h"

/* Says whether two findings have the same rule at the same line, in heavy or light code; loops need
 * only be in the same function. If a finding has no line, the addresses decide. */
bool is_same_finding(const struct finding *one, const struct finding *other);

/* Replaces the input by a simpler one that shows the finding too. Tries a schedule without choices;
 * fewer ranks; values of `first` instead of the input's own; and, for numbers in arguments, values
 * nearer to them. The number of executions is bounded, and it stops when the clock reaches
 * `deadline`. */
void minimise(struct tester *tester, const struct finding *finding, const struct input *first,
              double deadline, struct input *input);

#endif
