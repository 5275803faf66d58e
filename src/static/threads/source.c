/* source.c, of threading.h: finds where a difference between the threads of a team comes from, for
 * messages. */
#include "static/threads/threading.h"

/* Lists the values that an instruction computes from: its operands, and what was stored where it
 * loads from. */
static uint32_t sources_of(const struct threading *threading, const struct ir_value *value,
                           const struct ir_value **found, uint32_t space)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < value->operand_count && count < space; i++)
        found[count++] = value->operands[i];
    if (value->opcode != IR_LOAD)
        return count;
    struct points_set set = points_to(threading->analysis->points, value->operands[0]);
    for (uint32_t i = 0; i < set.count; i++) {
        const struct ir_value *object = set.locations[i].object;
        for (uint32_t k = 0; k < object->user_count && count < space; k++)
            if (object->users[k]->opcode == IR_STORE)
                found[count++] = object->users[k]->operands[0];
    }
    return count;
}

const struct ir_value *thread_source(const struct threading *threading,
                                     const struct ir_value *value)
{
    enum { MOST = 256, OPERANDS = 32 };
    const struct ir_value *queue[MOST] = {value}, *found[OPERANDS];
    for (uint32_t head = 0, tail = 1; head < tail; head++) {
        const struct ir_value *at = queue[head];
        if (at->kind != IR_INSTRUCTION || !(thread_value(threading, at) & THREAD_DIFFERS))
            continue;
        if (openmp_kind(threading->openmp, at) != OPENMP_NONE)
            return at;
        uint32_t count = sources_of(threading, at, found, OPERANDS);
        for (uint32_t i = 0; i < count; i++) {
            bool seen = false;
            for (uint32_t k = 0; k < tail && !seen; k++)
                seen = queue[k] == found[i];
            if (!seen && tail < MOST)
                queue[tail++] = found[i];
        }
    }
    return NULL;
}
