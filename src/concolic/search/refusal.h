/* refusal.h: a program that refuses its input in an orderly way has no error.
 *
 * A refusal is an end that the program chose: MPI_Abort, or a status other than 0 of all ranks, not
 * out of a handler of a crash, with a message of its own, before the ranks that chose it had
 * communicated more than an input. A message about an assertion is none: the program says itself
 * that it has an error.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_REFUSAL_H
#define TUTTI_CONCOLIC_SEARCH_REFUSAL_H

#include "finding/finding.h"

bool refusal_is(const struct finding *finding);

/* Makes notes of all refusals in the document. */
void refusal_settle(struct document *document);

/* All refusals of a search are one note. */
struct refusals {
    const char *note; /* its id; NULL: there was none */
    size_t places;
};

/* One more. The first is in the document already, as the last finding. */
void refusal_add(struct refusals *refusals, const struct finding *finding,
                 struct document *document);

/* Says in the note what all of them come to. */
void refusal_finish(const struct refusals *refusals, struct document *document);

#endif
