#include "world/schedule/arguments.h"

static struct arguments arguments_of_collective(const struct world_op *op)
{
    const struct op_collective *collective = &op->collective;
    return (struct arguments){
        .peer = collective->root, .tag = collective->tag, .members = collective->members};
}

static struct arguments arguments_of_problem(const struct world_op *op)
{
    if (!op->payload)
        return (struct arguments){.members = op->subject.number};
    return (struct arguments){.peer = op->idle.peer, .mode = op->idle.kind};
}

struct arguments arguments_of(int rank, const struct world_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_SEND:
    case OP_RECEIVE:
    case OP_PROBE:
        return (struct arguments){.peer = op->message.peer,
                                  .tag = op->message.tag,
                                  .members = op->message.taken,
                                  .bytes = op->message.bytes};
    case OP_COLLECTIVE:
        return arguments_of_collective(op);
    case OP_WAIT:
        return (struct arguments){.mode = op->wait.mode, .members = op->wait.requests};
    case OP_PROBLEM:
        return arguments_of_problem(op);
    case OP_READ:
    case OP_CANCEL:
    case OP_COMPLETE:
        return (struct arguments){.members = op->subject.number};
    case OP_MEMBERS:
        return (struct arguments){.mode = op->announcement.is_window,
                                  .members = op->announcement.members};
    case OP_POINTER:
        return (struct arguments){.mode = op->pointer.mode, .bytes = op->pointer.amount};
    case OP_ACCESS:
    case OP_TOUCHED:
        return (struct arguments){.peer = op->kind == OP_ACCESS ? rank : 0,
                                  .members = op->access.ranges};
    case OP_APPLIED:
        return (struct arguments){.mode = op->applied.changed};
    case OP_LOCK:
    case OP_UNLOCK:
        return (struct arguments){.peer = op->lock.target, .mode = op->lock.exclusive};
    case OP_NONE:
    case OP_FINALIZE:
    case OP_GENERAL:
    case OP_FIT:
        break;
    }
    return (struct arguments){0};
}
