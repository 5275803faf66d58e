#include "world/schedule/space.h"

struct space_key {
    int32_t rank;
    uint32_t number;
};

/* A buffered message that was received, while its sender counts it. */
struct space {
    struct space_key send, receive;
    uint32_t moment; /* the receiver's operation from which on it knows the message; 0: it has not
                        waited for the receive yet */
    UT_hash_handle hh, by_receive;
};

void space_post(struct scheduler *scheduler, const struct operation *send)
{
    if (scheduler->known && (send->op.flags & OP_BUFFERED))
        order_start(scheduler);
}

void space_met(struct scheduler *scheduler, const struct operation *receive,
               const struct operation *send)
{
    if (!scheduler->known || !(send->op.flags & OP_BUFFERED) || receive->op.kind != OP_RECEIVE)
        return;
    struct space *space = pool_zero(scheduler->pool, 1, sizeof *space);
    space->send = (struct space_key){send->rank, send->op.number};
    space->receive = (struct space_key){receive->rank, receive->op.number};
    space->moment = receive->op.flags & OP_WAITS ? receive->op.number + 1 : 0;
    HASH_ADD(hh, scheduler->spaces, send, sizeof space->send, space);
    HASH_ADD(by_receive, scheduler->received_spaces, receive, sizeof space->receive, space);
}

static struct space *space_find(const struct scheduler *scheduler, const struct operation *wait,
                                uint32_t place)
{
    struct space_key key = {wait->rank, wait->numbers[place]};
    struct space *space;
    HASH_FIND(hh, scheduler->spaces, &key, sizeof key, space);
    return space;
}

void space_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place)
{
    struct space_key key = {wait->rank, wait->numbers[place]};
    struct space *space;
    HASH_FIND(by_receive, scheduler->received_spaces, &key, sizeof key, space);
    if (space && space->moment == 0)
        space->moment = wait->op.number + 1;
    space = space_find(scheduler, wait, place);
    if (!space)
        return;
    HASH_DELETE(hh, scheduler->spaces, space);
    HASH_DELETE(by_receive, scheduler->received_spaces, space);
    pool_free(space);
}

uint32_t space_free(const struct scheduler *scheduler, const struct operation *wait)
{
    if (!scheduler->known || !(wait->op.flags & OP_SPACE))
        return 0;
    for (uint32_t i = 0; i < wait->op.wait.requests; i++) {
        const struct space *space = space_find(scheduler, wait, i);
        if (space && space->moment > 0 &&
            instant_knows(wait->knew, space->receive.rank, space->moment))
            return 1 + i;
    }
    return 0;
}
