/* function.c: solves one function, block by block in reverse postorder until nothing changes. */
#include "static/uniformity/function.h"
#include "ir/predicate.h"
#include "static/uniformity/access.h"

#include "static/uniformity/bounds.h"
#include "static/uniformity/call.h"
#include "static/uniformity/forms.h"
#include "static/uniformity/memory.h"
#include "static/uniformity/program.h"
#include "static/uniformity/regions.h"
#include "static/uniformity/sources.h"

#include <stdlib.h>
#include <string.h>

/* Loops settle after a few passes. A function that does not settle keeps the result of the last
 * pass. */
enum { PASSES_MAX = 40 };

/* ---- values */

struct taint taint_of(struct solver *solver, const struct ir_value *value)
{
    struct taint taint = {.form = FORM_ANYTHING};
    struct points_location place;
    switch (value->kind) {
    case IR_GLOBAL:
    case IR_EXPRESSION:
        if (value->type && value->type->kind == IR_TYPE_POINTER && analysis_place(value, &place))
            taint.form = form_place(solver->uniformity, place);
        return taint;
    case IR_INTEGER:
        if (!value->wide)
            taint.form = form_constant(solver->uniformity, value->integer);
        return taint;
    case IR_NULL:
        if (value->type && value->type->kind == IR_TYPE_INTEGER)
            taint.form = form_constant(solver->uniformity, 0);
        return taint;
    case IR_UNDEFINED:
        taint.form = FORM_NONE;
        return taint;
    case IR_ARGUMENT:
    case IR_INSTRUCTION:
        return solver->solution->values[value->number];
    default:
        return taint;
    }
}

struct taint taint_closed(struct uniformity *uniformity, const struct solution *solution,
                          const struct ir_function *function, struct taint taint)
{
    const struct uniformity_summary *summary = &solution->summaries[function->number];
    for (uint32_t i = 0; i < function->argument_count && i < PARAMETERS_MAX; i++) {
        uint64_t sources = summary->arguments[i].sources;
        int hops = parameter_hops(taint.parameters, i);
        for (int step = 0; step < hops; step++)
            sources = sources_beyond(uniformity, sources);
        if (hops >= 0)
            taint.sources |= sources;
    }
    taint.parameters = 0;
    return taint;
}

static bool function_is_same(const struct solver *solver, const struct ir_value *value)
{
    return solver->solution->same && solver->solution->same[value->number];
}

static void set_value(struct solver *solver, const struct ir_value *value, struct taint taint)
{
    struct taint *old = &solver->solution->values[value->number];
    int64_t ignored;
    if (function_is_same(solver, value) ||
        form_is_constant(solver->uniformity, taint.form, &ignored)) {
        taint.sources = 0;
        taint.parameters = 0;
    }
    if (old->sources != taint.sources || old->parameters != taint.parameters ||
        old->form != taint.form)
        solver->changed = true;
    *old = taint;
}

/* ---- control flow */

/* Returns whether the condition tests if a variable still has its initial value:
 * `static int cached = -1; if (cached < 0) MPI_Comm_rank(..., &cached)`.
 * Forms leave out initial values, so they cannot decide this test. */
static bool asks_for_start(const struct ir_value *condition, bool outcome)
{
    if (condition->opcode != IR_COMPARE || condition->operand_count != 2)
        return false;
    const struct ir_value *load = condition->operands[0], *other = condition->operands[1];
    if (load->opcode != IR_LOAD || other->kind != IR_INTEGER ||
        load->operands[0]->kind != IR_GLOBAL || load->operands[0]->operand_count == 0)
        return false;
    const struct ir_value *start = load->operands[0]->operands[0];
    return start->kind == IR_INTEGER &&
           ir_predicate_holds(condition->predicate, start->integer, other->integer) != outcome;
}

/* Returns the index of the successor that the end of the block always takes; -1: not known. */
static int only_successor(struct solver *solver, const struct ir_block *block)
{
    const struct ir_value *end = ir_terminator(block);
    int64_t value;
    if ((end->opcode != IR_BRANCH && end->opcode != IR_SWITCH) || end->operand_count == 0 ||
        !form_is_constant(solver->uniformity, taint_of(solver, end->operands[0]).form, &value))
        return -1;
    if (asks_for_start(end->operands[0], value != 0))
        return -1;
    if (end->opcode == IR_BRANCH)
        return value ? 0 : 1;
    for (uint32_t i = 1; i < end->operand_count; i++)
        if (end->operands[i]->kind == IR_INTEGER && end->operands[i]->integer == value)
            return (int)i;
    return 0;
}

