/* virtual.c: finds which virtual functions a call can reach.
 *
 * Functions of the same signature, such as all methods without parameters and the destructor, stand
 * in different slots of the tables of virtual functions. A call through one slot reaches no
 * function in another.
 */
#include "static/divergence/virtual.h"

#include <string.h>

enum { POINTER_SIZE = 8, FIRST_SLOT = 2 /* after the offset to the top and the type */ };

/* Finds the slot that a call loads its function from, counted in pointers. Returns false if the
 * call does not load it from an object's table. */
static bool slot_of_call(const struct ir_value *call, int64_t *slot)
{
    const struct ir_value *address;

    if (call->callee == NULL || call->callee->opcode != IR_LOAD) {
        return false;
    }
    address = call->callee->operands[0];
    *slot = 0;
    if (address->opcode == IR_ADDRESS && address->constant) {
        *slot = address->offset / POINTER_SIZE;
        address = address->operands[0];
    }
    return address->opcode == IR_LOAD; /* loads the table's address from the object */
}

static bool in_table(const struct ir_value *array)
{
    for (uint32_t i = 0; i < array->user_count; i++) {
        const struct ir_value *user = array->users[i];

        for (uint32_t k = 0; user->kind == IR_AGGREGATE && k < user->user_count; k++) {
            if (user->users[k]->kind == IR_GLOBAL && strncmp(user->users[k]->name, "_ZT", 3) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool divergence_other_slot(const struct ir_value *call, const struct ir_function *target)
{
    int64_t slot;

    if (target->value->user_count == 0 || !slot_of_call(call, &slot)) {
        return false;
    }
    for (uint32_t i = 0; i < target->value->user_count; i++) {
        const struct ir_value *user = target->value->users[i];

        if (user->opcode == IR_CALL && user->callee == target->value) {
            continue; /* called by its name */
        }
        if (user->kind != IR_AGGREGATE || !in_table(user)) {
            return false;
        }
        for (uint32_t k = 0; k < user->operand_count; k++) {
            if (user->operands[k] == target->value && (int64_t)k == slot + FIRST_SLOT) {
                return false;
            }
        }
    }
    return true;
}
