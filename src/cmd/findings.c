#include "cmd/findings.h"

#include "base/clock.h"

int findings_of_program(const struct analyser *analyser, const struct gathered *gathered,
                        const struct static_options *options, struct document *document,
                        struct static_needs *needs, void (*note)(void *, const char *),
                        void *context, struct error *error)
{
    struct ir_program *program;
    double begin = clock_seconds();
    struct ir_bitcode *pieces =
        arena_alloc(&document->arena, (gathered->piece_count + 1) * sizeof *pieces);
    for (size_t i = 0; i < gathered->piece_count; i++)
        pieces[i] = (struct ir_bitcode){gathered->pieces[i].name, gathered->pieces[i].piece->data,
                                        gathered->pieces[i].piece->size};
    if (analyser->program_load(pieces, gathered->piece_count, &program, error) != 0)
        return -1;
    for (uint32_t i = 0; i < program->note_count; i++)
        note(context, program->notes[i]);
    *needs = (struct static_needs){0};
    int failed = analyser->analyse(program, options, document, needs, error);
    /* Sites point into the program. */
    for (size_t i = 0; !failed && i < needs->site_count; i++) {
        needs->sites[i].call.file = arena_copy(&document->arena, needs->sites[i].call.file);
        needs->sites[i].branch.file = arena_copy(&document->arena, needs->sites[i].branch.file);
    }
    const struct stat_value stats[] = {{"files", (double)gathered->piece_count},
                                       {"functions", program->function_count},
                                       {"lines", program->line_count},
                                       {"seconds", clock_seconds() - begin}};
    for (size_t i = 0; i < sizeof stats / sizeof *stats; i++)
        *arena_push(&document->arena, document->stats, document->stat_count) = stats[i];
    analyser->program_free(program);
    return failed;
}