static bool edge_taken(struct solver *solver, const struct ir_block *from,
                       const struct ir_block *to)
{
    if (!solver->blocks[from->number].out.reached)
        return false;
    int only = only_successor(solver, from);
    return only < 0 || (uint32_t)only >= from->successor_count || from->successors[only] == to;
}

static struct taint branches_taint(const struct solver *solver, const uint32_t *blocks,
                                   size_t count)
{
    struct taint taint = {.form = FORM_ANYTHING};
    for (size_t i = 0; i < count; i++) {
        struct taint branch = taint_beyond(solver->uniformity, solver->blocks[blocks[i]].branch);
        if ((branch.sources & ~taint.sources) && !taint.definer)
            taint.definer = ir_terminator(solver->function->blocks[blocks[i]])->number + 1;
        taint.sources |= branch.sources;
        taint.parameters |= branch.parameters;
    }
    return taint;
}

/* Adds the sources of the branches before a block to a value with different definitions on the
 * block's edges. Data that may come from a broadcast by hand is neither the same nor different
 * afterwards. If no definition is certain, there may be only one: the sources are a step further
 * away. */
static struct taint add_influence(struct solver *solver, struct taint taint, uint32_t block,
                                  bool sure)
{
    const struct block_facts *facts = &solver->blocks[block];
    if (facts->influence_count == 0)
        return taint;
    if (taint.form != FORM_ANYTHING && taint.form != FORM_NONE)
        return taint; /* the same on all edges */
    if (taint.sources & source_plain(solver->uniformity, SOURCE_EXCHANGED)) {
        taint.sources = sources_doubted(solver->uniformity, taint.sources);
        return taint;
    }
    struct taint more = branches_taint(solver, facts->influences, facts->influence_count);
    if (!sure)
        more = taint_beyond(solver->uniformity, more);
    if (more.sources & ~taint.sources)
        taint.definer = more.definer;
    taint.sources |= more.sources;
    taint.parameters |= more.parameters;
    return taint;
}

/* Tells the joins and loops of a branch that it differs. */
static void register_branch(struct solver *solver, uint32_t block)
{
    struct block_facts *facts = &solver->blocks[block];
    if (facts->registered)
        return;
    facts->registered = true;
    solver->changed = true;
    const struct joins *joins = regions_joins(solver->regions, block);
    for (size_t i = 0; i < joins->count; i++) {
        struct block_facts *join = &solver->blocks[joins->blocks[i]];
        *arena_push(&solver->arena, join->influences, join->influence_count) = block;
    }
    for (uint32_t head = GRAPH_NONE;
         (head = regions_left_loop(solver->regions, block, head)) != GRAPH_NONE;) {
        struct block_facts *loop = &solver->blocks[head];
        *arena_push(&solver->arena, loop->leaving, loop->leaving_count) = block;
    }
}

static void set_branch(struct solver *solver, const struct ir_value *end)
{
    struct block_facts *facts = &solver->blocks[end->block->number];
    struct taint taint = {.form = FORM_ANYTHING};
    if (end->operand_count > 0 && end->block->successor_count > 1)
        taint = taint_of(solver, end->operands[0]);
    if (taint.sources != facts->branch.sources || taint.parameters != facts->branch.parameters)
        solver->changed = true;
    facts->branch = taint;
    if (taint.sources || taint.parameters)
        register_branch(solver, end->block->number);
}

/* ---- states at the start of blocks */

static uint32_t join_version(const struct solver *solver, uint32_t block)
{
    return solver->uniformity->analysis->program->value_count + 1 + block;
}

static uint32_t version_block(const struct solver *solver, uint32_t version)
{
    const struct ir_program *program = solver->uniformity->analysis->program;
    if (version > program->value_count)
        return version - program->value_count - 1;
    return version > 0 ? program->values[version - 1]->block->number : GRAPH_NONE;
}

