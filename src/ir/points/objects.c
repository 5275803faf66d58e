/* objects.c: objects and the cells in them.
 *
 * Elements of an array share the cells of the first element. If the type of an object has an array,
 * an index changes nothing. If it has none (memory from malloc), the first address that is computed
 * with an index gives the object its type.
 */
#include "ir/points/private.h"

#include <string.h>

enum { TYPE_DEPTH_MAX = 64 };

static uint64_t size_of_allocation(const struct ir_value *value)
{
    /* malloc and operator new have one operand, the size; calloc has two to multiply. */
    uint64_t size = 0;
    if (value->callee->kind != IR_FUNCTION || value->callee->as_function->defined)
        return 0;
    bool is_pair = strcmp(value->callee->as_function->symbol, "calloc") == 0;
    if (value->operand_count != (is_pair ? 2 : 1))
        return 0;
    for (uint32_t i = 0; i < value->operand_count; i++) {
        const struct ir_value *operand = value->operands[i];
        if (operand->kind != IR_INTEGER || operand->integer <= 0)
            return 0;
        size = i ? size * (uint64_t)operand->integer : (uint64_t)operand->integer;
    }
    return size;
}

/* Returns whether the type holds no pointer: floating-point numbers, and integers that are smaller
 * than a pointer but not bytes. */
static bool holds_no_pointer(const struct ir_type *type)
{
    while (type && type->kind == IR_TYPE_ARRAY)
        type = type->parts[0];
    return type && (type->kind == IR_TYPE_FLOAT ||
                    (type->kind == IR_TYPE_INTEGER && type->size > 1 && type->size < POINTS_WORD));
}

/* Returns whether the global is a common block: flang makes it an array of bytes whose symbol ends
 * in an underscore. */
static bool is_common_block(const struct ir_value *value)
{
    if (value->kind != IR_GLOBAL || value->constant || !value->accessed || !value->name)
        return false;
    const struct ir_type *type = value->accessed;
    size_t length = strlen(value->name);
    return type->kind == IR_TYPE_ARRAY && type->parts[0]->kind == IR_TYPE_INTEGER &&
           type->parts[0]->size == 1 && length > 0 && value->name[length - 1] == '_';
}

uint32_t points_object(struct points *points, const struct ir_value *value)
{
    uint32_t number = points->of_object[value->number];
    if (number)
        return number;
    points->objects = memory_room(points->objects, points->object_count, &points->object_space,
                                  sizeof *points->objects);
    struct object *object = &points->objects[points->object_count];
    *object = (struct object){.value = value, .type = value->accessed};
    if (value->opcode == IR_CALL)
        *object = (struct object){.value = value, .size = size_of_allocation(value)};
    if (object->type)
        object->size = object->type->size;
    object->common = is_common_block(value);
    if (object->common)
        object->type = NULL;
    object->fixed = value->kind == IR_FUNCTION || holds_no_pointer(object->type) ||
                    (value->kind == IR_GLOBAL && value->constant && value->operand_count);
    if (value->opcode == IR_ALLOCA && value->operand_count) {
        const struct ir_value *count = value->operands[0];
        if (count->kind != IR_INTEGER || count->integer != 1) {
            object->stride = object->size ? object->size : 1;
            object->size = 0;
        }
    }
    number = (uint32_t)points->object_count++;
    points->of_object[value->number] = number;
    /* A variable of another program, or a table that code outside fills. */
    if (value->kind == IR_GLOBAL && !value->operand_count)
        points_escape(points, number);
    return number;
}

static const struct ir_type *field_at(const struct ir_type *type, uint64_t *offset)
{
    size_t low = 0, high = type->part_count; /* the last field that begins at or before it */
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (type->offsets[middle] <= *offset)
            low = middle;
        else
            high = middle;
    }
    *offset -= type->offsets[low];
    return type->parts[low];
}

/* Takes one step into the type: returns the element or field that contains the offset, and makes
 * the offset relative to it. NULL: there is nothing inside. */
static const struct ir_type *object_inside(const struct ir_type *type, uint64_t *offset)
{
    if (type->kind == IR_TYPE_ARRAY && type->parts[0]->size) {
        *offset %= type->parts[0]->size;
        return type->parts[0];
    }
    if (type->kind == IR_TYPE_STRUCT && type->part_count && type->offsets)
        return field_at(type, offset);
    return NULL;
}

/* Returns whether the last field of a structure is an array without a length, which extends as far
 * as the memory. */
static bool has_open_end(const struct ir_type *type)
{
    const struct ir_type *last =
        type->kind == IR_TYPE_STRUCT && type->part_count ? type->parts[type->part_count - 1] : NULL;
    return last && last->kind == IR_TYPE_ARRAY && last->length == 0;
}

