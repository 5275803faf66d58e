#include "static/requests/path_effects.h"

#include <stdlib.h>
#include <string.h>

enum { CELL_LIMIT = 400 };

bool path_effects_ends(const struct ir_value *call, const bool *never_returns)
{
    if (call->targets_unknown || !call->target_count) {
        return call->callee && call->callee->kind == IR_FUNCTION &&
               never_returns[call->callee->as_function->number];
    }
    for (uint32_t i = 0; i < call->target_count; i++) {
        if (!never_returns[call->targets[i]->number]) {
            return false;
        }
    }
    return true;
}

static bool block_ends(const struct ir_block *block, const bool *never_returns)
{
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *instruction = block->instructions[i];
        if (instruction->opcode == IR_CALL && path_effects_ends(instruction, never_returns)) {
            return true;
        }
    }
    return false;
}

bool path_effects_never_returns(const struct ir_function *function, const bool *never_returns)
{
    uint32_t *stack = memory_zero(function->block_count + 1, sizeof *stack);
    bool *seen = memory_zero(function->block_count + 1, sizeof *seen);
    uint32_t depth = 0;
    bool returns = false;
    stack[depth++] = 0;
    seen[0] = true;
    while (depth && !returns) {
        const struct ir_block *block = function->blocks[stack[--depth]];
        if (block_ends(block, never_returns)) {
            continue;
        }
        returns = ir_terminator(block)->opcode == IR_RETURN;
        for (uint32_t i = 0; i < block->successor_count; i++) {
            uint32_t next = block->successors[i]->number;
            if (!seen[next]) {
                seen[next] = true;
                stack[depth++] = next;
            }
        }
    }
    free(stack);
    free(seen);
    return !returns;
}

/* ---- objects */

static const struct object *path_effects_find_object(const struct paths *paths,
                                                     const struct ir_value *value)
{
    uint32_t place = value->number - paths->first_number;
    if (value->number < paths->first_number || place >= paths->object_span ||
        !paths->object_index[place]) {
        return NULL;
    }
    return &paths->objects[paths->object_index[place] - 1];
}

const struct object *paths_private(const struct paths *paths, term_id base)
{
    const struct term *term = &paths->terms.list[base];
    if (term->kind != TERM_OBJECT) {
        return NULL;
    }
    const struct object *object = path_effects_find_object(paths, term->value);
    return object && !object->escapes ? object : NULL;
}

bool paths_distinct(const struct paths *paths, term_id a, term_id b)
{
    if (a == b) {
        return false;
    }
    if (paths->terms.list[a].kind == TERM_OBJECT && paths->terms.list[b].kind == TERM_OBJECT) {
        return true;
    }
    return paths_private(paths, a) || paths_private(paths, b);
}

/* ---- memory */

struct clobber {
    const struct paths *paths;
    term_id base; /* TERM_NONE: all that other code may know */
};

static bool is_clobbered(const struct path_cell *cell, const void *context)
{
    const struct clobber *clobber = context;
    if (clobber->base == TERM_NONE) {
        return !paths_private(clobber->paths, cell->base);
    }
    return !paths_distinct(clobber->paths, cell->base, clobber->base);
}

static bool effect_aliases(const struct path_cell *cell, const void *context)
{
    const struct clobber *clobber = context;
    return cell->base != clobber->base &&
           !paths_distinct(clobber->paths, cell->base, clobber->base);
}

static void effect_clobber(struct paths *paths, struct path_state *state, term_id base)
{
    struct clobber what = {.paths = paths, .base = base};
    path_state_forget(state, is_clobbered, &what);
}

/* Returns whether the variable changes only where this function changes it. */
static bool is_trackable(const struct paths *paths, struct term_address at, uint64_t size)
{
    const struct term *term = &paths->terms.list[at.base];
    if (!at.known || at.base == TERM_NONE || size == 0 || size > 8) {
        return false;
    }
    if (term->kind == TERM_OBJECT) {
        const struct object *object = path_effects_find_object(paths, term->value);
        return !object || !object->asynchronous;
    }
    return term->kind == TERM_LEAF || term->kind == TERM_FILLED;
}

static void write_cell(struct paths *paths, struct path_state *state, struct term_address at,
                       uint64_t size, term_id term)
{
    if (!is_trackable(paths, at, size) || state->cell_count >= CELL_LIMIT) {
        effect_clobber(paths, state, at.base);
        return;
    }
    struct clobber what = {.paths = paths, .base = at.base};
    path_state_forget(state, effect_aliases, &what);
    path_state_set(state, at, size, term);
}

static void effect_renew(struct paths *paths, struct path_state *state,
                         const struct ir_value *value, term_id term)
{
    if (paths->in_cycle[value->block->number]) {
        path_state_renew(&paths->terms, state, term);
    }
}

static void apply_load(struct paths *paths, struct path_state *state, const struct ir_value *load)
{
    struct term_address at = paths_address(paths, state, load->operands[0]);
    uint64_t size = load->accessed ? load->accessed->size : 0;
    const struct ir_value *global = load->operands[0];
    if (global->kind == IR_GLOBAL && global->constant && global->operand_count == 1 &&
        global->operands[0]->kind == IR_INTEGER && global->operands[0]->type == load->type) {
        path_state_bind(state, load, paths_term(paths, state, global->operands[0]));
        return;
    }
    bool tracked = is_trackable(paths, at, size) && !load->volatile_access;
    term_id term = tracked ? path_state_get(state, at, size) : TERM_NONE;
    if (term == TERM_NONE) {
        term = terms_of_value(&paths->terms, TERM_LEAF, load);
        effect_renew(paths, state, load, term);
        if (tracked && state->cell_count < CELL_LIMIT) {
            path_state_set(state, at, size, term);
        }
    }
    path_state_bind(state, load, term);
}

