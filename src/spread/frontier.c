#include "spread/frontier.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void frontier_open(struct frontier *frontier, int queues)
{
    *frontier = (struct frontier){.queue_count = queues};
    frontier->queues = memory_zero((size_t)queues, sizeof *frontier->queues);
    for (int i = 0; i < queues; i++)
        frontier->queues[i].best = -1;
}

void frontier_close(struct frontier *frontier)
{
    struct item *next, *item = frontier->items;
    HASH_CLEAR(hh, frontier->items);
    for (; item; item = next) {
        next = item->hh.next;
        base_release(item->base);
        free(item);
    }
    free(frontier->queues);
    *frontier = (struct frontier){0};
}

struct base *base_new(const void *bytes, size_t length)
{
    struct base *base = memory_alloc(sizeof *base + length);
    base->references = 1;
    base->length = length;
    if (length > 0)
        memcpy(base->bytes, bytes, length);
    return base;
}

void base_release(struct base *base)
{
    if (base && --base->references == 0)
        free(base);
}

static struct item *item_new(struct frontier *frontier, const struct item_parts *parts)
{
    struct item *item = memory_alloc(sizeof *item + parts->tail_length);
    *item = (struct item){.id = parts->id,
                          .weight = parts->weight,
                          .base = parts->base,
                          .keep = parts->keep,
                          .tail_length = parts->tail_length,
                          .depth = parts->depth,
                          .priority = parts->priority,
                          .age = frontier->next_age++,
                          .queue = -1};
    frontier->bytes += sizeof *item + item->tail_length;
    if (item->base && item->base->references++ == 1) /* the first reference is that of its
                                                        creator */
        frontier->bytes += item->base->length;
    if (parts->tail_length > 0)
        memcpy(item->tail, parts->tail, parts->tail_length);
    HASH_ADD(hh, frontier->items, id, sizeof item->id, item);
    frontier->count++;
    if (item->depth > frontier->depth)
        frontier->depth = item->depth;
    return item;
}

struct item *frontier_add(struct frontier *frontier, int queue, const struct item_parts *parts)
{
    struct item *item = item_new(frontier, parts);
    frontier_put_newest(frontier, queue, item);
    return item;
}

double frontier_add_children(struct frontier *frontier, int queue, const struct item *item,
                             uint64_t first, const struct run *run)
{
    double left = item->weight;
    struct run rest = *run;
    struct base *base = run->base_length > 0 ? base_new(run->base, run->base_length) : NULL;
    struct run_child child;
    for (uint64_t id = first; run_next_child(&rest, &child); id++) {
        struct item_parts parts = {.id = id,
                                   .weight = item->weight * child.share,
                                   .depth = item->depth + 1,
                                   .priority = child.priority,
                                   .base = base,
                                   .keep = child.keep,
                                   .tail = child.tail,
                                   .tail_length = child.tail_length};
        if (item->aside)
            frontier_put_oldest(frontier, queue, item_new(frontier, &parts));
        else
            frontier_add(frontier, queue, &parts);
        left -= parts.weight;
    }
    base_release(base);
    return left > 0 ? left : 0;
}

struct item *frontier_find(const struct frontier *frontier, uint64_t id)
{
    struct item *item;
    HASH_FIND(hh, frontier->items, &id, sizeof id, item);
    return item;
}

static struct line_of_items *frontier_level_of(struct queue *queue, const struct item *item)
{
    return &queue->levels[item->depth < FRONTIER_DEPTHS ? item->depth : FRONTIER_DEPTHS - 1];
}

void frontier_take(struct frontier *frontier, struct item *item)
{
    struct queue *queue = &frontier->queues[item->queue];
    struct line_of_items *line = &queue->lines[item->priority],
                         *level = frontier_level_of(queue, item);
    *(item->older ? &item->older->newer : &line->oldest) = item->newer;
    *(item->newer ? &item->newer->older : &line->newest) = item->older;
    item->older = item->newer = NULL;
    *(item->before ? &item->before->behind : &level->oldest) = item->behind;
    *(item->behind ? &item->behind->before : &level->newest) = item->before;
    item->before = item->behind = NULL;
    item->queue = -1;
    queue->count--;
    while (queue->best >= 0 && !queue->lines[queue->best].oldest)
        queue->best--;
}

struct item *frontier_take_oldest(struct frontier *frontier, int queue)
{
    const struct queue *from = &frontier->queues[queue];
    struct item *item = from->best >= 0 ? from->lines[from->best].oldest : NULL;
    if (item)
        frontier_take(frontier, item);
    return item;
}

