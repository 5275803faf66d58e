/* proof.h: what a trace shows to be wrong by itself, whether anything came of it or not.
 *
 * A compiler may take it for granted that no signed number overflows, no divisor is zero and no
 * index is outside, and leave out what would have crashed; the values of the execution tell all the
 * same.
 */
#ifndef TUTTI_CONCOLIC_PATH_PROOF_H
#define TUTTI_CONCOLIC_PATH_PROOF_H

#include "concolic/path/trace.h"
#include "finding/finding.h"
#include "instrument/sites.h"

/* Adds a finding for each place; `find`: of what (enum concolic_find). */
void proof_add(const struct trace *trace, const struct sites *sites, unsigned find,
               struct document *document);

#endif
