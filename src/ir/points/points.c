#include "ir/points/points.h"

#include "base/intern.h"
#include "ir/points/private.h"
#include "runtime/hash.h"

#include <stdlib.h>
#include <string.h>

static int compare_locations(const void *a, const void *b)
{
    const struct points_location *left = a, *right = b;
    if (left->object != right->object)
        return left->object->number < right->object->number ? -1 : 1;
    return (left->offset > right->offset) - (left->offset < right->offset);
}

static struct points_location location_of(const struct points *points, uint32_t cell)
{
    const struct object *object = &points->objects[points->cells[cell].object];
    return (struct points_location){
        .object = object->value,
        .offset = object->stride == 1 ? POINTS_ANYWHERE
                                      : points_normal(object, points->cells[cell].offset)};
}

static struct points_set points_answer_of(struct points *points, const struct cell_set *cells)
{
    struct points_set set = {0};
    struct points_location *locations =
        memory_zero(cells->count, sizeof *locations); /* at least as many as remain */
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < cells->count; i++)
        if (cells->items[i] == CELL_OUTSIDE)
            set.unknown = true;
        else
            locations[count++] = location_of(points, cells->items[i]);
    if (count)
        qsort(locations, count, sizeof *locations, compare_locations);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || compare_locations(&locations[kept - 1], &locations[i]) != 0)
            locations[kept++] = locations[i];
    struct points_location *stored = arena_alloc(&points->arena, kept * sizeof *stored);
    if (kept)
        memcpy(stored, locations, kept * sizeof *stored);
    free(locations);
    set.locations = stored;
    set.count = kept;
    return set;
}

static uint64_t points_hash_of(const struct cell_set *set)
{
    uint64_t hash = set->count;
    for (uint32_t i = 0; i < set->count; i++)
        hash = hash_number(hash, set->items[i]);
    return hash;
}

static bool points_same_cells(const void *owner, uint32_t number, const void *wanted)
{
    const struct cell_set *a = &((const struct points *)owner)->nodes[number].all, *b = wanted;
    return a->count == b->count && memcmp(a->items, b->items, b->count * sizeof *b->items) == 0;
}

/* Makes the answers. Many nodes have equal sets: each answer is kept once. */
static void make_answers(struct points *points)
{
    struct intern first = {0}; /* the first node with a set */
    points->sets = memory_zero(points->node_count, sizeof *points->sets);
    for (uint32_t i = 0; i < points->node_count; i++) {
        const struct cell_set *set = &points->nodes[i].all;
        if (points->nodes[i].parent != i || !set->count)
            continue;
        uint32_t node =
            intern_number(&first, points_hash_of(set), points_same_cells, points, set, i);
        points->sets[i] = node == i ? points_answer_of(points, set) : points->sets[node];
    }
    intern_free(&first);
}

/* Frees what only the search needed. */
static void free_work(struct points *points)
{
    for (size_t i = 0; i < points->node_count; i++) {
        struct node *node = &points->nodes[i];
        free(node->all.items);
        free(node->fresh.items);
        free(node->pending.items);
        free(node->edges);
        *node = (struct node){.parent = node->parent};
    }
    free((void *)points->build);
    free(points->outside);
    free(points->allocators);
    free(points->heap);
    free(points->waiting);
    free(points->escaping);
    free(points->unknown);
    free(points->fresh_cells);
    free(points->known_edges);
}

/* Makes number 0 of objects, cells and nodes, which means none, and the nodes of the outside. */
static void make_outside(struct points *points)
{
    points->objects =
        memory_room(points->objects, 0, &points->object_space, sizeof *points->objects);
    points->objects[points->object_count++] = (struct object){0};
    points->cells = memory_room(points->cells, 0, &points->cell_space, sizeof *points->cells);
    points->cells[points->cell_count++] = (struct cell){0};
    for (int i = NODE_NONE; i <= NODE_ESCAPE; i++)
        points_new_node(points);
    points->nodes[NODE_ESCAPE].unknown = true;
    points_add(points, NODE_OUTSIDE, CELL_OUTSIDE);
}

struct points *points_compute(const struct ir_program *program)
{
    struct points *points = memory_zero(1, sizeof *points);
    points->program = program;
    points->of_value = memory_zero(program->value_count, sizeof *points->of_value);
    points->of_object = memory_zero(program->value_count, sizeof *points->of_object);
    points->results = memory_zero(program->function_count, sizeof *points->results);
    points->outside = memory_zero(program->function_count, sizeof *points->outside);
    for (uint32_t i = 0; i < program->function_count; i++)
        points->outside[i] = library_of(program->functions[i]->symbol);
    make_outside(points);
    points_find_allocators(points);
    points_build(points);
    points_solve(points);
    make_answers(points);
    free_work(points);
    return points;
}

void points_free(struct points *points)
{
    if (!points)
        return;
    free(points->nodes);
    free(points->cells);
    free(points->objects);
    free(points->of_value);
    free(points->of_object);
    free(points->results);
    free(points->sets);
    arena_free(&points->arena);
    free(points);
}

/* Returns the node of a value, if there is one; casts have none of their own. */
static uint32_t points_node_of(const struct points *points, const struct ir_value *value)
{
    while (points_is_transparent(value))
        value = value->operands[0];
    if (value->kind == IR_OTHER && value->type->kind == IR_TYPE_POINTER)
        return NODE_OUTSIDE;
    return points->of_value[value->number];
}

struct points_set points_to(const struct points *points, const struct ir_value *value)
{
    return points->sets[points_root(points, points_node_of(points, value))];
}

struct points_set points_at(const struct points *points, struct points_location location)
{
    uint32_t object = points->of_object[location.object->number];
    if (!object)
        return (struct points_set){.unknown = true};
    struct points_set none = {.unknown = points->objects[object].unknown};
    if (location.offset == POINTS_ANYWHERE)
        location.offset = 0;
    uint32_t cell = points_find_cell(points, object, location.offset);
    return cell ? points->sets[points_root(points, points->cells[cell].node)] : none;
}

bool points_escapes(const struct points *points, const struct ir_value *object)
{
    uint32_t number = points->of_object[object->number];
    return !number || points->objects[number].escaped;
}

/* Returns whether the object is a variable that exists once in each call of its function. In a
 * recursive function a pointer may lead to the variable of an outer call, unless it is the
 * variable's own address. */
static bool is_one_variable(const struct ir_value *object, const struct ir_value *pointer)
{
    if (object->kind == IR_GLOBAL)
        return true;
    if (object->opcode != IR_ALLOCA || object->block->number != 0)
        return false;
    while (pointer->opcode == IR_ADDRESS || points_is_transparent(pointer))
        pointer = pointer->operands[0];
    return pointer == object || !object->function->recursive;
}

bool points_single(const struct points *points, const struct ir_value *pointer,
                   struct points_location *location)
{
    struct points_set set = points_to(points, pointer);
    if (set.count != 1 || set.unknown || set.locations[0].offset == POINTS_ANYWHERE ||
        set.locations[0].offset < 0)
        return false;
    const struct ir_value *value = set.locations[0].object;
    const struct object *object = &points->objects[points->of_object[value->number]];
    if (!is_one_variable(value, pointer) || points_is_repeated(object, set.locations[0].offset))
        return false;
    *location = set.locations[0];
    return true;
}