/* Adds the sources of branches that leave a loop to the locations that the loop writes: ranks may
 * leave it after different numbers of iterations. */
static void leave_loops(struct solver *solver, struct state *state, uint32_t from, uint32_t to)
{
    const struct regions *regions = solver->regions;
    for (uint32_t head = regions->loops->head[from]; head != GRAPH_NONE;
         head = regions->loops->parent[head]) {
        const struct block_facts *loop = &solver->blocks[head];
        if (loop->leaving_count == 0 || regions_in_loop(regions, to, head))
            continue;
        struct taint more = branches_taint(solver, loop->leaving, loop->leaving_count);
        for (uint32_t i = 0; i < state->count; i++) {
            struct cell *cell = &state->cells[i];
            uint32_t block = version_block(solver, cell->version);
            if (block == GRAPH_NONE || !regions_in_loop(regions, block, head) ||
                (cell->taint.form != FORM_ANYTHING && cell->taint.form != FORM_NONE) ||
                (cell->taint.sources & source_plain(solver->uniformity, SOURCE_EXCHANGED)))
                continue;
            struct taint one = cell->weak ? taint_beyond(solver->uniformity, more) : more;
            if (one.sources & ~cell->taint.sources)
                cell->taint.definer = one.definer;
            cell->taint.sources |= one.sources;
            cell->taint.parameters |= one.parameters;
        }
    }
}

/* Returns the cell of a location that one side does not list: it holds what it held on entry. */
static struct cell function_untouched(struct solver *solver, uint32_t location)
{
    struct cell cell = {.location = location, .entry = true};
    cell.taint.form = location_entry_form(solver, location);
    return cell;
}

/* Returns whether the function has certainly written the location. */
static bool is_sure(const struct cell *cell)
{
    return cell->version != 0 && !cell->weak && (!cell->entry || cell->sure);
}

static struct cell function_join_cells(const struct solver *solver, const struct cell *a,
                                       const struct cell *b, uint32_t block)
{
    struct cell cell = *a;
    cell.taint = taint_join(a->taint, b->taint);
    cell.via |= b->via;
    cell.direct |= b->direct;
    cell.entry |= b->entry;
    if (a->version != b->version) {
        cell.version = join_version(solver, block);
        cell.sure = is_sure(a) || is_sure(b);
        cell.weak = !cell.sure;
    }
    return cell;
}

static struct state join_states(struct solver *solver, const struct state *a, const struct state *b,
                                uint32_t block)
{
    struct state joined = {.reached = true};
    joined.cells = memory_alloc((a->count + b->count + 1) * sizeof *joined.cells);
    for (uint32_t i = 0, k = 0; i < a->count || k < b->count;) {
        uint32_t left = i < a->count ? a->cells[i].location : UINT32_MAX;
        uint32_t right = k < b->count ? b->cells[k].location : UINT32_MAX;
        struct cell missing = {0};
        if (left != right)
            missing = function_untouched(solver, left < right ? left : right);
        const struct cell *one = left <= right ? &a->cells[i] : &missing;
        const struct cell *other = right <= left ? &b->cells[k] : &missing;
        joined.cells[joined.count++] = function_join_cells(solver, one, other, block);
        i += left <= right;
        k += right <= left;
    }
    return joined;
}

static struct state copy_state(const struct state *state)
{
    struct state copy = *state;
    copy.cells = memory_alloc((state->count + 1) * sizeof *copy.cells);
    if (state->count > 0)
        memcpy(copy.cells, state->cells, state->count * sizeof *copy.cells);
    return copy;
}

static void take_state(struct solver *solver, struct state state)
{
    free(solver->state.cells);
    solver->state = state;
    solver->space = state.count;
}

static void function_enter_block(struct solver *solver, const struct ir_block *block)
{
    struct state state = {.reached = block->number == 0};
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const struct ir_block *from = block->predecessors[i];
        if (!edge_taken(solver, from, block))
            continue;
        struct state coming = copy_state(&solver->blocks[from->number].out);
        leave_loops(solver, &coming, from->number, block->number);
        if (state.reached) {
            struct state joined = join_states(solver, &state, &coming, block->number);
            free(state.cells);
            free(coming.cells);
            state = joined;
        } else {
            state = coming;
        }
    }
    uint32_t version = join_version(solver, block->number);
    for (uint32_t i = 0; i < state.count; i++)
        if (state.cells[i].version == version)
            state.cells[i].taint =
                add_influence(solver, state.cells[i].taint, block->number, state.cells[i].sure);
    take_state(solver, state);
}

