/* listing.h: lists what an arm of a question performs, with places in the source. */
#ifndef TUTTI_STATIC_DIVERGENCE_LISTING_H
#define TUTTI_STATIC_DIVERGENCE_LISTING_H

#include "static/divergence/questions.h"

struct listed {
    uint32_t atom;                  /* an expression */
    const struct ir_value *site;    /* the call, the branch of a choice; NULL: unknown */
    const struct ir_value *through; /* the call in the decider's function that leads to the site,
                                       or NULL */
};
struct listing {
    struct listed *entries; /* on the communicator of the question, without what the arms have in
                               common */
    size_t count;
};
/* Two arms of the question that differ: the numbers of their successors or targets, and what they
 * perform. */
struct sides {
    uint32_t arm[2];
    struct listing listing[2];
};
struct sides divergence_sides(struct divergence *divergence, const struct question *question);
/* Returns the calls of collectives on both sides. */
const struct ir_value **divergence_sites(struct divergence *divergence,
                                         const struct question *question, size_t *count);
/* Returns what happens from a node to another node that all ways from it reach, as the summary
 * says. */
uint32_t divergence_way(struct divergence *divergence, const struct summary *summary, uint32_t from,
                        uint32_t to);
/* Returns a collective of the communicator in an atom, or NULL. */
const struct api_function *divergence_first(const struct divergence *divergence, uint32_t atom,
                                            uint32_t handle);

#endif
