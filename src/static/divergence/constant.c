#include "static/divergence/constant.h"
#include "ir/predicate.h"

enum { DEPTH_MAX = 6 }; /* of an expression that is worth computing */

/* The computation of an expression with one parameter and constants. */
struct evaluation {
    uint32_t parameter; /* EXPRESSION_NONE: not found yet */
    int64_t value;      /* of the parameter */
    bool known;
};

static int64_t constant_truncated(int64_t number, uint32_t bits)
{
    if (bits == 0 || bits >= 64) {
        return number;
    }
    uint64_t kept = (uint64_t)number & ((UINT64_C(1) << bits) - 1);
    uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)((kept ^ sign) - sign);
}

static int64_t zero_extended(int64_t number, uint32_t bits)
{
    return bits == 0 || bits >= 64 ? number
                                   : (int64_t)((uint64_t)number & ((UINT64_C(1) << bits) - 1));
}

static int64_t constant_evaluate(struct evaluation *state, const struct ir_value *value, int depth)
{
    int64_t a = 0, b = 0;

    if (value->kind == IR_INTEGER && !value->wide) {
        return value->integer;
    }
    if (value->kind == IR_ARGUMENT && value->type->kind == IR_TYPE_INTEGER &&
        (state->parameter == EXPRESSION_NONE || state->parameter == value->index)) {
        state->parameter = value->index;
        return constant_truncated(state->value, value->type->bits);
    }
    if (value->kind != IR_INSTRUCTION || depth == 0 || value->operand_count < 1 ||
        value->operand_count > 2 || value->type->kind != IR_TYPE_INTEGER ||
        value->operands[0]->type->kind != IR_TYPE_INTEGER) {
        state->known = false;
        return 0;
    }
    a = constant_evaluate(state, value->operands[0], depth - 1);
    if (value->operand_count == 2) {
        b = constant_evaluate(state, value->operands[1], depth - 1);
    }
    switch (value->opcode) {
    case IR_COMPARE:
        return ir_predicate_holds(value->predicate, a, b) ? -1 : 0; /* one bit, sign-extended */
    case IR_ADD:
        return constant_truncated((int64_t)((uint64_t)a + (uint64_t)b), value->type->bits);
    case IR_SUBTRACT:
        return constant_truncated((int64_t)((uint64_t)a - (uint64_t)b), value->type->bits);
    case IR_AND:
        return a & b;
    case IR_OR:
        return a | b;
    case IR_XOR:
        return a ^ b;
    case IR_TRUNCATE:
        return constant_truncated(a, value->type->bits);
    case IR_EXTEND_ZERO:
        return zero_extended(a, value->operands[0]->type->bits);
    case IR_EXTEND_SIGN:
    case IR_FREEZE:
        return a;
    default:
        state->known = false;
        return 0;
    }
}

uint32_t constant_parameter(const struct ir_value *decider)
{
    struct evaluation state = {.parameter = EXPRESSION_NONE, .known = true};

    if ((decider->opcode != IR_BRANCH && decider->opcode != IR_SWITCH) ||
        decider->operand_count == 0) {
        return EXPRESSION_NONE;
    }
    constant_evaluate(&state, decider->operands[0], DEPTH_MAX);
    return state.known ? state.parameter : EXPRESSION_NONE;
}

bool constant_successor(const struct ir_value *decider, int64_t value, uint32_t *successor)
{
    struct evaluation state = {.parameter = EXPRESSION_NONE, .value = value, .known = true};
    int64_t result = constant_evaluate(&state, decider->operands[0], DEPTH_MAX);

    if (!state.known) {
        return false;
    }
    *successor = decider->opcode == IR_BRANCH && result == 0 ? 1 : 0;
    if (decider->opcode == IR_SWITCH) {
        for (uint32_t i = 1; i < decider->operand_count; i++) {
            if (decider->operands[i]->integer == result) {
                *successor = i;
            }
        }
    }
    return true;
}