/* ---- instructions */

static struct taint phi_taint(struct solver *solver, const struct ir_value *phi)
{
    struct taint taint = {.form = FORM_NONE};
    const struct ir_value *first = NULL;
    bool several = false;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        if (!edge_taken(solver, phi->incoming[i], phi->block))
            continue;
        several |= first && first != phi->operands[i];
        first = phi->operands[i];
        taint = taint_join(taint, taint_of(solver, phi->operands[i]));
    }
    taint.definer = NO_VALUE;
    return several ? add_influence(solver, taint, phi->block->number, true) : taint;
}

static struct taint select_taint(struct solver *solver, const struct ir_value *select)
{
    struct taint condition = taint_of(solver, select->operands[0]);
    int64_t value;
    if (form_is_constant(solver->uniformity, condition.form, &value))
        return taint_of(solver, select->operands[value ? 1 : 2]);
    struct taint taint =
        taint_join(taint_of(solver, select->operands[1]), taint_of(solver, select->operands[2]));
    taint.definer = NO_VALUE;
    if (taint.form == FORM_ANYTHING) {
        taint.sources |= sources_beyond(solver->uniformity, condition.sources);
        taint.parameters |= parameters_beyond(condition.parameters);
    }
    return taint;
}

static uint64_t function_size_of(const struct ir_type *type)
{
    return type && type->size > 0 ? type->size : 1;
}

static struct taint load_taint(struct solver *solver, const struct ir_value *load)
{
    struct taint address = taint_of(solver, load->operands[0]);
    struct handle none = {.kind = HANDLE_WORLD};
    uint32_t arguments = form_of(solver->uniformity, FORM_ARGUMENTS, none);
    struct taint taint = {.form = arguments};
    if (address.form != arguments)
        taint = memory_read(solver, load->operands[0], function_size_of(load->accessed));
    if (taint.form == FORM_NONE)
        taint.form = FORM_ANYTHING;
    if (address.sources & ~taint.sources)
        taint.definer = NO_VALUE;
    taint.sources |= address.sources;
    taint.parameters |= address.parameters;
    if (load->volatile_access) {
        taint.sources |= source_plain(solver->uniformity, SOURCE_UNKNOWN);
        taint.form = FORM_ANYTHING; /* any stored value: other code changes it */
    }
    return taint;
}

static void function_store(struct solver *solver, const struct ir_value *store)
{
    struct taint taint = taint_of(solver, store->operands[0]);
    struct taint address = taint_of(solver, store->operands[1]);
    taint.sources |= address.sources;
    taint.parameters |= address.parameters;
    taint.definer = store->number + 1;
    memory_write(solver, store->operands[1], function_size_of(store->accessed), taint, store,
                 WRITE_SCALAR);
}

static struct taint atomic_taint(struct solver *solver, const struct ir_value *atomic)
{
    struct taint taint = memory_read(solver, atomic->operands[0], function_size_of(atomic->type));
    for (uint32_t i = 1; i < atomic->operand_count; i++)
        taint = taint_join(taint, taint_of(solver, atomic->operands[i]));
    taint.form = FORM_ANYTHING;
    memory_add(solver, atomic->operands[0], function_size_of(atomic->type), taint, atomic);
    return taint;
}

static struct taint operation_taint(struct solver *solver, const struct ir_value *value)
{
    struct taint taint = {.form = FORM_ANYTHING};
    uint32_t forms[2] = {FORM_ANYTHING, FORM_ANYTHING};
    for (uint32_t i = 0; i < value->operand_count; i++) {
        struct taint operand = taint_of(solver, value->operands[i]);
        taint.sources |= operand.sources;
        taint.parameters |= operand.parameters;
        if (i < 2)
            forms[i] = operand.form;
    }
    if (value->opcode == IR_OTHER_OPCODE)
        taint.sources |= source_plain(solver->uniformity, SOURCE_UNKNOWN);
    taint.sources = comparison_sources(solver, value, taint.sources);
    taint.form = form_of_operation(solver->uniformity, value, forms);
    int decided = value->opcode == IR_COMPARE && taint.form == FORM_ANYTHING
                      ? bounds_decide(solver, value)
                      : -1;
    if (decided >= 0)
        taint.form = form_constant(solver->uniformity, decided);
    return taint;
}

