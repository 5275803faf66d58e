#include "static/divergence/report.h"

#include "static/divergence/decide.h"
#include "static/divergence/listing.h"
#include "static/divergence/pairs.h"
#include "static/divergence/text.h"
#include "static/divergence/throw.h"
#include "static/static.h"
#include "static/uniformity/inputs.h"
#include "static/uniformity/ranks.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 16, SITES_SHOWN = 4, BRANCHES_LISTED = 4, HOPS_MAX = 4 };

struct selected {
    const struct question *question;
    struct sides sides;
};

/* Returns the place of the decision in the source. A computed goto may have no place of its own:
 * then the place where its address is computed stands for it. */
static struct ir_place divergence_place(const struct ir_value *decider)
{
    const struct ir_value *value = decider;

    for (int i = 0; i < HOPS_MAX && value->place.line == 0 && value->operand_count > 0 &&
                    value->operands[0]->kind == IR_INSTRUCTION;
         i++) {
        value = value->operands[0];
    }
    return value->place.line != 0 ? value->place : decider->place;
}

/* --- Reporting each problem once. --- */

/* Returns whether a problem has collectives that no selected problem has. Problems come from the
 * inside out: one without new collectives is another part of the same condition, or lies around
 * it. */
static bool says_new(const struct selected *selected, bool *known)
{
    bool any = false, fresh = false;

    for (int i = 0; i < 2; i++) {
        const struct listing *listing = &selected->sides.listing[i];

        for (size_t k = 0; k < listing->count; k++) {
            const struct ir_value *site = listing->entries[k].site;

            if (site != NULL) {
                any = true;
                fresh = fresh || !known[site->number];
                known[site->number] = true;
            }
        }
    }
    return fresh || !any;
}

static int problem_compare_places(const void *a, const void *b)
{
    const struct ir_place *left = &divergence_branch(((const struct selected *)a)->question)->place;
    const struct ir_place *right =
        &divergence_branch(((const struct selected *)b)->question)->place;
    int files =
        strcmp(left->file != NULL ? left->file : "", right->file != NULL ? right->file : "");

    if (files != 0) {
        return files;
    }
    if (left->line != right->line) {
        return left->line < right->line ? -1 : 1;
    }
    return (left->column > right->column) - (left->column < right->column);
}

static struct selected *select_problems(struct divergence *divergence, size_t *count)
{
    const struct ir_program *program = divergence->run->analysis->program;
    struct selected *list = memory_zero(divergence->problem_count + 1, sizeof *list);
    bool *known = memory_zero(program->value_count + 1, sizeof *known);
    bool *reported = memory_zero(program->value_count + 1, sizeof *reported);

    *count = 0;
    for (size_t i = 0; i < divergence->problem_count; i++) {
        const struct question *question = &divergence->problems[i];
        struct selected selected = {.question = question};

        if (reported[divergence_branch(question)->number] ||
            divergence_paired(divergence, question)) {
            continue;
        }
        selected.sides = divergence_sides(divergence, question);
        if (says_new(&selected, known)) {
            reported[divergence_branch(question)->number] = true;
            list[(*count)++] = selected;
        }
    }
    free(known);
    free(reported);
    if (*count > 0) {
        qsort(list, *count, sizeof *list, problem_compare_places);
    }
    return list;
}

/* --- Findings. --- */

static void add_locations(struct divergence *divergence, struct finding *finding,
                          const struct selected *selected)
{
    struct document *document = divergence->run->document;
    struct analysis *analysis = divergence->run->analysis;

    const struct ir_value *decider = divergence_branch(selected->question);
    struct ir_place place = divergence_place(decider);
    struct location *branch =
        arena_push(&document->arena, finding->locations, finding->location_count);

    *branch = analysis_location(analysis, document, decider);
    branch->file = arena_copy(&document->arena, place.file);
    branch->line = place.line;
    branch->column = place.column;
    for (int i = 0; i < 2; i++) {
        const struct listing *listing = &selected->sides.listing[i];
        size_t shown = 0;

        for (size_t k = 0; k < listing->count && shown < SITES_SHOWN; k++) {
            if (listing->entries[k].site != NULL) {
                *arena_push(&document->arena, finding->locations, finding->location_count) =
                    analysis_location(analysis, document, listing->entries[k].site);
                shown++;
            }
        }
    }
}

static void problem_add_related(struct document *document, struct finding *finding,
                                const char *what, struct ir_place place)
{
    if (place.file != NULL) {
        *arena_push(&document->arena, finding->related, finding->related_count) =
            (struct related){.what = arena_copy(&document->arena, what),
                             .file = arena_copy(&document->arena, place.file),
                             .line = place.line,
                             .column = place.column};
    }
}

static void problem_add_calls(struct document *document, struct finding *finding,
                              const struct call_chain *chain, const struct ir_function *innermost)
{
    for (; chain != NULL; chain = chain->inner) {
        const struct ir_function *target =
            chain->inner != NULL ? chain->inner->call->function : innermost;

        problem_add_related(document, finding,
                            arena_printf(&document->arena, "%s calls %s",
                                         chain->call->function->name, target->name),
                            chain->call->place);
    }
}

