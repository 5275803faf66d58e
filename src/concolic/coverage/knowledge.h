/* knowledge.h: holds what the workers of one machine know together, whichever of them found it. */
#ifndef TUTTI_CONCOLIC_COVERAGE_KNOWLEDGE_H
#define TUTTI_CONCOLIC_COVERAGE_KNOWLEDGE_H

#include "concolic/coverage/asked.h"
#include "concolic/coverage/coverage.h"
#include "concolic/coverage/depth.h"
#include "concolic/coverage/quota.h"
#include "concolic/coverage/values.h"

struct knowledge {
    struct coverage coverage; /* edges covered, aimed at, tried */
    struct asked asked;       /* questions asked */
    struct quota quota;       /* schedules of each path */
    struct values values;     /* values that led to something new */
    struct depth depth;       /* bound of a bounded search */
};

/* Opens all parts. Workers must be forked after this. */
int knowledge_open(struct knowledge *knowledge, uint32_t edges, struct error *error);
void knowledge_close(struct knowledge *knowledge);

#endif