/* Adds the sources of branches that leave a loop to a value of the loop that is used after it:
 * ranks may leave it after different numbers of iterations. */
static struct taint outlive_loops(struct solver *solver, const struct ir_value *value,
                                  struct taint taint)
{
    const struct regions *regions = solver->regions;
    for (uint32_t head = regions->loops->head[value->block->number]; head != GRAPH_NONE;
         head = regions->loops->parent[head]) {
        const struct block_facts *loop = &solver->blocks[head];
        if (loop->leaving_count == 0)
            continue;
        bool outside = false;
        for (uint32_t i = 0; i < value->user_count && !outside; i++)
            outside = value->users[i]->block &&
                      !regions_in_loop(regions, value->users[i]->block->number, head);
        if (!outside || (taint.form != FORM_ANYTHING && taint.form != FORM_NONE))
            continue;
        struct taint more = branches_taint(solver, loop->leaving, loop->leaving_count);
        if (more.sources & ~taint.sources)
            taint.definer = more.definer;
        taint.sources |= more.sources;
        taint.parameters |= more.parameters;
    }
    return taint;
}

static void function_evaluate(struct solver *solver, const struct ir_value *value)
{
    struct taint taint = {.form = FORM_ANYTHING};
    switch (value->opcode) {
    case IR_STORE:
        function_store(solver, value);
        return;
    case IR_RETURN:
    case IR_UNREACHABLE:
    case IR_UNWIND:
    case IR_FENCE:
        return;
    case IR_BRANCH:
    case IR_SWITCH:
    case IR_JUMP_COMPUTED:
        set_branch(solver, value);
        return;
    case IR_ALLOCA: {
        struct points_location place;
        if (!solver->function->recursive && analysis_place(value, &place))
            taint.form = form_place(solver->uniformity, place);
        break;
    }
    case IR_LANDING:
        break;
    case IR_PHI:
        taint = phi_taint(solver, value);
        break;
    case IR_SELECT:
        taint = select_taint(solver, value);
        break;
    case IR_LOAD:
        taint = load_taint(solver, value);
        break;
    case IR_ATOMIC:
        taint = atomic_taint(solver, value);
        break;
    case IR_CALL:
        taint = call_evaluate(solver, value);
        break;
    default:
        taint = operation_taint(solver, value);
    }
    set_value(solver, value, outlive_loops(solver, value, taint));
}

/* ---- the function */

static void set_arguments(struct solver *solver)
{
    const struct ir_function *function = solver->function;
    const struct uniformity_summary *summary = &solver->solution->summaries[function->number];
    bool is_main = uniform_is_main(function);
    struct handle none = {.kind = HANDLE_WORLD};
    for (uint32_t i = 0; i < function->argument_count; i++) {
        const struct ir_value *argument = function->arguments[i];
        struct taint taint = {.form = solver->solution->argument_forms[argument->number]};
        if (taint.form == FORM_NONE)
            taint.form = FORM_ANYTHING;
        if (is_main)
            taint.form = i > 0 ? form_of(solver->uniformity, FORM_ARGUMENTS, none) : FORM_ANYTHING;
        else if (i < PARAMETERS_MAX)
            taint.parameters = UINT64_C(1) << i;
        else
            taint.sources = summary->arguments[i].sources;
        set_value(solver, argument, taint);
    }
}

/* Evaluates the blocks at the positions [first, end) once. */
static void solve_blocks(struct solver *solver, uint32_t first, uint32_t end)
{
    const struct regions *regions = solver->regions;
    for (uint32_t i = first; i < end; i++) {
        const struct ir_block *block = solver->function->blocks[regions->order[i]];
        function_enter_block(solver, block);
        if (!solver->state.reached)
            continue;
        for (uint32_t k = 0; k < block->instruction_count; k++)
            function_evaluate(solver, block->instructions[k]);
        struct state *out = &solver->blocks[block->number].out;
        if (out->reached && state_equal(out, &solver->state))
            continue;
        solver->changed = true;
        out->cells = arena_alloc(&solver->arena, (solver->state.count + 1) * sizeof *out->cells);
        if (solver->state.count > 0)
            memcpy(out->cells, solver->state.cells, solver->state.count * sizeof *out->cells);
        out->count = solver->state.count;
        out->reached = true;
    }
}

