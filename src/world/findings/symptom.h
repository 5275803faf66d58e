/* symptom.h: identifies equal findings of many executions.
 *
 * Addresses are those of a world, and of all worlds of the same program.
 */
#ifndef TUTTI_WORLD_FINDINGS_SYMPTOM_H
#define TUTTI_WORLD_FINDINGS_SYMPTOM_H

#include "finding/finding.h"

/* A finding of an execution. Symptoms with the same rule, address and severity are the same. */
struct symptom {
    char rule[32];
    uint64_t address;
    int32_t rank;
    int32_t severity;
    char leads_to[32]; /* of a race: the rule of the error that some of its orders lead to; or "" */
};

struct symptom symptom_of(const struct finding *finding);
bool symptom_equal(const struct symptom *one, const struct symptom *other); /* the same symptom */
bool symptom_is(const struct symptom *symptom, const struct finding *finding);

/* Compares symptoms of equal severity by rule and address, for an order that does not depend on
 * chance. */
int symptom_compare(const struct symptom *one, const struct symptom *other);

/* Returns whether stored bytes, which may be unaligned, are symptoms. */
bool symptoms_fit(const void *bytes, size_t count);

#endif
