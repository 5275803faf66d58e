/* findings.h: the texts of the findings thread.*. */
#ifndef TUTTI_STATIC_THREADS_FINDINGS_H
#define TUTTI_STATIC_THREADS_FINDINGS_H

#include "static/threads/sites.h"

/* The level that the program asks MPI for: the highest of its MPI_Init and MPI_Init_thread
 * calls. */
struct level_asked {
    bool known;
    enum word_level level;
    const struct ir_value *call;
};

/* Returns a sentence that says how many threads execute a site and why: "every thread of the team
 * of the parallel region at a.c:9 executes it". */
const char *site_sentence(struct team_sites *sites, const struct site *site);

/* Makes a finding about the call, with the constructs and calls around it as related places. */
struct finding *site_finding(struct team_sites *sites, const struct site *site, const char *rule);

/* Adds the calls that lead to a node of a team to the related places, innermost first. */
void team_relate_calls(const struct team *team, uint32_t node, struct finding *finding);

const char *place_text(struct arena *arena, struct ir_place place); /* "a.c:9" */

#endif
