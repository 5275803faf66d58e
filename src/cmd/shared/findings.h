/* findings.h: analyses pieces of bitcode, for `check` and at link time. */
#ifndef TUTTI_CMD_SHARED_FINDINGS_H
#define TUTTI_CMD_SHARED_FINDINGS_H

#include "cmd/shared/analyser.h"
#include "compile/gather.h"
#include "finding/finding.h"

/* Analyses one of the gathered programs (NULL: all pieces). Calls `note` (context, then the
 * sentence) for each part that was left out. Adds to the statistics, so that several programs sum
 * up. */
int findings_of_program(const struct analyser *analyser, const struct gathered *gathered,
                        const struct gathered_program *chosen, const struct static_options *options,
                        struct document *document, struct static_needs *needs,
                        void (*note)(void *, const char *), void *context, struct error *error);

#endif
