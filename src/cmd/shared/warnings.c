#include "cmd/shared/warnings.h"

#include "base/file.h"
#include "base/memory.h"
#include "cmd/shared/findings.h"
#include "finding/json.h"
#include "finding/merge.h"
#include "static/static.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WARNINGS_CAP = 256 << 20 };

static void pass_over(void *context, const char *note)
{
    (void)context, (void)note; /* the link has printed it */
}

static int warnings_analyse(const char *program, struct gathered *gathered,
                            struct document *document, struct error *error)
{
    const struct static_options options = {.whole_program = true};
    struct static_needs needs;
    const struct analyser *analyser = analyser_load(error);
    return analyser && gather_file(gathered, program, error) == 0
               ? findings_of_program(analyser, gathered, NULL, &options, document, &needs,
                                     pass_over, NULL, error)
               : -1;
}

int warnings_write(const char *program, const char *path, struct error *error)
{
    struct gathered gathered = {0};
    struct document document;
    document_init(&document, "check");
    int failed = warnings_analyse(program, &gathered, &document, error);
    if (!failed) {
        struct text text;
        text_init(&text, WARNINGS_CAP);
        document_print_json(&document, &text);
        failed = file_write(path, text.data, text.length, error);
        text_free(&text);
    }
    gather_free(&gathered);
    document_free(&document);
    return failed;
}

int warnings_read(const char *path, struct document *warned, struct error *error)
{
    char *bytes;
    size_t length;
    if (access(path, F_OK) != 0) {
        document_init(warned, "check");
        return 0;
    }
    if (file_read(path, WARNINGS_CAP, &bytes, &length, error) != 0)
        return -1;
    int failed = document_parse_json(warned, path, bytes, length, error);
    free(bytes);
    return failed;
}

static bool needs_input(const struct finding *warning)
{
    for (size_t i = 0; i < warning->related_count; i++)
        if (strcmp(warning->related[i].what, STATIC_INPUT) == 0)
            return true;
    return false;
}

/* Returns whether executions refute the warning: an error that depends only on the rank would have
 * occurred, unless it needs more ranks. */
static bool is_refuted(const struct finding *warning, const struct warnings_seen *seen)
{
    return seen->complete && merge_is_about_matching(warning) && !needs_input(warning) &&
           warning->ranks_needed <= seen->ranks;
}

static void warnings_add_place(struct document *shown, struct finding *finding,
                               const struct finding *warning)
{
    const struct location *place = warning->locations;
    if (warning->location_count > 0 && place->file &&
        !merge_has_line(finding, place->file, place->line))
        *arena_push(&shown->arena, finding->related, finding->related_count) =
            (struct related){.what = "the source shows it here",
                             .file = place->file,
                             .line = place->line,
                             .column = place->column};
}

/* Returns the separator between a text, which may have a full stop or not, and the next
 * sentence. */
static const char *space_after(const char *text)
{
    if (!text || !*text)
        return "";
    return text[strlen(text) - 1] == '.' ? " " : ". ";
}

/* Describes why executions did not show the error, and which command would. */
static void describe_unseen(const struct finding *warning, const struct warnings_seen *seen,
                            struct finding *added, struct arena *arena)
{
    const char *why = warning->why ? warning->why : "";
    if (warning->ranks_needed > seen->ranks) {
        added->why =
            arena_printf(arena, "%s%sThis needs at least %d ranks: it cannot happen with %d.", why,
                         space_after(why), warning->ranks_needed, seen->ranks);
        added->next =
            arena_printf(arena, "tutti verify -n %d %s", warning->ranks_needed, seen->program);
        return;
    }
    added->why = arena_printf(arena, "%s%sNot seen in any execution with this input.", why,
                              space_after(why));
    if (needs_input(warning))
        added->next = arena_printf(arena, "tutti test %s", seen->program);
}

void warnings_merge(const struct document *warned, const struct warnings_seen *executions,
                    struct document *shown)
{
    size_t count = shown->finding_count;
    for (size_t i = 0; i < warned->finding_count; i++) {
        const struct finding *warning = &warned->findings[i];
        bool seen = warning->severity == SEVERITY_NOTE;
        for (size_t k = 0; k < count && !seen; k++) {
            seen = merge_same_bug(warning, &shown->findings[k]);
            if (seen)
                warnings_add_place(shown, &shown->findings[k], warning);
        }
        if (seen || is_refuted(warning, executions))
            continue;
        struct finding *added = document_add(shown, warning->rule);
        const char *id = added->id;
        *added = *warning;
        added->id = id;
        describe_unseen(warning, executions, added, &shown->arena);
    }
}

const struct ir_place *warnings_places(struct document *warned, size_t *count)
{
    struct ir_place *places = NULL;
    *count = 0;
    for (size_t i = 0; i < warned->finding_count; i++) {
        const struct finding *warning = &warned->findings[i];
        for (size_t k = 0; warning->severity != SEVERITY_NOTE && k < warning->location_count; k++) {
            const struct location *at = &warning->locations[k];
            if (at->file)
                *arena_push(&warned->arena, places, *count) =
                    (struct ir_place){at->file, at->line, at->column};
        }
    }
    return places;
}