/* Returns the end of the smallest range of positions from `first` on that no edge from later
 * positions enters: a single block, or loops. Code after the range cannot change it. `*cyclic`: it
 * has edges backwards. */
static uint32_t range_end(const struct regions *regions, uint32_t first, bool *cyclic)
{
    uint32_t end = first + 1;
    *cyclic = false;
    for (uint32_t i = first; i < end; i++) {
        const struct ir_block *block = regions->function->blocks[regions->order[i]];
        for (uint32_t k = 0; k < block->predecessor_count; k++) {
            uint32_t from = block->predecessors[k]->number;
            uint32_t position = regions->position[from];
            if (regions->order[position] != from || position < i)
                continue; /* it is unreachable, or comes before */
            *cyclic = true;
            end = position >= end ? position + 1 : end;
        }
    }
    return end;
}

/* Solves range by range, so that the code after a loop is evaluated once, when the loop is
 * stable. */
static void solve_ranges(struct solver *solver)
{
    for (uint32_t first = 0, end; first < solver->regions->order_count; first = end) {
        bool cyclic;
        end = range_end(solver->regions, first, &cyclic);
        solver->final = false;
        solver->changed = cyclic;
        for (int pass = 0; solver->changed && pass < PASSES_MAX; pass++) {
            solver->changed = false;
            solve_blocks(solver, first, end);
        }
        solver->final = true;
        solve_blocks(solver, first, end);
    }
}

/* Joins the branches that decide by which return the function ends. */
static struct taint returns_taint(struct solver *solver)
{
    const struct ir_function *function = solver->function;
    uint32_t *blocks = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < function->block_count; i++)
        if (solver->blocks[i].registered &&
            solver->regions->postdominator[i] == function->block_count)
            *arena_push(&solver->arena, blocks, count) = i;
    return branches_taint(solver, blocks, count);
}

/* Stores what callers see: memory and the result, joined over all returns. */
static void function_summarise(struct solver *solver)
{
    const struct ir_function *function = solver->function;
    struct state end = {.reached = false};
    struct taint returned = {.form = FORM_NONE};
    bool several = false;
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_value *last = ir_terminator(function->blocks[i]);
        const struct state *out = &solver->blocks[i].out;
        if (last->opcode != IR_RETURN || !out->reached)
            continue;
        several |= end.reached;
        struct state joined =
            end.reached ? join_states(solver, &end, out, function->block_count) : copy_state(out);
        free(end.cells);
        end = joined;
        if (last->operand_count > 0) {
            returned = taint_join(returned, taint_of(solver, last->operands[0]));
            returned.definer = last->number + 1;
        }
    }
    if (several) {
        struct taint more = returns_taint(solver);
        uint32_t version = join_version(solver, function->block_count);
        for (uint32_t i = 0; i < end.count; i++)
            if (end.cells[i].version == version && end.cells[i].taint.form == FORM_ANYTHING) {
                struct taint one =
                    end.cells[i].sure ? more : taint_beyond(solver->uniformity, more);
                end.cells[i].taint.sources |= one.sources;
                end.cells[i].taint.parameters |= one.parameters;
            }
        if (returned.form == FORM_ANYTHING) {
            returned.sources |= more.sources;
            returned.parameters |= more.parameters;
        }
    }
    call_publish(solver, &end, returned);
    free(end.cells);
}

void function_solve(struct solver *solver, const struct ir_function *function)
{
    solver->function = function;
    solver->regions = regions_of(solver->uniformity, function);
    solver->blocks =
        arena_alloc(&solver->arena, (function->block_count + 1) * sizeof *solver->blocks);
    set_arguments(solver);
    solve_ranges(solver);
    function_summarise(solver);
    free(solver->state.cells);
    solver->state = (struct state){0};
    solver->space = 0;
    arena_free(&solver->arena);
    solver->arena = (struct arena){0};
}
