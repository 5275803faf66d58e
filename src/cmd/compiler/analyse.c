/* analyse.c: the process that analyses a program before it is linked, prints warnings, and compiles
 * checks into the program. */
#include "cmd/cc.h"
#include "cmd/compiler/plan.h"
#include "cmd/shared/findings.h"
#include "cmd/shared/output.h"

#include "base/file.h"
#include "compile/gather.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct linking {
    struct cc *cc;
    const char *directory;
    struct cc_question question;
    const struct analyser *analyser;
    struct gathered gathered;
    struct document document;
    struct static_needs needs;
    struct cc_plan plan;
};

static void analyse_say_note(void *context, const char *note)
{
    cc_note(context, "%s", note);
}

/* Returns whether some finding is more than a note. */
static bool analyse_warns(const struct document *document)
{
    for (size_t i = 0; i < document->finding_count; i++)
        if (document->findings[i].severity != SEVERITY_NOTE)
            return true;
    return false;
}

static int print_warnings(struct linking *linking, struct error *error)
{
    const struct cc *cc = linking->cc;
    if (output_views(cc->options, &linking->document, error) != 0)
        return -1;
    if (cc->line.own.no_warnings)
        return 0;
    struct text text;
    text_init(&text, REPORT_TEXT_CAP);
    report_print_diagnostics(&linking->document, cc->context->log.color,
                             cc->line.own.warnings_fatal, &text);
    fwrite(text.data, 1, text.length, stderr);
    fflush(stderr);
    text_free(&text);
    return 0;
}

/* Chooses the pieces whose objects can be made again; stores for each its index among the gathered
 * pieces. */
static size_t choose_inputs(struct linking *linking, struct instrument_input *inputs,
                            size_t *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < linking->gathered.piece_count; i++) {
        const struct gathered_piece *piece = &linking->gathered.pieces[i];
        enum object_kind kind = linking->gathered.inputs[piece->input].object.kind;
        if (!piece->alone || (!piece->piece->command && kind != OBJECT_BITCODE))
            continue;
        numbers[count] = i;
        inputs[count++] = (struct instrument_input){
            .name = piece->name,
            .bitcode = piece->piece->data,
            .bitcode_size = piece->piece->size,
            .command = piece->piece->command,
            .command_size = piece->piece->command_size,
        };
    }
    return count;
}

static void analyse_make_plan(struct linking *linking, const struct instrument_result *result,
                              const size_t *numbers, size_t count)
{
    struct cc_plan *plan = &linking->plan;
    for (size_t i = 0; i < result->argument_count; i++)
        *arena_push(&plan->arena, plan->arguments, plan->argument_count) =
            arena_copy(&plan->arena, result->arguments[i]);
    for (size_t i = 0; i < count; i++) {
        const struct gathered_piece *piece = &linking->gathered.pieces[numbers[i]];
        const struct gathered_input *input = &linking->gathered.inputs[piece->input];
        if (result->objects[i])
            *arena_push(&plan->arena, plan->objects, plan->object_count) =
                (struct cc_plan_object){input->word, input->object.kind == OBJECT_ARCHIVE,
                                        arena_copy(&plan->arena, result->objects[i])};
    }
}

static int compile_checks_in(struct linking *linking, struct error *error)
{
    const struct cc *cc = linking->cc;
    const struct static_needs *needs = &linking->needs;
    bool all = cc->line.own.all_checks;
    if (cc->line.own.no_checks || !linking->question.flavour ||
        !(all || needs->world || needs->others || needs->threads))
        return 0;
    if (cc->line.fixed) {
        cc_note(cc, "no run-time checks are added: they need an MPI that is a shared library");
        return 0;
    }
    struct arena *arena = &linking->document.arena;
    size_t space = linking->gathered.piece_count + 1;
    struct instrument_input *inputs = arena_alloc(arena, space * sizeof *inputs);
    size_t *numbers = arena_alloc(arena, space * sizeof *numbers);
    struct instrument_site *sites = arena_alloc(arena, (needs->site_count + 1) * sizeof *sites);
    for (size_t i = 0; i < needs->site_count; i++)
        sites[i] =
            (struct instrument_site){needs->sites[i].call.file, needs->sites[i].call.line,
                                     needs->sites[i].branch.file, needs->sites[i].branch.line};
    struct instrument_request request = {
        .inputs = inputs,
        .input_count = choose_inputs(linking, inputs, numbers),
        .sites = sites,
        .site_count = needs->site_count,
        .world = all || needs->world,
        .others = all || needs->others,
        .threads = all || needs->threads,
        .shared = cc->line.shared,
        .flavour = linking->question.flavour,
        .clang = linking->question.clang,
        .flang = linking->question.flang,
        .directory = linking->directory,
    };
    struct instrument_result result = {0};
    int failed = linking->analyser->instrument(&request, &result, error);
    for (size_t i = 0; !failed && i < result.note_count; i++)
        cc_note(cc, "%s", result.notes[i]);
    if (!failed)
        analyse_make_plan(linking, &result, numbers, request.input_count);
    linking->analyser->instrument_result_free(&result);
    return failed;
}

static int analyse_program(struct linking *linking, struct error *error)
{
    struct cc *cc = linking->cc;
    const struct static_options options = {.whole_program = !cc->line.shared};
    linking->analyser = analyser_load(error);
    if (!linking->analyser)
        return -1;
    gather(&cc->line, &linking->gathered);
    linking->document.mpi = linking->question.flavour;
    linking->document.coverage = "the whole program, for any number of ranks and any input";
    if (findings_of_program(linking->analyser, &linking->gathered, NULL, &options,
                            &linking->document, &linking->needs, analyse_say_note, cc,
                            error) != 0 ||
        output_select(cc->options, &linking->document, error) != 0 ||
        print_warnings(linking, error) != 0)
        return -1;
    if (cc->line.own.warnings_fatal && analyse_warns(&linking->document))
        return CC_PLAN_FATAL;
    if (compile_checks_in(linking, error) != 0) {
        cc_note(cc, "the program is linked without checks: %s", error->text);
        cc_plan_free(&linking->plan);
    }
    return cc_plan_write(linking->directory, &linking->plan, error);
}

int cc_analyse(struct cc *cc, const char *directory)
{
    struct error error;
    struct linking linking = {.cc = cc, .directory = directory};
    document_init(&linking.document, options_command(cc->options)->name);
    output_describe(cc->context, &linking.document);
    int code = cc_plan_read_question(directory, &linking.question, &error) == 0 &&
                       line_parse(linking.question.words, &cc->line, &error) == 0
                   ? analyse_program(&linking, &error)
                   : -1;
    if (code < 0) {
        cc_note(cc, "the program is linked without analysis: %s", error.text);
        code = cc_plan_write(directory, &linking.plan, &error) == 0 ? 0 : ERROR_FAILED;
    }
    gather_free(&linking.gathered);
    cc_plan_free(&linking.plan);
    arena_free(&linking.question.arena);
    document_free(&linking.document);
    return code;
}
