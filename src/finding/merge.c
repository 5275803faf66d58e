#include "finding/merge.h"

#include "finding/fingerprint.h"

#include <string.h>

/* Says whether two paths mean one file: one may start at the compiler's directory, the other at the
 * root. */
static bool merge_same_file(const char *one, const char *other)
{
    size_t length = strlen(one), second = strlen(other);
    if (length < second)
        return merge_same_file(other, one);
    return strcmp(one + length - second, other) == 0 &&
           (length == second || (*other != '/' && one[length - second - 1] == '/'));
}

bool merge_has_line(const struct finding *finding, const char *file, int line)
{
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *location = &finding->locations[i];
        if (location->line == line && location->file && merge_same_file(location->file, file))
            return true;
    }
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        if (related->line == line && related->file && merge_same_file(related->file, file))
            return true;
    }
    return false;
}

static bool share_line(const struct finding *one, const struct finding *other)
{
    for (size_t i = 0; i < one->location_count; i++) {
        const struct location *location = &one->locations[i];
        if (location->file && location->line &&
            merge_has_line(other, location->file, location->line))
            return true;
    }
    return false;
}

static bool has_any_line(const struct finding *finding)
{
    for (size_t i = 0; i < finding->location_count; i++)
        if (finding->locations[i].file && finding->locations[i].line)
            return true;
    return false;
}

bool merge_is_about_matching(const struct finding *finding)
{
    return strcmp(finding->rule, "collective.divergence") == 0 ||
           (strncmp(finding->rule, "mismatch.", 9) == 0 &&
            strcmp(finding->rule, "mismatch.datatype") != 0);
}

/* Says whether the finding is about ranks that wait for each other, in Tutti's world or in a real
 * job. */
static bool is_stuck(const struct finding *finding)
{
    return strcmp(finding->rule, "deadlock") == 0 ||
           strcmp(finding->rule, "hang.communication") == 0;
}

/* Says whether the finding is about matching or a deadlock: one often causes the other. */
static bool about_order(const struct finding *finding)
{
    return merge_is_about_matching(finding) || is_stuck(finding);
}

bool merge_same_bug(const struct finding *one, const struct finding *other)
{
    char print[FINGERPRINT_SIZE], second[FINGERPRINT_SIZE];
    bool alike = strcmp(one->rule, other->rule) == 0 || (about_order(one) && about_order(other));
    if (has_any_line(one) && has_any_line(other))
        return alike && share_line(one, other);
    fingerprint_print(one, print);
    fingerprint_print(other, second);
    return strcmp(print, second) == 0;
}

/* Finds the bug among the first `count` findings, those of other runs. */
static struct finding *find_bug(const struct document *all, size_t count,
                                const struct finding *finding)
{
    for (size_t i = 0; i < count; i++)
        if (merge_same_bug(&all->findings[i], finding))
            return &all->findings[i];
    return NULL;
}

/* Adds a sighting. A finding that was merged before keeps the sightings that it was merged from. */
static void merge_add_sighting(struct document *all, struct finding *to, const struct finding *seen,
                               const char *verb)
{
    char print[FINGERPRINT_SIZE];
    fingerprint_print(seen, print);
    for (size_t i = 0; i < seen->sighting_count; i++)
        *arena_push(&all->arena, to->sightings, to->sighting_count) = seen->sightings[i];
    if (seen->sighting_count == 0)
        *arena_push(&all->arena, to->sightings, to->sighting_count) =
            (struct sighting){verb, seen->rule, arena_copy(&all->arena, print)};
    to->known = to->known || seen->known;
    if (to->known)
        to->severity = SEVERITY_NOTE;
    else if (seen->severity < to->severity)
        to->severity = seen->severity;
}

void merge_add(struct document *all, const struct document *run)
{
    size_t count = all->finding_count;
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct finding *finding = &run->findings[i];
        struct finding *same = find_bug(all, count, finding);
        if (same) {
            merge_add_sighting(all, same, finding, run->verb);
            continue;
        }
        struct finding *added = arena_push(&all->arena, all->findings, all->finding_count);
        *added = *finding; /* its rule may be unknown to this Tutti */
        added->id = arena_printf(&all->arena, "%c-%zu", *all->verb, all->finding_count);
        if (added->severity != SEVERITY_NOTE)
            all->verdict = VERDICT_VIOLATIONS;
        added->sightings = NULL;
        added->sighting_count = 0;
        merge_add_sighting(all, added, finding, run->verb);
    }
    document_settle(all);
}
