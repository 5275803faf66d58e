/* baseline.h: findings that are known already, so that only new ones count.
 *
 * A baseline is a findings.json, of a run or of `tutti report`. A finding is known if its
 * fingerprint, or one of a run that shows the same bug, is there. It then becomes a note. */
#ifndef TUTTI_FINDING_BASELINE_H
#define TUTTI_FINDING_BASELINE_H

#include "base/error.h"
#include "finding/finding.h"

/* Marks what is known. The verdict is then about the rest. */
int baseline_apply(const char *path, struct document *document, struct error *error);

#endif
