#include "world/findings/symptom.h"

#include <string.h>

static uint64_t hash_place(const struct location *location)
{
    uint64_t hash = (uint64_t)location->line;
    for (const char *at = location->file; at && *at; at++)
        hash = hash * 31 + (unsigned char)*at;
    return hash;
}

/* Returns the address at which the program called MPI. Outside MPI it combines the addresses of
 * several callers, since many lines end in the same abort(). It is 0 for a rank that loops, which
 * is found at another place of its loop each time. */
static uint64_t symptom_address_of(const struct finding *finding)
{
    enum { FRAMES = 4 };
    if (finding->location_count == 0 || strcmp(finding->rule, "loop") == 0)
        return 0;
    const struct location *first = &finding->locations[0];
    uint64_t address = first->address;
    if (!address && first->address_count == 0) /* the finding is about the program text */
        return hash_place(first);
    /* All leaks are found at the same MPI_Finalize, so the call that created the object tells them
     * apart. */
    if (strncmp(finding->rule, "leak.", strlen("leak.")) == 0 && finding->related_count > 0)
        address = address * 31 + finding->related[0].address;
    for (size_t i = 0; !first->address && i < first->address_count && i < FRAMES; i++)
        address = address * 31 + first->addresses[i];
    return address;
}

struct symptom symptom_of(const struct finding *finding)
{
    struct symptom symptom = {.address = symptom_address_of(finding),
                              .rank = finding->location_count > 0 ? finding->locations[0].rank : -1,
                              .severity = (int32_t)finding->severity};
    strncpy(symptom.rule, finding->rule, sizeof symptom.rule - 1);
    return symptom;
}

bool symptom_is(const struct symptom *symptom, const struct finding *finding)
{
    return symptom->address == symptom_address_of(finding) &&
           strcmp(symptom->rule, finding->rule) == 0;
}

bool symptom_equal(const struct symptom *one, const struct symptom *other)
{
    return one->address == other->address && one->severity == other->severity &&
           strcmp(one->rule, other->rule) == 0;
}

int symptom_compare(const struct symptom *one, const struct symptom *other)
{
    int rules = strcmp(one->rule, other->rule);
    return rules ? rules : (one->address > other->address) - (one->address < other->address);
}

bool symptoms_fit(const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct symptom symptom;
        memcpy(&symptom, (const char *)bytes + i * sizeof symptom, sizeof symptom);
        if (!memchr(symptom.rule, 0, sizeof symptom.rule) ||
            !memchr(symptom.leads_to, 0, sizeof symptom.leads_to) ||
            symptom.severity < SEVERITY_ERROR || symptom.severity > SEVERITY_NOTE)
            return false;
    }
    return true;
}
