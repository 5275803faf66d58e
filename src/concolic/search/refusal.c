#include "concolic/search/refusal.h"

#include <string.h>

enum { PLACES_SHOWN = 10 };

bool refusal_is(const struct finding *finding)
{
    return finding->own_end == OWN_END_AT_START && finding->said &&
           !strcasestr(finding->said, "assert");
}

void refusal_settle(struct document *document)
{
    bool refuses = false, fails = false;
    for (size_t i = 0; i < document->finding_count; i++) {
        struct finding *finding = &document->findings[i];
        bool refusal = refusal_is(finding);
        if (refusal)
            finding->severity = SEVERITY_NOTE;
        refuses = refuses || refusal;
        fails = fails || finding->severity == SEVERITY_ERROR;
    }
    if (refuses && !fails)
        document->stopped = 0; /* the program chose to end here: no code is left unexecuted */
    document_settle(document);
}

static struct finding *note_of(const struct refusals *refusals, struct document *document)
{
    for (size_t i = 0; refusals->note && i < document->finding_count; i++)
        if (strcmp(document->findings[i].id, refusals->note) == 0)
            return &document->findings[i];
    return NULL;
}

static bool refusal_is_there(const struct finding *note, const struct location *at)
{
    const struct location *first = note->location_count > 0 ? note->locations : NULL;
    if (first && first->file && first->line == at->line && strcmp(first->file, at->file) == 0)
        return true;
    for (size_t i = 0; i < note->related_count; i++) {
        const struct related *related = &note->related[i];
        if (related->file && related->line == at->line && strcmp(related->file, at->file) == 0)
            return true;
    }
    return false;
}

void refusal_add(struct refusals *refusals, const struct finding *finding,
                 struct document *document)
{
    struct arena *arena = &document->arena;
    struct finding *note = note_of(refusals, document);
    const struct location *at = finding->location_count > 0 ? finding->locations : NULL;
    if (!note) {
        note = &document->findings[document->finding_count - 1];
        refusals->note = note->id;
        refusals->places = 1;
        return;
    }
    if (!at || !at->file || refusal_is_there(note, at))
        return;
    if (++refusals->places <= PLACES_SHOWN)
        *arena_push(arena, note->related, note->related_count) = (struct related){
            .what = arena_printf(arena, "also refused, with \"%s\", at", finding->said),
            .file = arena_copy(arena, at->file),
            .line = at->line};
}

void refusal_finish(const struct refusals *refusals, struct document *document)
{
    struct arena *arena = &document->arena;
    struct finding *note = note_of(refusals, document);
    if (!note)
        return;
    note->headline =
        refusals->places == 1
            ? arena_printf(arena, "the program refuses some inputs, which is no error: %s",
                           note->headline)
            : arena_printf(arena,
                           "the program refuses some inputs, at %zu places, which is no error: %s",
                           refusals->places, note->headline);
}
