/* merge.h: what several runs say of the same bugs.
 *
 * Two findings are about one bug if they have a line in common and their rules say the same, such
 * as a divergence that the source shows and the deadlock that it leads to. Where no line is known,
 * fingerprints tell. */
#ifndef TUTTI_FINDING_MERGE_H
#define TUTTI_FINDING_MERGE_H

#include "finding/finding.h"

/* Whether one of the places is this line. */
bool merge_has_line(const struct finding *finding, const char *file, int line);
/* Collectives, roots and operations that differ between ranks. A datatype that does not fit its
 * buffer is of one rank alone, and no execution shows it. */
bool merge_is_about_matching(const struct finding *finding);

bool merge_same_bug(const struct finding *one, const struct finding *other);

/* Adds the findings of a run, each bug once: what is there already gets a sighting. The result
 * points into both. */
void merge_add(struct document *all, const struct document *run);

#endif
