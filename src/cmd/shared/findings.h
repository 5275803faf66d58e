/* findings.h: the analysis of pieces of bitcode, for `check` and at link. */
#ifndef TUTTI_CMD_SHARED_FINDINGS_H
#define TUTTI_CMD_SHARED_FINDINGS_H

#include "cmd/shared/analyser.h"
#include "compile/gather.h"
#include "finding/finding.h"

/* Analyses a program of what was gathered (NULL: all of it). What was left out is said by `note`
 * (context, then the sentence). Statistics of several programs add up. */
int findings_of_program(const struct analyser *analyser, const struct gathered *gathered,
                        const struct gathered_program *chosen, const struct static_options *options,
                        struct document *document, struct static_needs *needs,
                        void (*note)(void *, const char *), void *context, struct error *error);

#endif