struct item *frontier_take_newest(struct frontier *frontier, int queue)
{
    const struct queue *from = &frontier->queues[queue];
    struct item *item = from->best >= 0 ? from->lines[from->best].newest : NULL;
    if (item)
        frontier_take(frontier, item);
    return item;
}

static struct item *spread_frontier_take(struct frontier *frontier, struct item *item)
{
    if (item)
        frontier_take(frontier, item);
    return item;
}

static struct item *older_of(struct item *one, struct item *other)
{
    return !one || (other && other->age < one->age) ? other : one;
}

static struct item *newer_of(struct item *one, struct item *other)
{
    return !one || (other && other->age > one->age) ? other : one;
}

struct item *frontier_take_first_found(struct frontier *frontier, int queues)
{
    struct item *found = NULL;
    for (int depth = 0; depth < FRONTIER_DEPTHS; depth++)
        for (int i = 0; i < queues; i++)
            found = older_of(found, frontier->queues[i].levels[depth].oldest);
    return spread_frontier_take(frontier, found);
}

struct item *frontier_take_shallowest(struct frontier *frontier, int queues)
{
    struct item *found = NULL;
    for (int depth = 0; depth < FRONTIER_DEPTHS && !found; depth++)
        for (int i = 0; i < queues; i++)
            found = older_of(found, frontier->queues[i].levels[depth].oldest);
    return spread_frontier_take(frontier, found);
}

struct item *frontier_take_deepest(struct frontier *frontier, int queues)
{
    struct item *found = NULL;
    for (int depth = FRONTIER_DEPTHS; depth > 0 && !found; depth--)
        for (int i = 0; i < queues; i++)
            found = newer_of(found, frontier->queues[i].levels[depth - 1].newest);
    return spread_frontier_take(frontier, found);
}

static struct line_of_items *frontier_join(struct frontier *frontier, int number, struct item *item)
{
    struct queue *queue = &frontier->queues[number];
    struct line_of_items *level = frontier_level_of(queue, item);
    item->queue = number;
    item->before = level->newest;
    *(level->newest ? &level->newest->behind : &level->oldest) = item;
    level->newest = item;
    queue->count++;
    if (queue->best < (int)item->priority)
        queue->best = (int)item->priority;
    return &queue->lines[item->priority];
}

void frontier_put_newest(struct frontier *frontier, int number, struct item *item)
{
    struct line_of_items *line = frontier_join(frontier, number, item);
    item->newer = NULL;
    item->older = line->newest;
    *(line->newest ? &line->newest->newer : &line->oldest) = item;
    line->newest = item;
}

void frontier_put_oldest(struct frontier *frontier, int number, struct item *item)
{
    struct line_of_items *line = frontier_join(frontier, number, item);
    item->older = NULL;
    item->newer = line->oldest;
    *(line->oldest ? &line->oldest->older : &line->newest) = item;
    line->oldest = item;
}

void frontier_end(struct frontier *frontier, struct item *item)
{
    if (item->queue >= 0)
        frontier_take(frontier, item);
    HASH_DELETE(hh, frontier->items, item);
    frontier->count--;
    frontier->bytes -= sizeof *item + item->tail_length;
    if (item->base && item->base->references == 1)
        frontier->bytes -= item->base->length;
    base_release(item->base);
    free(item);
}

void item_write(const struct item *item, struct bytes *bytes)
{
    if (item->keep > 0)
        bytes_add(bytes, item->base->bytes, item->keep);
    bytes_add(bytes, item->tail, item->tail_length);
}

static size_t frontier_common(const unsigned char *one, const unsigned char *other, size_t length)
{
    size_t count = 0;
    while (count < length && one[count] == other[count])
        count++;
    return count;
}

static size_t frontier_smaller(size_t one, size_t other)
{
    return one < other ? one : other;
}

size_t item_common(const struct item *item, const unsigned char *bytes, size_t length)
{
    size_t count = item->keep > 0 ? frontier_common(item->base->bytes, bytes,
                                                    frontier_smaller(item->keep, length))
                                  : 0;
    if (count < item->keep || count == length)
        return count;
    return count + frontier_common(item->tail, bytes + count,
                                   frontier_smaller(item->tail_length, length - count));
}

struct spread_item item_show(const struct item *item, struct bytes *bytes)
{
    bytes_clear(bytes);
    item_write(item, bytes);
    return (struct spread_item){.bytes = bytes->data,
                                .length = bytes->length,
                                .weight = item->weight,
                                .depth = item->depth};
}
