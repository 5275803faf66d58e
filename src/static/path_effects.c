#include "static/path_effects.h"

#include <stdlib.h>
#include <string.h>

/* How far back a value is looked through; bounds the recursion. */
enum { DEPTH_LIMIT = 12, CELL_LIMIT = 400 };

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

/* Objects. */

static const struct object *find_object(const struct paths *paths, const struct ir_value *value)
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
    const struct object *object = find_object(paths, term->value);
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

/* Terms. */

static term_id term_within(struct paths *paths, const struct path_state *state,
                           const struct ir_value *value, int depth);

/* The offset of a getelementptr whose indices are known on this way. */
static bool known_offset(struct paths *paths, const struct path_state *state,
                         const struct ir_value *address, int depth, int64_t *offset)
{
    const struct ir_type *type = address->accessed;
    *offset = 0;
    for (uint32_t i = 1; i < address->operand_count; i++) {
        int64_t index, step;
        term_id term = term_within(paths, state, address->operands[i], depth);
        if (!type || !path_state_integer(&paths->terms, state, term, &index)) {
            return false;
        }
        if (i == 1) {
            step = (int64_t)type->size;
        } else if (type->kind == IR_TYPE_STRUCT) {
            if (index < 0 || (uint64_t)index >= type->part_count) {
                return false;
            }
            *offset += (int64_t)type->offsets[index];
            type = type->parts[index];
            continue;
        } else if (type->kind == IR_TYPE_ARRAY && type->part_count) {
            type = type->parts[0];
            step = (int64_t)type->size;
        } else {
            return false;
        }
        int64_t part;
        if (__builtin_mul_overflow(index, step, &part) ||
            __builtin_add_overflow(*offset, part, offset)) {
            return false;
        }
    }
    return true;
}

static term_id term_of_address(struct paths *paths, const struct path_state *state,
                               const struct ir_value *address, int depth)
{
    term_id base = term_within(paths, state, address->operands[0], depth);
    int64_t offset = address->offset;
    if (address->constant || known_offset(paths, state, address, depth, &offset)) {
        return terms_address(&paths->terms, base, offset);
    }
    struct term element = {.kind = TERM_ELEMENT, .left = base, .value = address};
    return terms_make(&paths->terms, element);
}

static term_id term_of_constant(struct paths *paths, const struct path_state *state,
                                const struct ir_value *value, int depth)
{
    struct terms *terms = &paths->terms;
    switch (value->kind) {
    case IR_INTEGER:
        if (value->wide) {
            return terms_of_value(terms, TERM_REAL, value);
        }
        return terms_integer(terms, value->type->bits == 1 ? value->integer & 1 : value->integer);
    case IR_NULL:
        return terms_integer(terms, 0);
    case IR_GLOBAL:
    case IR_FUNCTION:
        return terms_of_value(terms, TERM_OBJECT, value);
    case IR_EXPRESSION:
        if (value->opcode == IR_ADDRESS && value->operand_count) {
            return term_of_address(paths, state, value, depth);
        }
        return terms_of_value(terms, TERM_LEAF, value);
    case IR_FLOAT:
    case IR_AGGREGATE:
        return terms_of_value(terms, TERM_REAL, value);
    default:
        return terms_of_value(terms, TERM_LEAF, value);
    }
}

static term_id term_of_operation(struct paths *paths, const struct path_state *state,
                                 const struct ir_value *value, int depth)
{
    struct terms *terms = &paths->terms;
    term_id left = term_within(paths, state, value->operands[0], depth);
    term_id right =
        value->operand_count > 1 ? term_within(paths, state, value->operands[1], depth) : TERM_NONE;
    switch (value->opcode) {
    case IR_FREEZE:
        return left;
    case IR_COMPARE:
        return terms_compare(terms, value->predicate, left, right);
    case IR_SELECT: {
        int truth = path_state_truth(terms, state, left);
        if (truth < 0) {
            return terms_of_value(terms, TERM_LEAF, value);
        }
        return truth ? right : term_within(paths, state, value->operands[2], depth);
    }
    default:
        return terms_operation(terms, value->opcode, left, right, value->type->bits,
                               value->operands[0]->type->bits);
    }
}

