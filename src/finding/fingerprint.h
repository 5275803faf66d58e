/* fingerprint.h: a name for a finding that stays the same from run to run, so that tools which
 * compare reports know it again. */
#ifndef TUTTI_FINDING_FINGERPRINT_H
#define TUTTI_FINDING_FINGERPRINT_H

#include "finding/finding.h"

enum { FINGERPRINT_SIZE = 17 };

/* Made from the rule and the set of (file, function, call) of the locations: lines that moved, and
 * which rank did what, make no difference. */
void fingerprint_print(const struct finding *finding, char out[FINGERPRINT_SIZE]);

#endif
