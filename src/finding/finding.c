#include "finding/finding.h"

#include "base/text.h"
#include "finding/rules.h"

#include <stdlib.h>
#include <string.h>

void document_init(struct document *document, const char *verb)
{
    *document = (struct document){.verdict = VERDICT_CLEAN};
    document->verb = arena_copy(&document->arena, verb);
}

void document_free(struct document *document)
{
    arena_free(&document->arena);
    *document = (struct document){0};
}

static struct finding *finding_add(struct document *document, const char *rule)
{
    const struct rule *known = rule_find(rule);
    if (!known)
        abort();
    struct finding *finding =
        arena_push(&document->arena, document->findings, document->finding_count);
    finding->id =
        arena_printf(&document->arena, "%c-%zu", document->verb[0], document->finding_count);
    finding->rule = known->id;
    finding->severity = known->severity;
    return finding;
}

struct finding *document_add(struct document *document, const char *rule)
{
    struct finding *finding = finding_add(document, rule);
    if (finding->severity != SEVERITY_NOTE)
        document->verdict = VERDICT_VIOLATIONS;
    return finding;
}

struct finding *document_add_note(struct document *document, const char *rule)
{
    struct finding *finding = finding_add(document, rule);
    finding->severity = SEVERITY_NOTE;
    return finding;
}

void document_settle(struct document *document)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (document->findings[i].severity != SEVERITY_NOTE)
            return;
    if (document->unfinished || document_met_error(document))
        document->verdict = VERDICT_INCOMPLETE;
    else if (document->verdict == VERDICT_VIOLATIONS)
        document->verdict = VERDICT_CLEAN;
}

bool document_met_error(const struct document *document)
{
    return document->stopped > 0 || document->passed > 0;
}

void document_add_stat(struct document *document, const char *name, double value)
{
    *arena_push(&document->arena, document->stats, document->stat_count) =
        (struct stat_value){name, value};
}

bool interleaving_fails(const struct document *document, const struct interleaving *interleaving)
{
    if (strcmp(interleaving->outcome, "ended") != 0)
        return true;
    for (size_t i = 0; i < interleaving->finding_count; i++)
        for (size_t j = 0; j < document->finding_count; j++)
            if (document->findings[j].severity == SEVERITY_ERROR &&
                strncmp(document->findings[j].rule, "leak.", strlen("leak.")) != 0 &&
                strcmp(document->findings[j].id, interleaving->finding_ids[i]) == 0)
                return true;
    return false;
}

bool finding_has_rank(const struct finding *finding, int rank)
{
    for (size_t i = 0; i < finding->rank_count; i++)
        if (finding->ranks[i] == rank)
            return true;
    return false;
}

static int finding_compare_numbers(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

const char *finding_rank_text(struct arena *arena, const int *ranks, size_t count)
{
    if (count == 0)
        return "";
    int *sorted = memory_alloc(count * sizeof *sorted);
    memcpy(sorted, ranks, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, finding_compare_numbers);
    struct text out;
    text_init(&out, count * sizeof "-2147483648,");
    for (size_t first = 0, next; first < count; first = next) {
        size_t last = first;
        for (next = first + 1; next < count; last = next++) {
            if (sorted[next] != sorted[last] && sorted[next] - 1 != sorted[last])
                break;
        }
        text_addf(&out, "%s%d", first ? "," : "", sorted[first]);
        if (sorted[last] != sorted[first])
            text_addf(&out, "-%d", sorted[last]);
    }
    const char *result = arena_copy(arena, out.data);
    text_free(&out);
    free(sorted);
    return result;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"clean", "violations", "incomplete"};
    return names[verdict];
}
