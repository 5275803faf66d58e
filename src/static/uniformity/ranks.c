#include "static/uniformity/ranks.h"

#include "ir/predicate.h"

#include <string.h>

enum {
    DEPTH_MAX = 32,       /* nesting of values */
    RANKS_MAX = 1 << 16,  /* tried if the branch does not depend on the number of ranks */
    SQUARE_MAX = 1 << 10, /* tried if it does: each number with each of its ranks */
};

/* The rank for which a value is computed, and whether the computation used the number of ranks. */
struct standpoint {
    int64_t rank, size;
    bool sized;
};

/* Returns the number that a call writes to the variable at the given address; false: not known. */
static bool number_written(const struct ir_value *call, const struct ir_value *variable,
                           struct standpoint *at, int64_t *number)
{
    if (call->callee == NULL || call->callee->kind != IR_FUNCTION || call->operand_count < 2 ||
        call->operands[1] != variable) {
        return false;
    }
    const char *symbol = call->callee->as_function->symbol;

    symbol += *symbol == 'P'; /* PMPI_Comm_rank */
    if (strcmp(symbol, "MPI_Comm_rank") == 0) {
        *number = at->rank;
        return true;
    }
    at->sized = at->sized || strcmp(symbol, "MPI_Comm_size") == 0;
    *number = at->size;
    return strcmp(symbol, "MPI_Comm_size") == 0;
}

static bool rank_number_of(const struct ir_value *value, struct standpoint *at, int depth,
                           int64_t *number);

/* Computes the number in a variable: the only value that is written to it, except initial
 * constants. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH_MAX */
static bool rank_number_in(const struct ir_value *variable, struct standpoint *at, int depth,
                           int64_t *number)
{
    int writers = 0;

    if (variable->kind != IR_INSTRUCTION || variable->opcode != IR_ALLOCA) {
        return false;
    }
    for (uint32_t i = 0; i < variable->user_count; i++) {
        const struct ir_value *user = variable->users[i];

        if (user->opcode == IR_LOAD || (user->opcode == IR_STORE && user->operands[1] == variable &&
                                        user->operands[0]->kind == IR_INTEGER)) {
            continue;
        }
        writers++;
        if (user->opcode == IR_CALL
                ? !number_written(user, variable, at, number)
                : user->opcode != IR_STORE || user->operands[1] != variable ||
                      !rank_number_of(user->operands[0], at, depth + 1, number)) {
            return false;
        }
    }
    return writers == 1;
}

/* Computes an operation on ranks and sizes; nothing wraps. */
static bool rank_combine(const struct ir_value *value, int64_t left, int64_t right, int64_t *number)
{
    switch (value->opcode) {
    case IR_COMPARE:
        *number = ir_predicate_holds(value->predicate, left, right) ? -1 : 0; /* one bit */
        return true;
    case IR_ADD:
        return !__builtin_add_overflow(left, right, number);
    case IR_SUBTRACT:
        return !__builtin_sub_overflow(left, right, number);
    case IR_MULTIPLY:
        return !__builtin_mul_overflow(left, right, number);
    case IR_DIVIDE_SIGNED:
    case IR_DIVIDE_UNSIGNED:
        *number = right > 0 ? left / right : 0;
        return left >= 0 && right > 0;
    case IR_REMAINDER_SIGNED:
    case IR_REMAINDER_UNSIGNED:
        *number = right > 0 ? left % right : 0;
        return left >= 0 && right > 0;
    case IR_AND:
        *number = left & right;
        return true;
    case IR_OR:
        *number = left | right;
        return true;
    case IR_XOR:
        *number = left ^ right;
        return true;
    default:
        return false;
    }
}

/* Computes the argument for a parameter of a function that is called at one place. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH_MAX */
static bool number_given(const struct ir_value *argument, struct standpoint *at, int depth,
                         int64_t *number)
{
    const struct ir_function *function = argument->function;
    const struct ir_value *given =
        function->caller_count == 1
            ? ir_call_argument(function->callers[0], function, argument->index)
            : NULL;

    return given != NULL && rank_number_of(given, at, depth + 1, number);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH_MAX */
static bool rank_number_of(const struct ir_value *value, struct standpoint *at, int depth,
                           int64_t *number)
{
    int64_t left, right;

    if (depth > DEPTH_MAX) {
        return false;
    }
    if (value->kind == IR_INTEGER) {
        *number = value->integer;
        return !value->wide;
    }
    if (value->kind == IR_ARGUMENT) {
        return number_given(value, at, depth, number);
    }
    if (value->kind != IR_INSTRUCTION && value->kind != IR_EXPRESSION) {
        return false;
    }
    switch (value->opcode) {
    case IR_LOAD:
        return rank_number_in(value->operands[0], at, depth, number);
    case IR_EXTEND_ZERO: /* of one bit, such as the result of a comparison; else nothing wraps */
        if (!rank_number_of(value->operands[0], at, depth + 1, number)) {
            return false;
        }
        *number = value->operands[0]->type->bits == 1 ? *number & 1 : *number;
        return true;
    case IR_EXTEND_SIGN:
    case IR_TRUNCATE:
    case IR_FREEZE:
        return rank_number_of(value->operands[0], at, depth + 1, number);
    default:
        return value->operand_count == 2 &&
               rank_number_of(value->operands[0], at, depth + 1, &left) &&
               rank_number_of(value->operands[1], at, depth + 1, &right) &&
               rank_combine(value, left, right, number);
    }
}

/* Returns a number that stands for the successor that the rank takes; -1: not known. */
static int64_t rank_way_of(const struct ir_value *branch, struct standpoint *at)
{
    int64_t number;

    if (!rank_number_of(branch->operands[0], at, 0, &number)) {
        return -1;
    }
    if (branch->opcode == IR_BRANCH) {
        return number & 1;
    }
    for (uint32_t i = 1; i < branch->operand_count; i++) {
        if (branch->operands[i]->integer == number) {
            return i;
        }
    }
    return 0;
}

/* Returns whether one of `size` ranks takes another way than the first. */
static bool part_with(const struct ir_value *branch, int64_t first, int64_t size)
{
    struct standpoint at = {.size = size};
    int64_t way = rank_way_of(branch, &at);

    for (at.rank = first; at.rank < size; at.rank++) {
        int64_t other = rank_way_of(branch, &at);

        if (other >= 0 && other != way) {
            return true;
        }
    }
    return false;
}

int ranks_needed(const struct ir_value *branch)
{
    struct standpoint at = {.size = 1};

    if ((branch->opcode != IR_BRANCH && branch->opcode != IR_SWITCH) ||
        branch->operand_count == 0 || rank_way_of(branch, &at) < 0) {
        return 0;
    }
    int most = at.sized ? SQUARE_MAX : RANKS_MAX;

    for (int size = 2; size <= most; size++) {
        if (part_with(branch, at.sized ? 1 : size - 1, size)) {
            return size;
        }
    }
    return 0;
}
