#include "search/shown.h"

#include "base/memory.h"

#include <stdlib.h>

struct document *shown_begin(struct shown *shown, const char *verb)
{
    shown->documents = memory_room(shown->documents, shown->document_count, &shown->document_space,
                                   sizeof *shown->documents);
    struct document *document = &shown->documents[shown->document_count++];
    document_init(document, verb);
    return document;
}

struct finding *shown_add(struct document *report, const struct finding *finding)
{
    struct finding *added = finding->severity == SEVERITY_NOTE
                                ? document_add_note(report, finding->rule)
                                : document_add(report, finding->rule);
    const char *id = added->id;
    *added = *finding;
    added->id = id;
    return added;
}

void shown_keep(struct shown *shown, struct record *record, const struct finding *added)
{
    *arena_push(&record->arena, record->findings, record->finding_count) =
        (struct recorded_finding){added->id, added->rule};
    shown->records = memory_room(shown->records, shown->record_count, &shown->record_space,
                                 sizeof *shown->records);
    shown->records[shown->record_count++] = *record;
}

void shown_free(struct shown *shown)
{
    for (size_t i = 0; i < shown->record_count; i++)
        record_free(&shown->records[i]);
    for (size_t i = 0; i < shown->document_count; i++)
        document_free(&shown->documents[i]);
    free(shown->records);
    free(shown->documents);
}
