/* refusal.h: recognises that a program refuses its input in an orderly way, which is no error.
 *
 * A refusal is an end that the program chose: MPI_Abort, or a status other than 0 of all ranks. It
 * comes with a message of the program's own, not from a handler of a crash, and before the ranks
 * that chose it had communicated more than an input. A message about an assertion makes it an
 * error, since the program itself says so.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_REFUSAL_H
#define TUTTI_CONCOLIC_SEARCH_REFUSAL_H

#include "finding/finding.h"

bool refusal_is(const struct finding *finding);

/* Turns all findings of the document that are refusals into notes. */
void refusal_settle(struct document *document);

/* All refusals of a search are one note. */
struct refusals {
    const char *note; /* its id; NULL: there was none */
    size_t places;
};

/* Adds a refusal. The first one is already the last finding of the document. */
void refusal_add(struct refusals *refusals, const struct finding *finding,
                 struct document *document);

/* Completes the note with the number of all refusals. */
void refusal_finish(const struct refusals *refusals, struct document *document);

#endif
