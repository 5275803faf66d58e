/* sites.h: the calls of MPI in a team: their words, and which of them may run at the same time. */
#ifndef TUTTI_STATIC_THREADS_SITES_H
#define TUTTI_STATIC_THREADS_SITES_H

#include "static/threads/team.h"

struct site {
    uint32_t node;
    const struct ir_value *call;
    const struct api_function *mpi;
    struct word word;
    bool several; /* several threads of a team execute it (category 1 of the thesis) */
    bool unsure;  /* the condition under which a thread comes here is not known well enough */
    bool guessed; /* a call through a pointer that may mean another function leads here; `unsure` is
                     set */
    uint64_t locked; /* the locks held at the node */
    bool *before; /* by node: a way without a barrier of team `before_team` leads from it to here */
    uint32_t before_team;
};

struct team_sites {
    struct team *team;
    struct site *list;
    size_t count, space;
    uint32_t *parting; /* terminators at which threads of a team take different ways */
    size_t parting_count, parting_space;
};

enum at_once { AT_ONCE_NEVER, AT_ONCE_UNSURE, AT_ONCE_MAYBE };

void team_sites_find(struct team_sites *sites, struct team *team);
void team_sites_free(struct team_sites *sites);

/* Says whether two calls, or two executions of one call (a == b), are in concurrent monothreaded
 * regions: lemma 5 of the thesis. It does not count barriers: it asks whether a way without a
 * barrier of the team leads from one call to the other, or to both calls from a branch that threads
 * take differently. So the answer is right in loops and across functions, too. */
enum at_once team_sites_at_once(struct team_sites *sites, struct site *a, struct site *b);

#endif
