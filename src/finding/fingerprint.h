/* fingerprint.h: computes a name for a finding that stays the same from run to run, by which tools
 * that compare reports recognise it. */
#ifndef TUTTI_FINDING_FINGERPRINT_H
#define TUTTI_FINDING_FINGERPRINT_H

#include "finding/finding.h"

enum { FINGERPRINT_SIZE = 17 };

/* Computes the fingerprint from the rule and the set of (file, function, call) of the locations. It
 * does not depend on lines, nor on which rank made which call. */
void fingerprint_print(const struct finding *finding, char out[FINGERPRINT_SIZE]);

#endif
