#include "concolic/show/again.h"

#include "concolic/concolic.h"
#include "concolic/path/proof.h"

int again_open(struct again *again, const struct record *record, struct error *error)
{
    const struct recorded_test *test = record->test;
    *again = (struct again){.rank = test->rank};
    if (sites_read(test->sites, &again->sites, error) != 0)
        return -1;
    if (segment_open(&again->segment, record->ranks, again->sites.edge_count, error) != 0)
        return -1;
    segment_fill(&again->segment, test->focus, test->flags, test->patterns, test->pattern_count);
    return segment_announce(&again->segment, error);
}

void again_judge(const struct again *again, struct document *document)
{
    struct trace trace;
    if (!segment_trace(&again->segment, again->rank, &trace))
        return;
    proof_add(&trace, &again->sites, CONCOLIC_FIND_ALL, document);
    trace_free(&trace);
}

void again_close(struct again *again)
{
    segment_hide();
    segment_close(&again->segment);
    sites_free(&again->sites);
}
