#include "ir/predicate.h"

bool ir_predicate_holds(enum ir_predicate predicate, int64_t left, int64_t right)
{
    switch (predicate) {
    case IR_EQUAL:
        return left == right;
    case IR_NOT_EQUAL:
        return left != right;
    case IR_GREATER:
        return left > right;
    case IR_GREATER_EQUAL:
        return left >= right;
    case IR_LESS:
        return left < right;
    case IR_LESS_EQUAL:
        return left <= right;
    case IR_ABOVE:
        return (uint64_t)left > (uint64_t)right;
    case IR_ABOVE_EQUAL:
        return (uint64_t)left >= (uint64_t)right;
    case IR_BELOW:
        return (uint64_t)left < (uint64_t)right;
    case IR_BELOW_EQUAL:
        return (uint64_t)left <= (uint64_t)right;
    }
    return false;
}

enum ir_predicate ir_predicate_turned(enum ir_predicate predicate)
{
    static const enum ir_predicate table[] = {
        [IR_EQUAL] = IR_EQUAL,  [IR_NOT_EQUAL] = IR_NOT_EQUAL,
        [IR_GREATER] = IR_LESS, [IR_GREATER_EQUAL] = IR_LESS_EQUAL,
        [IR_LESS] = IR_GREATER, [IR_LESS_EQUAL] = IR_GREATER_EQUAL,
        [IR_ABOVE] = IR_BELOW,  [IR_ABOVE_EQUAL] = IR_BELOW_EQUAL,
        [IR_BELOW] = IR_ABOVE,  [IR_BELOW_EQUAL] = IR_ABOVE_EQUAL,
    };
    return table[predicate];
}

enum ir_predicate ir_predicate_negated(enum ir_predicate predicate)
{
    static const enum ir_predicate table[] = {
        [IR_EQUAL] = IR_NOT_EQUAL,    [IR_NOT_EQUAL] = IR_EQUAL,    [IR_GREATER] = IR_LESS_EQUAL,
        [IR_GREATER_EQUAL] = IR_LESS, [IR_LESS] = IR_GREATER_EQUAL, [IR_LESS_EQUAL] = IR_GREATER,
        [IR_ABOVE] = IR_BELOW_EQUAL,  [IR_ABOVE_EQUAL] = IR_BELOW,  [IR_BELOW] = IR_ABOVE_EQUAL,
        [IR_BELOW_EQUAL] = IR_ABOVE,
    };
    return table[predicate];
}
