/* call.c: the effect of calls of the program's functions, and what calls tell the callee. */
#include "static/uniformity/call.h"

#include "static/uniformity/access.h"
#include "static/uniformity/external.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/function.h"
#include "static/uniformity/memory.h"
#include "static/uniformity/mpi.h"
#include "static/uniformity/program.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

/* ---- the effect on the caller */

/* Replaces parameters of the callee by what this call passes. */
static struct taint call_substitute(struct solver *solver, struct taint taint,
                                    const struct ir_value *call, const struct ir_function *target)
{
    uint64_t parameters = taint.parameters;
    taint.parameters = 0;
    for (uint64_t left = parameters_all(parameters); left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        int hops = parameter_hops(parameters, i);
        const struct ir_value *actual = analysis_actual(call, target, i);
        if (!actual || (actual->kind != IR_ARGUMENT && actual->kind != IR_INSTRUCTION))
            continue; /* constants and addresses of variables have no sources */
        struct taint passed = taint_of(solver, actual);
        for (; hops > 0; hops--)
            passed = taint_beyond(solver->uniformity, passed);
        taint.sources |= passed.sources;
        taint.parameters |= passed.parameters;
    }
    return taint;
}

struct reach {
    bool reached, certain;
    uint64_t via;
    bool direct;
};

/* Says whether and how this call can write a location that the callee writes. */
static struct reach reach_of(struct solver *solver, const struct cell *cell,
                             const struct ir_value *call, const struct ir_function *target)
{
    struct reach reach = {.certain = true};
    if (cell->direct || !cell->via)
        return (struct reach){.reached = true, .certain = true, .direct = true};
    const struct ir_value *object = solver->uniformity->locations.list[cell->location].object;
    for (uint32_t i = 0; i < PARAMETERS_MAX; i++) {
        const struct ir_value *actual =
            cell->via >> i & 1 ? analysis_actual(call, target, i) : NULL;
        if (!actual)
            continue;
        struct points_set set = points_to(solver->uniformity->analysis->points, actual);
        bool here = false;
        for (uint32_t k = 0; k < set.count && !here; k++)
            here = set.locations[k].object == object;
        if (!here)
            continue;
        reach.reached = true;
        reach.certain &= memory_certain(solver, actual);
        int parameter = address_parameter(actual);
        if (parameter >= 0)
            reach.via |= UINT64_C(1) << parameter;
        else
            reach.direct = true;
    }
    return reach;
}

static void apply_cell(struct solver *solver, const struct cell *cell, const struct ir_value *call,
                       const struct ir_function *target, bool maybe)
{
    struct reach reach = reach_of(solver, cell, call, target);
    if (!reach.reached)
        return;
    struct taint taint = call_substitute(solver, cell->taint, call, target);
    if (taint.form == FORM_NONE)
        taint.form = FORM_ANYTHING;
    bool weak = cell->entry || maybe || !reach.certain;
    if (maybe || !reach.certain) {
        /* The call may mean another function or another object: this counts as a branch in
         * between. */
        taint.sources = sources_beyond(solver->uniformity, taint.sources);
        taint.parameters = parameters_beyond(taint.parameters);
    }
    uint32_t before = weak ? location_read(solver, cell->location).form : FORM_NONE;
    struct cell *here = location_cell(solver, cell->location);
    here->weak = weak;
    if (weak) {
        here->taint.form = before;
        taint = taint_join(here->taint, taint);
    } else {
        here->entry = false;
    }
    here->taint = taint;
    here->version = call->number + 1;
    here->via |= reach.via;
    here->direct |= reach.direct;
}

static struct taint apply_summary(struct solver *solver, const struct ir_value *call,
                                  const struct ir_function *target, bool maybe)
{
    const struct uniformity_summary *summary = &solver->solution->summaries[target->number];
    for (uint32_t i = 0; i < summary->cell_count; i++)
        apply_cell(solver, &summary->cells[i], call, target, maybe);
    struct taint returned = call_substitute(solver, summary->returned, call, target);
    if (returned.form == FORM_NONE)
        returned.form = FORM_ANYTHING;
    return returned;
}

/* ---- what a call tells the callee */