static bool is_operation(const struct ir_value *value)
{
    switch (value->opcode) {
    case IR_FREEZE:
    case IR_COMPARE:
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_DIVIDE_SIGNED:
    case IR_REMAINDER_SIGNED:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHIFT_LEFT:
        return value->operand_count >= 1 && value->type->kind != IR_TYPE_ARRAY;
    case IR_TRUNCATE:
    case IR_EXTEND_ZERO:
    case IR_EXTEND_SIGN:
        return value->operand_count == 1 && value->type->kind == IR_TYPE_INTEGER;
    case IR_SELECT:
        return value->operand_count == 3;
    default:
        return false;
    }
}

static term_id term_within(struct paths *paths, const struct path_state *state,
                           const struct ir_value *value, int depth)
{
    struct terms *terms = &paths->terms;
    if (depth == 0 || value->kind == IR_ARGUMENT) {
        return terms_of_value(terms, TERM_LEAF, value);
    }
    if (value->kind != IR_INSTRUCTION) {
        return term_of_constant(paths, state, value, depth - 1);
    }
    if (value->opcode == IR_PHI || value->opcode == IR_LOAD) {
        term_id bound = path_state_binding(state, value);
        return bound != TERM_NONE ? bound : terms_of_value(terms, TERM_LEAF, value);
    }
    if (value->opcode == IR_ALLOCA) {
        return terms_of_value(terms, TERM_OBJECT, value);
    }
    if (value->opcode == IR_CALL) {
        if (analysis_mpi(paths->analysis, value) && value->type->kind == IR_TYPE_INTEGER) {
            const char *result = analysis_mpi(paths->analysis, value)->result->name;
            if (strcmp(result, "error") == 0) {
                return terms_integer(terms, 0); /* MPI_SUCCESS */
            }
        }
        return terms_of_value(terms, object_is_allocation(value) ? TERM_OBJECT : TERM_LEAF, value);
    }
    if (value->opcode == IR_ADDRESS && value->operand_count &&
        value->type->kind == IR_TYPE_POINTER) {
        return term_of_address(paths, state, value, depth - 1);
    }
    if (is_operation(value)) {
        return term_of_operation(paths, state, value, depth - 1);
    }
    return terms_of_value(terms, TERM_LEAF, value);
}

term_id paths_term(struct paths *paths, const struct path_state *state,
                   const struct ir_value *value)
{
    return term_within(paths, state, value, DEPTH_LIMIT);
}

struct term_address paths_address(struct paths *paths, const struct path_state *state,
                                  const struct ir_value *pointer)
{
    return terms_split(&paths->terms, paths_term(paths, state, pointer));
}

bool paths_argument_integer(struct paths *paths, const struct path_state *state,
                            struct analysis_argument argument, int64_t *integer)
{
    if (!argument.value) {
        return false;
    }
    if (analysis_integer(paths->analysis, argument, integer)) {
        return true;
    }
    term_id term;
    if (argument.by_reference) {
        term = path_state_get(state, paths_address(paths, state, argument.value), 4);
    } else {
        term = paths_term(paths, state, argument.value);
    }
    return term != TERM_NONE && path_state_integer(&paths->terms, state, term, integer);
}

/* Memory. */

struct clobber {
    const struct paths *paths;
    term_id base; /* TERM_NONE: anything that others may know */
};

static bool is_clobbered(const struct path_cell *cell, const void *context)
{
    const struct clobber *clobber = context;
    if (clobber->base == TERM_NONE) {
        return !paths_private(clobber->paths, cell->base);
    }
    return !paths_distinct(clobber->paths, cell->base, clobber->base);
}

static bool aliases(const struct path_cell *cell, const void *context)
{
    const struct clobber *clobber = context;
    return cell->base != clobber->base &&
           !paths_distinct(clobber->paths, cell->base, clobber->base);
}

static void clobber(struct paths *paths, struct path_state *state, term_id base)
{
    struct clobber what = {.paths = paths, .base = base};
    path_state_forget(state, is_clobbered, &what);
}

