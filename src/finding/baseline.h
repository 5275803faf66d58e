/* baseline.h: marks findings that are already known, so that only new ones count.
 *
 * A baseline is a findings.json, of a run or of `tutti report`. A finding is known if the baseline
 * has its fingerprint, or that of another run which shows the same bug. A known finding becomes a
 * note.
 */
#ifndef TUTTI_FINDING_BASELINE_H
#define TUTTI_FINDING_BASELINE_H

#include "base/error.h"
#include "finding/finding.h"

/* Marks known findings. The verdict is then about the others. */
int baseline_apply(const char *path, struct document *document, struct error *error);

#endif
