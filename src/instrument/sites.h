/* sites.h: the branches of a test build, kept in a file beside it.
 *
 * Numbers of sites and edges are those that the program's ranks use (runtime/symbolic/segment.h);
 * keys are the same in every build from the same source.
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
    uint32_t *same;         /* by site: the first one that is the same place of the source */
};

/* Numbers are dense from 0. */
int sites_write(const char *path, const struct sites *sites, struct error *error);

/* Sites of one file of the program: of such parts the whole is made. Their numbers follow from
 * their order, so those of the first part begin at 0, and those of each other behind the one
 * before. */
int sites_write_some(const char *path, const struct ir_site *sites, size_t count,
                     struct error *error);
int sites_count(const char *path, size_t *sites, uint32_t *edges, struct error *error);
int sites_join(const char *path, const char *const *parts, size_t count, struct error *error);

/* An error if the file is damaged. The caller frees the sites, after success only. */
int sites_read(const char *path, struct sites *sites, struct error *error);
void sites_free(struct sites *sites);

/* Fills in what follows from the list, for who has not read it from a file. */
void sites_index(struct sites *sites);
void sites_find_same(struct sites *sites); /* a part of that */

/* What several files of the program have (inline functions, instances of templates) is there
 * several times. This is the same way out of its first copy. */
uint32_t sites_same_edge(const struct sites *sites, uint32_t edge);

#endif
