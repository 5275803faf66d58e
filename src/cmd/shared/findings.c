#include "cmd/shared/findings.h"

#include "base/clock.h"

#include <string.h>

static void add_stat(struct document *document, const char *name, double value)
{
    size_t i = 0;
    while (i < document->stat_count && strcmp(document->stats[i].name, name) != 0)
        i++;
    if (i < document->stat_count)
        document->stats[i].value += value;
    else
        document_add_stat(document, name, value);
}

static const struct ir_bitcode *choose_pieces(const struct gathered *gathered,
                                              const struct gathered_program *chosen,
                                              struct arena *arena, size_t *count)
{
    *count = chosen ? chosen->piece_count : gathered->piece_count;
    struct ir_bitcode *pieces = arena_alloc(arena, (*count + 1) * sizeof *pieces);
    for (size_t i = 0; i < *count; i++) {
        const struct gathered_piece *piece = &gathered->pieces[chosen ? chosen->pieces[i] : i];
        pieces[i] = (struct ir_bitcode){piece->name, piece->piece->data, piece->piece->size};
    }
    return pieces;
}

int findings_of_program(const struct analyser *analyser, const struct gathered *gathered,
                        const struct gathered_program *chosen, const struct static_options *options,
                        struct document *document, struct static_needs *needs,
                        void (*note)(void *, const char *), void *context, struct error *error)
{
    struct ir_program *program;
    double begin = clock_seconds();
    size_t count;
    const struct ir_bitcode *pieces = choose_pieces(gathered, chosen, &document->arena, &count);
    if (analyser->program_load(pieces, count, &program, error) != 0)
        return -1;
    for (uint32_t i = 0; i < program->note_count; i++)
        note(context, program->notes[i]);
    *needs = (struct static_needs){0};
    int failed = analyser->analyse(program, options, document, needs, error);
    for (size_t i = 0; !failed && i < needs->site_count; i++) { /* names are the program's */
        needs->sites[i].call.file = arena_copy(&document->arena, needs->sites[i].call.file);
        needs->sites[i].branch.file = arena_copy(&document->arena, needs->sites[i].branch.file);
    }
    add_stat(document, "files", (double)count);
    add_stat(document, "functions", program->function_count);
    add_stat(document, "lines", program->line_count);
    add_stat(document, "seconds", clock_seconds() - begin);
    analyser->program_free(program);
    return failed;
}