int64_t points_normal(const struct object *object, int64_t offset)
{
    if (object->stride == 1)
        return 0;
    if (object->stride) {
        int64_t stride = (int64_t)object->stride;
        offset = (offset % stride + stride) % stride;
    }
    const struct ir_type *type = object->type;
    if (offset < 0 || !type || ((uint64_t)offset >= type->size && !has_open_end(type)))
        return offset;
    uint64_t rest = (uint64_t)offset, base = 0;
    for (int depth = 0; type && depth < TYPE_DEPTH_MAX; depth++) {
        uint64_t before = rest;
        bool is_array = type->kind == IR_TYPE_ARRAY;
        type = object_inside(type, &rest);
        if (type && !is_array)
            base += before - rest;
    }
    return (int64_t)(base + rest);
}

bool points_is_repeated(const struct object *object, int64_t offset)
{
    if (object->stride)
        return true;
    const struct ir_type *type = object->type;
    uint64_t rest = (uint64_t)offset;
    for (int depth = 0; type && depth < TYPE_DEPTH_MAX; depth++) {
        if (type->kind == IR_TYPE_ARRAY && type->length != 1)
            return true;
        type = object_inside(type, &rest);
    }
    return !object->type && !object->common;
}

/* Returns whether an index in steps of `step` leads from the place to one with the same cell: the
 * place is in an array of such elements, or is one such element itself, an array of length one. */
static bool step_stays(const struct object *object, int64_t offset, uint64_t step)
{
    if (step == 0 || (object->stride && step % object->stride == 0) ||
        (object->size && step >= object->size))
        return true;
    const struct ir_type *type = object->type;
    uint64_t rest = (uint64_t)offset;
    for (int depth = 0; offset >= 0 && type && depth < TYPE_DEPTH_MAX; depth++) {
        bool is_array = type->kind == IR_TYPE_ARRAY;
        type = object_inside(type, &rest);
        if (!type)
            return false;
        if (rest == 0 && type->size == step)
            return true;
        if (is_array && type->kind != IR_TYPE_ARRAY && type->kind != IR_TYPE_STRUCT)
            return true;
        if (is_array && type->size == step)
            return true;
    }
    return false;
}

static uint64_t object_common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Joins the cells of the object that are now the same. */
static void join_cells(struct points *points, uint32_t object)
{
    for (uint32_t cell = points->objects[object].first_cell; cell;
         cell = points->cells[cell].next) {
        int64_t normal = points_normal(&points->objects[object], points->cells[cell].offset);
        if (normal == points->cells[cell].offset)
            continue;
        uint32_t other = points_cell(points, object, normal);
        points_edge(points, points->cells[cell].node, points->cells[other].node);
        points_edge(points, points->cells[other].node, points->cells[cell].node);
    }
}

static void add_stride(struct points *points, uint32_t object, uint64_t stride)
{
    struct object *at = &points->objects[object];
    stride = at->stride ? object_common_divisor(at->stride, stride) : stride;
    if (stride == at->stride || !stride)
        return;
    at->stride = stride;
    join_cells(points, object);
}

void points_blur(struct points *points, uint32_t object)
{
    add_stride(points, object, 1);
}

uint32_t points_find_cell(const struct points *points, uint32_t object, int64_t offset)
{
    offset = points_normal(&points->objects[object], offset);
    for (uint32_t cell = points->objects[object].first_cell; cell; cell = points->cells[cell].next)
        if (points->cells[cell].offset == offset)
            return cell;
    return CELL_OUTSIDE;
}

/* Returns the limit on cells: steps through memory without a type would make ever more. */
static uint32_t cell_limit(const struct object *object)
{
    bool fields = object->type && object->type->kind == IR_TYPE_STRUCT;
    return fields ? POINTS_FIELD_MAX : POINTS_CELL_MAX;
}

uint32_t points_cell(struct points *points, uint32_t object, int64_t offset)
{
    const struct object *limited = &points->objects[object];
    if (limited->cell_count >= cell_limit(limited))
        points_blur(points, object);
    uint32_t known = points_find_cell(points, object, offset);
    if (known)
        return known;
    offset = points_normal(&points->objects[object], offset);
    uint32_t node = points_new_node(points);
    points->cells =
        memory_room(points->cells, points->cell_count, &points->cell_space, sizeof *points->cells);
    uint32_t cell = (uint32_t)points->cell_count++;
    struct object *at = &points->objects[object];
    points->cells[cell] =
        (struct cell){.object = object, .node = node, .offset = offset, .next = at->first_cell};
    at->first_cell = cell;
    at->cell_count++;
    if (at->unknown)
        points_add(points, node, CELL_OUTSIDE);
    if (at->escaped)
        points_edge(points, node, NODE_ESCAPE);
    if (at->copies) {
        points->fresh_cells = memory_room(points->fresh_cells, points->fresh_cell_count,
                                          &points->fresh_cell_space, sizeof *points->fresh_cells);
        points->fresh_cells[points->fresh_cell_count++] = cell;
    }
    return cell;
}

uint32_t points_held(struct points *points, uint32_t object, int64_t offset)
{
    uint32_t cell = points_cell(points, object, offset); /* the list of cells may move */
    return points->cells[cell].node;
}