/* Variables whose value changes only where the function says so. */
static bool is_trackable(const struct paths *paths, struct term_address at, uint64_t size)
{
    const struct term *term = &paths->terms.list[at.base];
    if (!at.known || at.base == TERM_NONE || size == 0 || size > 8) {
        return false;
    }
    if (term->kind == TERM_OBJECT) {
        const struct object *object = find_object(paths, term->value);
        return !object || !object->asynchronous;
    }
    return term->kind == TERM_LEAF || term->kind == TERM_FILLED;
}

static void write_cell(struct paths *paths, struct path_state *state, struct term_address at,
                       uint64_t size, term_id term)
{
    if (!is_trackable(paths, at, size) || state->cell_count >= CELL_LIMIT) {
        clobber(paths, state, at.base);
        return;
    }
    struct clobber what = {.paths = paths, .base = at.base};
    path_state_forget(state, aliases, &what);
    path_state_set(state, at, size, term);
}

static void renew(struct paths *paths, struct path_state *state, const struct ir_value *value,
                  term_id term)
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
        renew(paths, state, load, term);
        if (tracked && state->cell_count < CELL_LIMIT) {
            path_state_set(state, at, size, term);
        }
    }
    path_state_bind(state, load, term);
}

static void fill(struct paths *paths, struct path_state *state, const struct ir_value *call,
                 const struct api_parameter *parameter, const struct ir_value *pointer)
{
    struct term_address at = paths_address(paths, state, pointer);
    bool scalar = !parameter->length && !parameter->role->memory &&
                  strcmp(parameter->role->types[0], "int") == 0;
    if (!scalar) {
        clobber(paths, state, at.base);
        return;
    }
    const struct api_function *mpi = analysis_mpi(paths->analysis, call);
    struct term filled = {
        .kind = TERM_FILLED, .value = call, .integer = (int64_t)(parameter - mpi->parameters)};
    term_id term = terms_make(&paths->terms, filled);
    renew(paths, state, call, term);
    write_cell(paths, state, at, 4, term);
}

/* Fortran's last argument: an address that stands for no parameter. */
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
            fill(paths, state, call, parameter, value);
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
    renew(paths, state, call, result);
    const char *name = object_callee(call);
    if (strncmp(name, "llvm.lifetime.", 14) == 0) {
        const struct ir_value *last = call->operands[call->operand_count - 1];
        clobber(paths, state, paths_address(paths, state, last).base);
    } else if (strncmp(name, "llvm.mem", 8) == 0 && call->operand_count) {
        clobber(paths, state, paths_address(paths, state, call->operands[0]).base);
    } else if (strncmp(name, "llvm.", 5) != 0) {
        clobber(paths, state, TERM_NONE);
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
        clobber(paths, state, paths_address(paths, state, instruction->operands[0]).base);
        renew(paths, state, instruction, terms_of_value(&paths->terms, TERM_LEAF, instruction));
        break;
    case IR_CALL:
        apply_call(paths, state, instruction);
        break;
    case IR_PHI:
    case IR_ALLOCA:
    case IR_FENCE:
        break;
    default:
        if (!is_operation(instruction) && instruction->opcode != IR_ADDRESS) {
            renew(paths, state, instruction, terms_of_value(&paths->terms, TERM_LEAF, instruction));
        }
    }
}

/* The last block, in the order of the walk, that may ask for the value: itself, or by way of what
 * is computed from it. Remembered; 0: not computed yet. */
static uint32_t last_use(struct paths *paths, const struct ir_value *value, int depth)
{
    uint32_t *known = &paths->last_use[value->number - paths->first_number];
    if (*known) {
        return *known;
    }
    uint32_t last = 1;
    for (uint32_t i = 0; i < value->user_count; i++) {
        const struct ir_value *user = value->users[i];
        bool computes = is_operation(user) || user->opcode == IR_ADDRESS;
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
    if (depth == DEPTH_LIMIT) {
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
        if (last_use(paths, value, DEPTH_LIMIT) >= here) {
            state->bindings[kept++] = state->bindings[i];
        }
    }
    state->binding_count = kept;
}
