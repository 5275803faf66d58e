/* proof.h: finds errors that the values of a trace prove, whether or not they had an effect.
 *
 * A compiler may assume that no signed number overflows, no divisor is zero and no index is outside
 * its array, and may leave out the code that would have crashed. The values of the execution show
 * the error all the same.
 */
#ifndef TUTTI_CONCOLIC_PATH_PROOF_H
#define TUTTI_CONCOLIC_PATH_PROOF_H

#include "concolic/path/trace.h"
#include "finding/finding.h"
#include "instrument/sites.h"

/* Adds a finding for each place with an error of the kinds in `find` (enum concolic_find). */
void proof_add(const struct trace *trace, const struct sites *sites, unsigned find,
               struct document *document);

#endif