/* Adds the places where the exception is thrown and caught. */
static void add_exception(const struct divergence *divergence, struct finding *finding,
                          const struct question *question)
{
    struct document *document = divergence->run->document;
    const struct ir_value *site = question->thrower->site;
    const struct ir_value *handler = divergence_handler(divergence, question);

    if (site != NULL) {
        problem_add_related(document, finding,
                            arena_printf(&document->arena, "%s throws here", site->function->name),
                            site->place);
    }
    if (handler != NULL) {
        problem_add_related(document, finding, "the exception is caught here", handler->place);
    }
}

/* Adds why the value differs, then the calls by which it reaches the branch, then the calls through
 * which collectives are reached. */
static void add_reasons(struct divergence *divergence, struct finding *finding,
                        const struct selected *selected)
{
    const struct question *question = selected->question;
    struct document *document = divergence->run->document;
    const struct ir_value *cause = question->cause;
    struct uniform_step steps[STEPS_MAX];

    if (cause == divergence_branch(question)) {
        cause = cause->opcode == IR_CALL ? cause->callee : cause->operands[0];
    }
    size_t count =
        uniformity_chain(divergence->run->uniformity, cause,
                         expressions_handle(divergence->all, question->handle), steps, STEPS_MAX);
    for (size_t i = 0; i < count; i++) {
        problem_add_related(document, finding, steps[i].what, steps[i].place);
    }
    problem_add_calls(document, finding, question->chain, question->decider->function);
    if (question->thrower != NULL) {
        problem_add_calls(document, finding, question->thrower->chain,
                          question->thrower->branch->function);
        add_exception(divergence, finding, question);
    }
    const struct ir_value *last = NULL;
    for (int i = 0; i < 2; i++) {
        const struct listing *listing = &selected->sides.listing[i];

        for (size_t k = 0; k < listing->count && k < SITES_SHOWN; k++) {
            const struct ir_value *through = listing->entries[k].through;

            if (through != NULL && through != last) {
                problem_add_related(
                    document, finding,
                    arena_printf(&document->arena, "%s is reached by this call",
                                 listing->entries[k].site->callee->as_function->name),
                    through->place);
                last = through;
            }
        }
    }
}

static void problem_add_finding(struct divergence *divergence, const struct selected *selected)
{
    struct document *document = divergence->run->document;
    const char *rule = selected->question->arms == ARMS_OTHER_ROOT        ? "mismatch.root"
                       : selected->question->arms == ARMS_OTHER_REDUCTION ? "mismatch.op"
                                                                          : "collective.divergence";
    struct finding *finding = document_add(document, rule);

    finding->severity = SEVERITY_WARNING; /* a warning, because nothing has failed yet */

    finding->headline = divergence_headline(divergence, selected->question, &selected->sides);
    finding->why = divergence_why(divergence, selected->question, &selected->sides);
    add_locations(divergence, finding, selected);
    add_reasons(divergence, finding, selected);
    const struct ir_value *input =
        inputs_between(divergence->run->analysis->program, divergence_branch(selected->question));
    if (input != NULL) {
        problem_add_related(document, finding, STATIC_INPUT, input->place);
    }
    finding->ranks_needed = ranks_needed(divergence_branch(selected->question));
}

/* --- Needs. --- */

/* Adds what a question leaves unproved. A call is listed only with its innermost branches: an outer
 * branch decides about too much. */
static void add_need(struct divergence *divergence, const struct question *question,
                     uint8_t *listed)
{
    struct static_needs *needs = divergence->run->needs;
    struct document *document = divergence->run->document;
    enum handle_kind kind = expressions_handle(divergence->all, question->handle).kind;
    struct ir_place branch = divergence_place(divergence_branch(question));
    size_t count;

    if (divergence_paired(divergence, question)) {
        return;
    }
    /* An unknown communicator may be MPI_COMM_WORLD. */
    needs->world = needs->world || kind != HANDLE_MADE;
    needs->others = needs->others || kind != HANDLE_WORLD;
    const struct ir_value **sites = divergence_sites(divergence, question, &count);
    for (size_t i = 0; i < count; i++) {
        if (listed[sites[i]->number] < BRANCHES_LISTED) {
            struct static_site *site =
                arena_push(&document->arena, needs->sites, needs->site_count);

            listed[sites[i]->number]++;
            site->call = sites[i]->place;
            site->call.file = arena_copy(&document->arena, site->call.file);
            site->branch = branch;
            site->branch.file = arena_copy(&document->arena, site->branch.file);
        }
    }
}

/* Adds the needs of questions. Several communicators or callers may ask about the same branch. */
static void add_needs(struct divergence *divergence, const struct question *questions, size_t count,
                      bool *asked, uint8_t *listed)
{
    for (size_t i = 0; i < count; i++) {
        bool *known = &asked[divergence_key(&questions[i])];

        if (!*known) {
            add_need(divergence, &questions[i], listed);
        }
        *known = true;
    }
}

void divergence_report(struct divergence *divergence)
{
    const struct ir_program *program = divergence->run->analysis->program;
    bool *asked = memory_zero(2 * (size_t)program->value_count + 1, sizeof *asked);
    uint8_t *listed = memory_zero(program->value_count + 1, sizeof *listed);
    size_t count;
    struct selected *selected = select_problems(divergence, &count);

    for (size_t i = 0; i < count; i++) {
        problem_add_finding(divergence, &selected[i]);
    }
    free(selected);
    add_needs(divergence, divergence->problems, divergence->problem_count, asked, listed);
    add_needs(divergence, divergence->unproved, divergence->unproved_count, asked, listed);
    free(asked);
    free(listed);
}
