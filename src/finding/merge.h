/* merge.h: merges what several runs report about the same bugs.
 *
 * Two findings are about one bug if they share a line and their rules mean the same, such as a
 * divergence in the source and the deadlock that it causes. If no line is known, fingerprints
 * decide.
 */
#ifndef TUTTI_FINDING_MERGE_H
#define TUTTI_FINDING_MERGE_H

#include "finding/finding.h"

/* Says whether the finding has a place on this line. */
bool merge_has_line(const struct finding *finding, const char *file, int line);
/* Says whether the finding is about collectives, roots or operations that differ between ranks.
 * Excludes a datatype that does not fit its buffer: it concerns one rank, and no execution shows
 * it. */
bool merge_is_about_matching(const struct finding *finding);

bool merge_same_bug(const struct finding *one, const struct finding *other);

/* Adds the findings of a run, each bug once: a finding that is already there gets a sighting. The
 * result points into both documents. */
void merge_add(struct document *all, const struct document *run);

#endif
