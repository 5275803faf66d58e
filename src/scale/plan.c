#include "scale/plan.h"

static const uint64_t MIB = 1 << 20;
static const uint64_t EDGE = (uint64_t)1 << 31;

static uint64_t divide_up(uint64_t number, uint64_t by)
{
    return (number + by - 1) / by;
}

static uint64_t plan_subtree(int ranks)
{
    uint64_t size = 1;
    while (size * 2 <= (uint64_t)(ranks - 1))
        size *= 2;
    return size;
}

void plan_element(const struct function *function, enum axis axis, uint64_t *size, uint64_t *extent)
{
    /* If a buffer has only one block, a count of single bytes does not reach 2^31. */
    bool bytes = function_is_global(function) || function->large;
    *size = axis == AXIS_COUNT && bytes ? 1 : 4;
    if (axis == AXIS_DISPLACEMENT && function->form == FORM_W) /* its displacements are in bytes */
        *size = 1;
    *extent = axis == AXIS_EXTENT ? MIB : *size;
    if (function->shape == SHAPE_PACK_SIZE)
        *size = *extent = 8;
}

uint64_t plan_limit(const struct function *function, enum axis axis, uint64_t size, uint64_t extent,
                    int ranks)
{
    uint64_t most = point_count_limit(function, axis, extent, ranks);
    uint64_t blocks = function_is_global(function) ? (uint64_t)ranks : 1;
    uint64_t limit;
    if (axis == AXIS_DISPLACEMENT)
        limit = EDGE; /* distance from one block to the next, in elements */
    else if (axis == AXIS_EXTENT)
        limit = divide_up(4 * EDGE, extent * blocks) + 1;
    else if (function_is_symmetric(function))
        limit = 2 * EDGE / size / blocks;
    else
        limit = EDGE / size;
    if (axis == AXIS_COUNT && function->large)
        limit = 2 * EDGE / size / blocks > limit ? 2 * EDGE / size / blocks : limit;
    return limit < most ? limit : most;
}

static void add_point(struct plan_item *item, uint64_t count, uint64_t size, uint64_t extent)
{
    if (count == 0 || item->point_count == PLAN_POINTS_MAX ||
        (item->point_count > 0 && item->points[item->point_count - 1].count >= count))
        return;
    item->points[item->point_count++] = (struct point){.function = item->function,
                                                       .axis = item->axis,
                                                       .count = count,
                                                       .size = size,
                                                       .extent = extent};
}

static void plan_cheap(struct plan_item *item, uint64_t size, uint64_t extent)
{
    uint64_t blocks = function_is_global(&item->function) ? (uint64_t)item->ranks : 1;
    uint64_t limit = plan_limit(&item->function, item->axis, size, extent, item->ranks);
    uint64_t unit = item->axis == AXIS_EXTENT ? extent * blocks : (uint64_t)item->ranks - 1;
    add_point(item, 1, size, extent);
    for (uint64_t edge = EDGE; edge <= 4 * EDGE; edge *= 2) {
        uint64_t count = divide_up(edge, unit) + 1;
        if (count < limit)
            add_point(item, count, size, extent);
    }
    add_point(item, limit, size, extent);
    item->cost = 1;
}

/* Says whether the function is worth moving bytes on so many ranks. */
static bool worth_its_bytes(const struct function *f, int ranks, int smallest, int largest)
{
    if (function_is_pairwise(f))
        return ranks == 2 || ranks == smallest;
    if (f->large)
        return ranks == 2 && f->mode != MODE_PERSISTENT;
    if (function_reduces(f) && f->shape != SHAPE_REDUCE_SCATTER &&
        f->shape != SHAPE_REDUCE_SCATTER_BLOCK)
        return ranks == 2; /* more would not fit: libraries keep copies of all data */
    if (!function_is_global(f))
        return ranks == 2 || (f->mode == MODE_BLOCKING && ranks == smallest);
    if (!function_is_symmetric(f)) /* few bytes */
        return f->mode == MODE_BLOCKING || ranks == smallest || ranks == largest;
    if (f->form == FORM_V && f->shape == SHAPE_ALLGATHER && !f->neighbour && ranks == 4)
        return true; /* counts of type int can add up to 2^32 */
    return ranks == smallest || (f->mode == MODE_BLOCKING && (ranks == 2 || ranks == largest));
}

static void plan_bytes(struct plan_item *item, uint64_t size)
{
    const struct function *f = &item->function;
    uint64_t blocks = function_is_global(f) ? (uint64_t)item->ranks : 1;
    uint64_t limit = plan_limit(f, AXIS_COUNT, size, size, item->ranks);
    uint64_t tree = plan_subtree(item->ranks), top = limit, more = 0;
    if (function_is_symmetric(f) && !f->large && item->ranks > 4)
        top = divide_up(EDGE, size * ((uint64_t)item->ranks - 1));
    else if (function_is_global(f) && !f->large)
        top = EDGE / size / tree;
    if (function_is_global(f) && !function_is_symmetric(f) && !f->large && tree > 2)
        more = divide_up(EDGE, size * (tree - 1));
    for (uint64_t count = 1; count * size * blocks <= 16 * MIB; count *= 16)
        add_point(item, count, size, size);
    add_point(item, 64 * MIB / size / blocks, size, size);
    if (f->large)
        add_point(item, EDGE / size, size, size);
    add_point(item, top < limit ? top : limit, size, size);
    add_point(item, more < limit ? more : limit, size, size);
    for (size_t i = 0; i < item->point_count; i++)
        item->cost += (double)(item->points[i].count * size) * (double)blocks *
                      (function_is_global(f) && !function_is_symmetric(f) ? 1 : item->ranks);
}

bool plan_item(const struct function *function, enum axis axis, int ranks, int smallest,
               int largest, struct plan_item *item)
{
    uint64_t size, extent;
    bool displaced = function->form != FORM_REGULAR && !function->large &&
                     function->shape != SHAPE_REDUCE_SCATTER &&
                     !(function->form == FORM_W && function->neighbour);
    if ((axis == AXIS_DISPLACEMENT && (!displaced || ranks < 3)) ||
        (axis == AXIS_EXTENT && function->shape == SHAPE_PACK_SIZE) ||
        (axis == AXIS_COUNT && !worth_its_bytes(function, ranks, smallest, largest)) ||
        (axis != AXIS_COUNT && function_is_pairwise(function) && ranks != 2 && ranks != smallest))
        return false;
    *item = (struct plan_item){.function = *function, .axis = axis, .ranks = ranks};
    plan_element(function, axis, &size, &extent);
    if (axis == AXIS_COUNT)
        plan_bytes(item, size);
    else
        plan_cheap(item, size, extent);
    return item->point_count > 0;
}

uint64_t plan_real_bytes(const struct point *point, int ranks)
{
    uint64_t all = (uint64_t)ranks, blocks = function_is_global(&point->function) ? all : 1;
    uint64_t block = point->axis == AXIS_DISPLACEMENT ? 4096 : point->count * 4096;
    if (point->axis == AXIS_COUNT)
        block = point->count * point->size;
    if (point->function.shape == SHAPE_PACK_SIZE)
        return 0;
    if (function_is_pairwise(&point->function))
        return 2 * block;
    if (!function_is_global(&point->function))
        return 2 * block * all;
    bool twice = point->function.shape == SHAPE_ALLTOALL && !point->function.in_place;
    if (!function_is_symmetric(&point->function))
        return block * blocks + block * all;
    return (block * blocks + (twice ? block * blocks : block)) * all;
}
