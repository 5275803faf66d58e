#include "static/warn.h"

struct finding *warn_begin(struct static_run *run, const char *rule,
                           const struct ir_value *instruction)
{
    struct document *document = run->document;
    struct finding *finding = document_add(document, rule);
    finding->severity = SEVERITY_WARNING;
    *arena_push(&document->arena, finding->locations, finding->location_count) =
        analysis_location(run->analysis, document, instruction);
    return finding;
}

void warn_relate(struct static_run *run, struct finding *finding, const char *what,
                 const struct ir_value *instruction)
{
    struct arena *arena = &run->document->arena;
    if (!instruction->place.file) {
        return;
    }
    *arena_push(arena, finding->related, finding->related_count) =
        (struct related){.what = what,
                         .file = arena_copy(arena, instruction->place.file),
                         .line = instruction->place.line,
                         .column = instruction->place.column};
}
