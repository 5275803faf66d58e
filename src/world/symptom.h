/* symptom.h: findings of many executions, told apart.
 *
 * Addresses are those of a world, and of all worlds of the same program.
 */
#ifndef TUTTI_WORLD_SYMPTOM_H
#define TUTTI_WORLD_SYMPTOM_H

#include "finding/finding.h"

/* Something that an execution showed. What has the same rule, place and severity is the same. */
struct symptom {
    char rule[32];
    uint64_t address;
    int32_t rank;
    int32_t severity;
    char leads_to[32]; /* of a race: the rule of the error that some of its orders end in; or "" */
};

struct symptom symptom_of(const struct finding *finding);
bool symptom_is(const struct symptom *symptom, const struct finding *finding);

/* Whether bytes that were kept are symptoms, which may begin anywhere. */
bool symptoms_fit(const void *bytes, size_t count);

#endif
