/* thread.c, of flow.h: finds where a way leads that passes a block of the compiler which only tells
 * ways apart.
 *
 * Where the lifetime of variables ends, the compiler leads all ways through one block and tells
 * them apart after it by a number: `switch (phi [1, way a], [0, way b])`. The decision was made
 * before, so each way is led directly to its own target.
 */
#include "static/divergence/flow.h"

#include <string.h>

enum { BLOCKS_MAX = 8, KNOWN_MAX = 16 };

/* The constants that phi nodes have on the way. */
struct thread {
    struct {
        const struct ir_value *phi;
        int64_t integer;
    } known[KNOWN_MAX];
    int count;
};

static bool constant_on_way(const struct thread *thread, const struct ir_value *value,
                            int64_t *integer)
{
    if (value->kind == IR_INTEGER && !value->wide) {
        *integer = value->integer;
        return true;
    }
    for (int i = thread->count; i > 0; i--) {
        if (thread->known[i - 1].phi == value) {
            *integer = thread->known[i - 1].integer;
            return true;
        }
    }
    return false;
}

static bool is_intrinsic(const struct ir_value *call)
{
    return call->callee != NULL && call->callee->as_function != NULL &&
           strncmp(call->callee->as_function->symbol, "llvm.", 5) == 0;
}

/* Enters a block and learns its phi nodes. Returns false if the block does more than tell ways
 * apart. */
static bool thread_enter(struct thread *thread, const struct ir_block *from,
                         const struct ir_block *block)
{
    for (uint32_t i = 0; i + 1 < block->instruction_count; i++) {
        const struct ir_value *instruction = block->instructions[i];
        int64_t integer;

        if (instruction->opcode == IR_CALL && !is_intrinsic(instruction)) {
            return false;
        }
        for (uint32_t k = 0; instruction->opcode == IR_PHI && k < instruction->operand_count; k++) {
            if (instruction->incoming[k] == from && thread->count < KNOWN_MAX &&
                constant_on_way(thread, instruction->operands[k], &integer)) {
                thread->known[thread->count].phi = instruction;
                thread->known[thread->count++].integer = integer;
            }
        }
    }
    return true;
}

/* Returns the successor that a switch or branch takes for a constant. */
static const struct ir_block *thread_taken(const struct ir_block *block, int64_t integer)
{
    const struct ir_value *end = ir_terminator(block);

    if (end->opcode == IR_BRANCH) {
        return block->successors[integer != 0 ? 0 : 1];
    }
    for (uint32_t i = 1; i < end->operand_count; i++) {
        if (end->operands[i]->integer == integer) {
            return block->successors[i];
        }
    }
    return block->successors[0];
}

const struct ir_block *flow_thread(const struct ir_block *from, const struct ir_block *to)
{
    struct thread thread = {.count = 0};
    const struct ir_block *target = to, *at = to;

    for (int i = 0; i < BLOCKS_MAX && thread_enter(&thread, from, at); i++) {
        const struct ir_value *end = ir_terminator(at);
        int64_t integer;

        from = at;
        if (end->opcode == IR_BRANCH && at->successor_count == 1) {
            at = at->successors[0];
        } else if ((end->opcode == IR_BRANCH || end->opcode == IR_SWITCH) &&
                   end->operand_count > 0 && end->operands[0]->opcode == IR_PHI &&
                   constant_on_way(&thread, end->operands[0], &integer)) {
            at = target = thread_taken(at, integer);
        } else {
            break;
        }
    }
    return target;
}
