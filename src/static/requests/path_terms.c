/* path_terms.c, of path_effects.h and paths.h: computes the terms of values on a way. */
#include "static/requests/path_effects.h"

#include <string.h>

static term_id term_within(struct paths *paths, const struct path_state *state,
                           const struct ir_value *value, int depth);

/* Computes the offset of a getelementptr. Returns false if an index is not known on this way. */
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

bool path_terms_computes(const struct ir_value *value)
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
    if (path_terms_computes(value)) {
        return term_of_operation(paths, state, value, depth - 1);
    }
    return terms_of_value(terms, TERM_LEAF, value);
}

term_id paths_term(struct paths *paths, const struct path_state *state,
                   const struct ir_value *value)
{
    return term_within(paths, state, value, PATH_DEPTH);
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
