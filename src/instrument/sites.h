/* sites.h: the branches of a test build, kept in a file beside it.
 *
 * Numbers of sites and edges are those that the program's ranks use (runtime/symbolic/segment.h);
 * keys are the same in every build from the same source.
 */
#ifndef TUTTI_INSTRUMENT_SITES_H
#define TUTTI_INSTRUMENT_SITES_H

#include "base/error.h"
#include "base/memory.h"
#include "ir/symbolic.h"

struct sites {
    struct arena arena;
    struct ir_site *sites; /* by number */
    size_t site_count;
    uint32_t edge_count;
    uint32_t *site_of_edge; /* by edge */
};

int sites_write(const char *path, const struct sites *sites, struct error *error);
int sites_read(const char *path, struct sites *sites, struct error *error);
void sites_free(struct sites *sites);

#endif