static bool call_touches(const struct uniformity *uniformity, const struct ir_function *function,
                         uint32_t location)
{
    if (!uniformity->touched)
        return true;
    size_t words = (uniformity->object_count + 63) / 64;
    uint32_t object = uniformity->object_index[uniformity->locations.list[location].object->number];
    return uniformity->touched[function->number * words + object / 64] >> object % 64 & 1;
}

/* Adds to what a location may hold on entry; returns true if this is new. */
static bool add_entry(struct uniformity_summary *summary, uint32_t location, struct taint taint)
{
    size_t low = location_position(summary->entries, summary->entry_count, sizeof *summary->entries,
                                   location);
    if (low < summary->entry_count && summary->entries[low].location == location) {
        struct taint *old = &summary->entries[low].taint;
        bool news = taint.sources & ~old->sources;
        old->sources |= taint.sources;
        return news;
    }
    summary->entries = memory_room(summary->entries, summary->entry_count, &summary->entry_space,
                                   sizeof *summary->entries);
    memmove(&summary->entries[low + 1], &summary->entries[low],
            (summary->entry_count - low) * sizeof *summary->entries);
    summary->entries[low] = (struct entry){location, taint};
    summary->entry_count++;
    return true;
}

static bool tell_memory(struct solver *solver, const struct ir_function *target)
{
    struct solution *solution = solver->solution;
    struct uniformity_summary *callee = &solution->summaries[target->number];
    const struct uniformity_summary *caller = &solution->summaries[solver->function->number];
    bool news = false;
    for (uint32_t i = 0; i < solver->state.count; i++) {
        const struct cell *cell = &solver->state.cells[i];
        if (!call_touches(solver->uniformity, target, cell->location))
            continue;
        struct taint taint =
            taint_closed(solver->uniformity, solution, solver->function, cell->taint);
        if (taint.sources)
            news |= add_entry(callee, cell->location, taint);
    }
    if (callee == caller)
        return news;
    for (size_t i = 0; i < caller->entry_count; i++) {
        const struct entry *entry = &caller->entries[i];
        const struct cell *cell = state_find(&solver->state, entry->location);
        if ((!cell || cell->entry) && call_touches(solver->uniformity, target, entry->location))
            news |= add_entry(callee, entry->location, entry->taint);
    }
    return news;
}

static bool tell_arguments(struct solver *solver, const struct ir_value *call,
                           const struct ir_function *target)
{
    struct solution *solution = solver->solution;
    struct uniformity_summary *callee = &solution->summaries[target->number];
    bool news = false;
    for (uint32_t i = 0; i < target->argument_count; i++) {
        const struct ir_value *actual = analysis_actual(call, target, i);
        if (!actual)
            continue;
        struct taint passed = taint_of(solver, actual);
        uint32_t *form = &solution->argument_forms_new[target->arguments[i]->number];
        *form = form_join(*form, passed.form);
        passed = taint_closed(solver->uniformity, solution, solver->function, passed);
        news |= passed.sources & ~callee->arguments[i].sources;
        callee->arguments[i].sources |= passed.sources;
    }
    return news;
}

static void call_tell(struct solver *solver, const struct ir_value *call,
                      const struct ir_function *target)
{
    bool arguments = tell_arguments(solver, call, target);
    bool memory = !solver->forms_only && tell_memory(solver, target);
    if (!solver->forms_only && (arguments || memory))
        program_queue(solver, target);
}

/* Records what the passed pointers point to. */
static void note_contents(struct solver *solver, const struct ir_value *call)
{
    struct solution *solution = solver->solution;
    struct taint **contents = &solution->contents[call->number];
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct ir_value *operand = call->operands[i];
        if (!operand->type || operand->type->kind != IR_TYPE_POINTER ||
            points_to(solver->uniformity->analysis->points, operand).count == 0)
            continue;
        if (!*contents)
            *contents = arena_alloc(&solution->arena, call->operand_count * sizeof **contents);
        (*contents)[i] = memory_read(solver, operand, 1);
    }
}

