/* sites.h: keeps the branches of a test build in a file beside it.
 *
 * Numbers of sites and edges are those of the program's ranks (runtime/symbolic/segment.h). Keys
 * are the same in every build from the same source.
 */
#ifndef TUTTI_INSTRUMENT_SITES_H
#define TUTTI_INSTRUMENT_SITES_H

#include "base/error.h"
#include "base/memory.h"
#include "ir/symbolic/symbolic.h"

struct sites {
    struct arena arena;
    struct ir_site *sites; /* by number */
    size_t site_count;
    uint32_t edge_count;
    uint32_t *site_of_edge; /* by edge */
    uint32_t *same;         /* by site: first site at the same place of the source */
};

/* Writes the sites to a file. Their numbers are dense from 0. */
int sites_write(const char *path, const struct sites *sites, struct error *error);

/* Write the sites of one file of the program, count them, and join such parts. The order of the
 * parts determines the numbers: those of the first part begin at 0, and those of each later part
 * continue. */
int sites_write_some(const char *path, const struct ir_site *sites, size_t count,
                     struct error *error);
int sites_count(const char *path, size_t *sites, uint32_t *edges, struct error *error);
int sites_join(const char *path, const char *const *parts, size_t count, struct error *error);

/* Reads sites. A damaged file is an error. The caller frees the sites, only after success. */
int sites_read(const char *path, struct sites *sites, struct error *error);
void sites_free(struct sites *sites);

/* Fills in the fields derived from the list, for sites that were not read from a file. */
void sites_index(struct sites *sites);
void sites_find_same(struct sites *sites); /* part of sites_index() */

/* Returns the same edge of the site's first copy. Code that several files of the program have
 * (inline functions, instances of templates) has several copies. */
uint32_t sites_same_edge(const struct sites *sites, uint32_t edge);

#endif
