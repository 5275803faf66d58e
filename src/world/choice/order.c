#include "world/choice/order.h"

#include "world/schedule/state.h"

#include <string.h>

enum { LESSONS_MAX = 4096 }; /* of a rank; at the limit the oldest stands for earlier ones */

struct instant {
    size_t references;
    uint32_t moments[]; /* by rank */
};

/* What a rank knew from one of its operations on. */
struct lesson {
    uint32_t moment;
    struct instant *instant;
};

/* A complete operation that its rank has not waited for. */
struct end {
    uint32_t number;
    struct instant *gained;
    UT_hash_handle hh;
};

struct order_rank {
    struct lesson *lessons;
    size_t lesson_count, lesson_space;
    struct end *ends;
};

struct order {
    struct order_rank *ranks;
};

struct instant *instant_keep(struct instant *instant)
{
    if (instant)
        instant->references++;
    return instant;
}

void instant_drop(struct instant *instant)
{
    if (instant && --instant->references == 0)
        pool_free(instant);
}

bool instant_knows(const struct instant *instant, int rank, uint32_t moment)
{
    return instant && instant->moments[rank] >= moment;
}

static bool order_is_news(const struct instant *instant, const struct instant *other, int ranks)
{
    for (int rank = 0; other && rank < ranks; rank++)
        if (!instant || instant->moments[rank] < other->moments[rank])
            return true;
    return false;
}

bool instant_add(const struct scheduler *scheduler, struct instant **instant,
                 const struct instant *other, int rank, uint32_t moment)
{
    int ranks = scheduler->options.ranks;
    if (instant_knows(*instant, rank, moment) && !order_is_news(*instant, other, ranks))
        return false;
    size_t size = sizeof **instant + (size_t)ranks * sizeof *(*instant)->moments;
    struct instant *sum = pool_zero(scheduler->pool, 1, size);
    if (*instant)
        memcpy(sum, *instant, size);
    sum->references = 1;
    for (int i = 0; other && i < ranks; i++)
        if (sum->moments[i] < other->moments[i])
            sum->moments[i] = other->moments[i];
    if (sum->moments[rank] < moment)
        sum->moments[rank] = moment;
    instant_drop(*instant);
    *instant = sum;
    return true;
}

void order_start(struct scheduler *scheduler)
{
    if (scheduler->order)
        return;
    scheduler->order = pool_zero(scheduler->pool, 1, sizeof *scheduler->order);
    scheduler->order->ranks = pool_zero(scheduler->pool, (size_t)scheduler->options.ranks,
                                        sizeof *scheduler->order->ranks);
}

struct instant *order_now(const struct scheduler *scheduler, int rank)
{
    const struct order_rank *known = &scheduler->order->ranks[rank];
    return known->lesson_count > 0 ? known->lessons[known->lesson_count - 1].instant : NULL;
}

struct instant *order_at(const struct scheduler *scheduler, int rank, uint32_t moment)
{
    const struct order_rank *known = &scheduler->order->ranks[rank];
    size_t low = 0, high = known->lesson_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (known->lessons[middle].moment <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? known->lessons[low - 1].instant : NULL;
}

static void forget_lessons(struct order_rank *known)
{
    size_t gone = known->lesson_count / 2;
    for (size_t i = 0; i < gone; i++)
        instant_drop(known->lessons[i].instant);
    known->lesson_count -= gone;
    memmove(known->lessons, known->lessons + gone, known->lesson_count * sizeof *known->lessons);
    known->lessons[0].moment = 0;
}

/* Notes that the rank learns `gained` in this operation. */
static void order_learn(struct scheduler *scheduler, int rank, const struct instant *gained,
                        uint32_t moment)
{
    struct order_rank *known = &scheduler->order->ranks[rank];
    struct instant *now = instant_keep(order_now(scheduler, rank));
    if (!gained || !instant_add(scheduler, &now, gained, rank, moment)) {
        instant_drop(now);
        return;
    }
    if (known->lesson_count == LESSONS_MAX)
        forget_lessons(known);
    known->lessons = pool_room(scheduler->pool, known->lessons, known->lesson_count,
                               &known->lesson_space, sizeof *known->lessons);
    known->lessons[known->lesson_count++] = (struct lesson){moment, now};
}

void order_post(struct scheduler *scheduler, struct operation *operation)
{
    if (scheduler->order)
        operation->knew = instant_keep(order_now(scheduler, operation->rank));
}

void order_after(struct scheduler *scheduler, struct operation *operation,
                 const struct operation *other)
{
    if (scheduler->order)
        instant_add(scheduler, &operation->gained, other->knew, other->rank, other->op.number);
}

void order_after_instant(struct scheduler *scheduler, struct operation *operation,
                         const struct instant *instant)
{
    if (scheduler->order && instant)
        instant_add(scheduler, &operation->gained, instant, operation->rank, 0);
}

void order_complete(struct scheduler *scheduler, struct operation *operation)
{
    if (!scheduler->order || !operation->gained)
        return;
    if (operation->op.flags & OP_WAITS) {
        order_learn(scheduler, operation->rank, operation->gained, operation->op.number);
        return;
    }
    struct end *end = pool_zero(scheduler->pool, 1, sizeof *end);
    end->number = operation->op.number;
    end->gained = instant_keep(operation->gained);
    HASH_ADD(hh, scheduler->order->ranks[operation->rank].ends, number, sizeof end->number, end);
}

void order_waited(struct scheduler *scheduler, const struct operation *wait, uint32_t place)
{
    struct end *end;
    if (!scheduler->order)
        return;
    HASH_FIND(hh, scheduler->order->ranks[wait->rank].ends, &wait->numbers[place],
              sizeof wait->numbers[place], end);
    if (!end)
        return;
    order_learn(scheduler, wait->rank, end->gained, wait->op.number);
    HASH_DEL(scheduler->order->ranks[wait->rank].ends, end);
    instant_drop(end->gained);
    pool_free(end);
}