struct taint call_evaluate(struct solver *solver, const struct ir_value *call)
{
    const struct analysis *analysis = solver->uniformity->analysis;
    const struct api_function *mpi = analysis_mpi(analysis, call);
    if (solver->final)
        note_contents(solver, call);
    if (mpi)
        return mpi_call(solver, call, mpi);
    struct taint result = {.form = FORM_NONE};
    bool several = analysis_target(call, 1) != NULL;
    const struct ir_function *target = analysis_target(call, 0);
    if (!target || (several && call->targets_unknown))
        result = external_call(solver, call, VALUES_UNKNOWN);
    for (uint32_t i = 0; (target = analysis_target(call, i)); i++) {
        struct taint one;
        if (target->defined) {
            if (solver->final)
                call_tell(solver, call, target);
            one = apply_summary(solver, call, target, several);
        } else {
            one = external_call(solver, call, solver->uniformity->externals[target->number]);
        }
        result = taint_join(result, one);
    }
    return result;
}

/* ---- summaries */

/* Returns whether two pointers may point into the same object. */
static bool call_may_meet(const struct points *points, const struct ir_value *a,
                          const struct ir_value *b)
{
    struct points_set left = points_to(points, a), right = points_to(points, b);
    for (uint32_t i = 0; i < left.count; i++)
        for (uint32_t k = 0; k < right.count; k++)
            if (left.locations[i].object == right.locations[k].object)
                return true;
    return a == b;
}

static const struct ir_value *buffer_of(const struct analysis *analysis,
                                        const struct ir_value *call, const char *class,
                                        const char *role)
{
    const struct api_function *mpi = analysis_mpi(analysis, call);
    if (!mpi || !api_class_fits(mpi->class->name, class))
        return NULL;
    return analysis_role(analysis, call, role).value;
}

bool call_exchanges(struct solver *solver, const struct ir_value *receive)
{
    const struct analysis *analysis = solver->uniformity->analysis;
    const struct ir_value *buffer = buffer_of(analysis, receive, "p2p.*", "recvbuf");
    if (!buffer) /* MPI_Sendrecv_replace */
        return buffer_of(analysis, receive, "p2p.sendrecv", "buffer") != NULL;
    const struct ir_function *function = receive->function;
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *sent = buffer_of(analysis, function->calls[i], "p2p.*", "sendbuf");
        if (sent && call_may_meet(analysis->points, buffer, sent))
            return true;
    }
    return false;
}

/* Makes exchanged memory unsure. A function that sends and receives the same memory may be a
 * broadcast or a reduction by hand: then that memory need not differ afterwards. */
static void forget_exchanged(struct solver *solver, struct cell *cells, uint32_t count)
{
    const struct analysis *analysis = solver->uniformity->analysis;
    const struct ir_function *function = solver->function;
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *call = function->calls[i];
        const struct ir_value *buffer = buffer_of(analysis, call, "p2p.*", "recvbuf");
        if (!buffer || !call_exchanges(solver, call))
            continue;
        struct points_set set = points_to(analysis->points, buffer);
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t t = 0; t < set.count; t++)
                if (solver->uniformity->locations.list[cells[k].location].object ==
                    set.locations[t].object) {
                    cells[k].taint = (struct taint){
                        .sources = source_plain(solver->uniformity, SOURCE_EXCHANGED),
                        .form = FORM_ANYTHING,
                    };
                    cells[k].entry = false;
                }
    }
}

void call_publish(struct solver *solver, const struct state *end, struct taint returned)
{
    struct solution *solution = solver->solution;
    const struct ir_function *function = solver->function;
    struct uniformity_summary *summary = &solution->summaries[function->number];
    struct state left = {.reached = true};
    left.cells = memory_alloc((end->count + 1) * sizeof *left.cells);
    for (uint32_t i = 0; i < end->count; i++) {
        const struct ir_value *object =
            solver->uniformity->locations.list[end->cells[i].location].object;
        if (object->opcode != IR_ALLOCA || object->function != function)
            left.cells[left.count++] = end->cells[i];
    }
    forget_exchanged(solver, left.cells, left.count);
    struct state before = {summary->cells, summary->cell_count, true};
    bool news = !summary->solved || !state_equal(&left, &before) ||
                returned.sources != summary->returned.sources ||
                returned.parameters != summary->returned.parameters ||
                returned.form != summary->returned.form;
    free(summary->cells);
    summary->cells = left.cells;
    summary->cell_count = left.count;
    summary->returned = returned;
    summary->solved = true;
    const struct analysis_callers *callers =
        &solver->uniformity->analysis->callers[function->number];
    for (size_t i = 0; news && i < callers->count; i++)
        if (solution->summaries[callers->calls[i]->function->number].solved)
            program_queue(solver, callers->calls[i]->function);
}