static void path_effects_fill(struct paths *paths, struct path_state *state,
                              const struct ir_value *call, const struct api_parameter *parameter,
                              const struct ir_value *pointer)
{
    struct term_address at = paths_address(paths, state, pointer);
    bool scalar = !parameter->length && !parameter->role->memory &&
                  strcmp(parameter->role->types[0], "int") == 0;
    if (!scalar) {
        effect_clobber(paths, state, at.base);
        return;
    }
    const struct api_function *mpi = analysis_mpi(paths->analysis, call);
    struct term filled = {
        .kind = TERM_FILLED, .value = call, .integer = (int64_t)(parameter - mpi->parameters)};
    term_id term = terms_make(&paths->terms, filled);
    effect_renew(paths, state, call, term);
    write_cell(paths, state, at, 4, term);
}

/* Returns Fortran's last argument: an address that belongs to no parameter. */
static const struct ir_value *error_argument(const struct paths *paths, const struct ir_value *call)
{
    for (uint32_t i = call->operand_count; i-- > 0;) {
        const struct ir_value *operand = call->operands[i];
        if (operand->type->kind == IR_TYPE_POINTER) {
            return object_parameter(paths->analysis, call, operand, NULL) ? NULL : operand;
        }
    }
    return NULL;
}

static void apply_mpi(struct paths *paths, struct path_state *state, const struct ir_value *call,
                      const struct api_function *mpi)
{
    for (size_t i = 0; i < mpi->parameter_count; i++) {
        const struct api_parameter *parameter = &mpi->parameters[i];
        const struct ir_value *value =
            analysis_argument(paths->analysis, call, parameter->name).value;
        if ((parameter->direction & API_OUT) && value && value->type->kind == IR_TYPE_POINTER) {
            path_effects_fill(paths, state, call, parameter, value);
        }
    }
    const struct ir_function *callee =
        call->callee->kind == IR_FUNCTION ? call->callee->as_function : NULL;
    if (callee && paths->analysis->fortran[callee->number]) {
        const struct ir_value *error = error_argument(paths, call);
        if (error) {
            write_cell(paths, state, paths_address(paths, state, error), 4,
                       terms_integer(&paths->terms, 0));
        }
    }
}

static void apply_call(struct paths *paths, struct path_state *state, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(paths->analysis, call);
    if (mpi) {
        apply_mpi(paths, state, call, mpi);
        return;
    }
    term_id result =
        terms_of_value(&paths->terms, object_is_allocation(call) ? TERM_OBJECT : TERM_LEAF, call);
    effect_renew(paths, state, call, result);
    const char *name = object_callee(call);
    if (strncmp(name, "llvm.lifetime.", 14) == 0) {
        const struct ir_value *last = call->operands[call->operand_count - 1];
        effect_clobber(paths, state, paths_address(paths, state, last).base);
    } else if (strncmp(name, "llvm.mem", 8) == 0 && call->operand_count) {
        effect_clobber(paths, state, paths_address(paths, state, call->operands[0]).base);
    } else if (strncmp(name, "llvm.", 5) != 0) {
        effect_clobber(paths, state, TERM_NONE);
    }
}

void path_effects_apply(struct paths *paths, struct path_state *state,
                        const struct ir_value *instruction)
{
    switch (instruction->opcode) {
    case IR_LOAD:
        apply_load(paths, state, instruction);
        break;
    case IR_STORE:
        write_cell(paths, state, paths_address(paths, state, instruction->operands[1]),
                   instruction->accessed ? instruction->accessed->size : 0,
                   paths_term(paths, state, instruction->operands[0]));
        break;
    case IR_ATOMIC:
        effect_clobber(paths, state, paths_address(paths, state, instruction->operands[0]).base);
        effect_renew(paths, state, instruction,
                     terms_of_value(&paths->terms, TERM_LEAF, instruction));
        break;
    case IR_CALL:
        apply_call(paths, state, instruction);
        break;
    case IR_PHI:
    case IR_ALLOCA:
    case IR_FENCE:
        break;
    default:
        if (!path_terms_computes(instruction) && instruction->opcode != IR_ADDRESS) {
            effect_renew(paths, state, instruction,
                         terms_of_value(&paths->terms, TERM_LEAF, instruction));
        }
    }
}

/* Returns the last block, in the order of the walk, that may use the value or what is computed from
 * it. The result is kept; 0: not computed yet. */
static uint32_t last_use(struct paths *paths, const struct ir_value *value, int depth)
{
    uint32_t *known = &paths->last_use[value->number - paths->first_number];
    if (*known != 0) {
        return *known;
    }
    uint32_t last = 1;
    for (uint32_t i = 0; i < value->user_count; i++) {
        const struct ir_value *user = value->users[i];
        bool computes = path_terms_computes(user) || user->opcode == IR_ADDRESS;
        uint32_t use = 0;
        if (computes && depth == 0) {
            use = UINT32_MAX;
        } else if (computes) {
            use = last_use(paths, user, depth - 1);
        } else if (user->block) {
            use = paths->place[user->block->number] + 1;
        }
        last = use > last ? use : last;
    }
    if (depth == PATH_DEPTH) {
        *known = last;
    }
    return last;
}

void path_effects_prune(struct paths *paths, struct path_state *state, const struct ir_block *block)
{
    if (paths->in_cycle[block->number]) {
        return;
    }
    uint32_t here = paths->place[block->number] + 1;
    size_t kept = 0;
    for (size_t i = 0; i < state->binding_count; i++) {
        const struct ir_value *value = state->bindings[i].value;
        if (last_use(paths, value, PATH_DEPTH) >= here) {
            state->bindings[kept++] = state->bindings[i];
        }
    }
    state->binding_count = kept;
}
