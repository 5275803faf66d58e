#include "search/verdict.h"

void verdict_add(struct text *out, uint64_t count, const char *one, const char *many)
{
    if (count > 0)
        text_addf(out, "; %llu %s", (unsigned long long)count, count == 1 ? one : many);
}

const char *verdict_reason(const struct spread_end *end, bool broken, bool spent)
{
    if (broken)
        return "stopped by an error";
    switch (end->outcome) {
    case SPREAD_BUDGET:
        return "stopped by its budget";
    case SPREAD_STOPPED:
        return spent ? "stopped by its budget" : "stopped";
    case SPREAD_INTERRUPTED:
        return "interrupted";
    case SPREAD_COMPLETE:
    case SPREAD_HELPED:
        break;
    }
    return NULL;
}

void verdict_add_pending(struct text *out, const char *reason, const struct spread_end *end,
                         const char *item)
{
    text_addf(out, "; %s with %llu known %s%s not executed", reason,
              (unsigned long long)end->count.pending, item, end->count.pending == 1 ? "" : "s");
}

void verdict_add_journal(struct text *out, const struct spread_end *end, const char *all)
{
    if (end->damaged > 0)
        text_addf(out,
                  "; the journal was damaged, and the work of %llu lost record%s is executed again",
                  (unsigned long long)end->damaged, end->damaged == 1 ? "" : "s");
    if (end->lost > 0)
        text_addf(out,
                  "; the journal lost %llu record%s that cannot be made again: start the search "
                  "anew for a verdict on all %s",
                  (unsigned long long)end->lost, end->lost == 1 ? "" : "s", all);
}

void verdict_add_given_up(struct text *out, const struct spread_end *end, const char *why)
{
    if (why)
        text_addf(out, "; %llu could not be executed: %s", (unsigned long long)end->count.failed,
                  why);
}

void verdict_add_stats(const struct spread_end *end, struct document *document)
{
    document_add_stat(document, "given_up", (double)end->count.failed);
    if (end->damaged > 0)
        document_add_stat(document, "journal_damaged", (double)end->damaged);
    if (end->lost > 0)
        document_add_stat(document, "journal_lost", (double)end->lost);
}

void verdict_settle(struct document *document, const struct text *coverage, bool whole)
{
    document->coverage = arena_copy(&document->arena, coverage->data);
    document->unfinished = !whole;
    if ((!whole || document_met_error(document)) && document->verdict == VERDICT_CLEAN)
        document->verdict = VERDICT_INCOMPLETE;
}