static void copy_cell(struct points *points, uint32_t cell, const struct object_copy *copy)
{
    int64_t offset = points->cells[cell].offset - copy->from_offset;
    if (offset < 0 || (copy->size >= 0 && offset >= copy->size))
        return;
    uint32_t to = points_cell(points, copy->to, copy->to_offset + offset);
    points_edge(points, points->cells[cell].node, points->cells[to].node);
}

void points_make_unknown(struct points *points, uint32_t object)
{
    if (points->objects[object].unknown || points->objects[object].fixed)
        return;
    points->objects[object].unknown = true;
    points->unknown = memory_room(points->unknown, points->unknown_count, &points->unknown_space,
                                  sizeof *points->unknown);
    points->unknown[points->unknown_count++] = object;
}

/* Copies of copies can be long chains: lists hold the work, and nothing recurses. */
void points_settle_objects(struct points *points)
{
    while (points->unknown_count || points->fresh_cell_count) {
        if (points->fresh_cell_count) {
            uint32_t cell = points->fresh_cells[--points->fresh_cell_count];
            const struct object_copy *copy = points->objects[points->cells[cell].object].copies;
            for (; copy; copy = copy->next)
                copy_cell(points, cell, copy);
            continue;
        }
        uint32_t object = points->unknown[--points->unknown_count];
        for (uint32_t cell = points->objects[object].first_cell; cell;
             cell = points->cells[cell].next)
            points_add(points, points->cells[cell].node, CELL_OUTSIDE);
        const struct object_copy *copy = points->objects[object].copies;
        for (; copy; copy = copy->next)
            points_make_unknown(points, copy->to);
    }
}

void points_copy_object(struct points *points, uint32_t from, uint32_t to, int64_t size)
{
    struct cell source = points->cells[from], target = points->cells[to];
    struct object_copy copy = {.to = target.object,
                               .from_offset = source.offset,
                               .to_offset = target.offset,
                               .size = size};
    struct object *object = &points->objects[source.object];
    if (points->objects[copy.to].fixed)
        return;
    for (const struct object_copy *known = object->copies; known; known = known->next)
        if (known->to == copy.to && known->from_offset == copy.from_offset &&
            known->to_offset == copy.to_offset && known->size == copy.size)
            return;
    if (object->copy_count++ == POINTS_COPY_MAX) {
        points_escape(points, source.object);
        points_make_unknown(points, copy.to);
        object->copy_count = POINTS_COPY_MAX;
        return;
    }
    copy.next = object->copies;
    struct object_copy *added = arena_alloc(&points->arena, sizeof *added);
    *added = copy;
    object->copies = added;
    bool unknown = object->unknown;
    uint32_t first = object->first_cell; /* cells that the copying makes come before it */
    if (unknown)
        points_make_unknown(points, copy.to);
    for (uint32_t cell = first; cell; cell = points->cells[cell].next)
        copy_cell(points, cell, added);
}

/* Gives memory without a type the type of its first use. */
static void learn_type(struct points *points, uint32_t object, int64_t offset,
                       const struct ir_type *type)
{
    struct object *at = &points->objects[object];
    if (at->type || at->common || offset != 0 || type->kind != IR_TYPE_STRUCT || !type->size)
        return;
    if (at->size && at->size < type->size)
        return;
    at->type = type;
    join_cells(points, object);
}

/* Follows the indices of an address: fields move the offset, and elements must stay in their
 * cell. */
uint32_t points_apply_address(struct points *points, uint32_t cell, const struct ir_value *address)
{
    uint32_t object = points->cells[cell].object;
    int64_t offset = points->cells[cell].offset;
    const struct ir_type *type = address->accessed;
    for (uint32_t i = 1; i < address->operand_count; i++) {
        const struct ir_value *index = address->operands[i];
        bool constant = index->kind == IR_INTEGER;
        uint64_t step = 0;
        if (i == 1) {
            learn_type(points, object, offset, type);
            /* Compilers count bytes to reach a field; only arrays are walked backwards. */
            if (constant && type->size == 1 && index->integer > 0)
                offset += index->integer;
            else if (!constant || index->integer != 0)
                step = type->size;
            if (constant && step == 1 && !step_stays(&points->objects[object], offset, step)) {
                offset += index->integer;
                step = 0;
            }
        } else if (type->kind == IR_TYPE_STRUCT) {
            if (!constant || !type->offsets || (uint64_t)index->integer >= type->part_count)
                break;
            offset += (int64_t)type->offsets[index->integer];
            type = type->parts[index->integer];
        } else if (type->kind == IR_TYPE_ARRAY) {
            type = type->parts[0];
            step = type->size;
        } else {
            break;
        }
        if (step && !step_stays(&points->objects[object], offset, step))
            add_stride(points, object, step);
    }
    if (offset < 0 && !points->objects[object].stride)
        points_blur(points, object);
    return points_cell(points, object, offset);
}
