#include "world/schedule/pointer.h"

/* pointer.c: the shared pointers of files. Ranks move them one after another, the lowest rank first
 * of those that want to when nobody runs: so the same program has the same files each time. */

static struct file_pointer *pointer_of(struct scheduler *scheduler, int32_t context)
{
    struct file_pointer *pointer;
    HASH_FIND(hh, scheduler->pointers, &context, sizeof context, pointer);
    if (!pointer) {
        pointer = pool_zero(scheduler->pool, 1, sizeof *pointer);
        pointer->context = context;
        HASH_ADD(hh, scheduler->pointers, context, sizeof pointer->context, pointer);
    }
    return pointer;
}

bool pointer_move(struct scheduler *scheduler)
{
    for (int rank = 0; rank < scheduler->options.ranks; rank++) {
        struct operation *waiting = scheduler_waiting(scheduler, rank, OP_POINTER);
        if (!waiting || scheduler->ranks[rank].ended)
            continue;
        struct file_pointer *pointer = pointer_of(scheduler, waiting->op.context);
        struct world_answer answer = {.flag = 1, .value = pointer->value};
        const struct op_pointer *move = &waiting->op.pointer;
        if (move->mode == POINTER_ADD)
            pointer->value += move->amount;
        else
            pointer->value = move->amount;
        scheduler_complete(scheduler, waiting, &answer);
        return true;
    }
    return false;
}
