/* findings.h: the words of the findings thread.*, and which calls were told already. */
#ifndef TUTTI_STATIC_THREADS_FINDINGS_H
#define TUTTI_STATIC_THREADS_FINDINGS_H

#include "static/threads/sites.h"

/* What the program asks MPI for: the highest level of its MPI_Init and MPI_Init_thread calls. */
struct level_asked {
    bool known;
    enum word_level level;
    const struct ir_value *call;
};

/* How many threads execute a site and why, in a sentence for people: "every thread of the team of
 * the parallel region at a.c:9 executes it". */
const char *site_sentence(struct team_sites *sites, const struct site *site);

/* A finding about the call, with the constructs and calls around it as related places. */
struct finding *site_finding(struct team_sites *sites, const struct site *site, const char *rule);

/* The calls that lead to a node of a team, innermost first, as related places. */
void team_relate_calls(const struct team *team, uint32_t node, struct finding *finding);

const char *place_text(struct arena *arena, struct ir_place place); /* "a.c:9" */

#endif
