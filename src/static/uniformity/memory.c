/* memory.c: the locations of memory that are accessed, and states of them. */
#include "static/uniformity/memory.h"

#include <stdlib.h>
#include <string.h>

struct gathering {
    struct points_location *list;
    size_t count, space;
    struct points *points;
};

static int memory_compare_places(const void *left, const void *right)
{
    const struct points_location *a = left, *b = right;
    if (a->object->number != b->object->number)
        return a->object->number < b->object->number ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Enters the field of a structure that the offset lies in; false: it is no structure. */
static bool enter_field(const struct ir_type **type, uint64_t *rest)
{
    size_t field = 0;
    if ((*type)->kind != IR_TYPE_STRUCT || (*type)->part_count == 0 || !(*type)->offsets)
        return false;
    while (field + 1 < (*type)->part_count && (*type)->offsets[field + 1] <= *rest)
        field++;
    *rest -= (*type)->offsets[field];
    *type = (*type)->parts[field];
    return true;
}

bool locations_array(struct points_location *place, uint64_t *size)
{
    const struct ir_type *type = place->object->accessed;
    if (!type || place->offset < 0 || place->object->opcode == IR_CALL)
        return false;
    uint64_t rest = (uint64_t)place->offset;
    for (int depth = 0; type && depth < 64 && rest < (type->size ? type->size : 1); depth++) {
        if (type->kind == IR_TYPE_ARRAY && type->length != 1) {
            place->offset -= (int64_t)rest;
            *size = type->size;
            return true;
        }
        if (type->kind == IR_TYPE_ARRAY) {
            type = type->parts[0];
            continue;
        }
        if (!enter_field(&type, &rest))
            return false;
    }
    return false;
}

static void memory_gather(struct gathering *gathering, const struct ir_value *address)
{
    struct points_set set = points_to(gathering->points, address);
    struct points_location exact;
    if (analysis_place(address, &exact)) {
        gathering->list = memory_room(gathering->list, gathering->count, &gathering->space,
                                      sizeof *gathering->list);
        gathering->list[gathering->count++] = exact;
    }
    for (uint32_t i = 0; i < set.count; i++) {
        if (set.locations[i].object->kind == IR_FUNCTION)
            continue;
        gathering->list = memory_room(gathering->list, gathering->count, &gathering->space,
                                      sizeof *gathering->list);
        gathering->list[gathering->count++] = set.locations[i];
    }
}

static void gather_instruction(struct gathering *gathering, const struct ir_value *value)
{
    switch (value->opcode) {
    case IR_LOAD:
    case IR_ATOMIC:
        memory_gather(gathering, value->operands[0]);
        break;
    case IR_STORE:
        memory_gather(gathering, value->operands[1]);
        break;
    case IR_CALL:
        for (uint32_t i = 0; i < value->operand_count; i++)
            if (value->operands[i]->type && value->operands[i]->type->kind == IR_TYPE_POINTER)
                memory_gather(gathering, value->operands[i]);
        break;
    default:
        break;
    }
}

void locations_find(struct uniformity *uniformity)
{
    const struct ir_program *program = uniformity->analysis->program;
    struct gathering gathering = {.points = uniformity->analysis->points};
    for (uint32_t i = 0; i < program->value_count; i++)
        if (program->values[i] && program->values[i]->kind == IR_INSTRUCTION)
            gather_instruction(&gathering, program->values[i]);
    if (gathering.count > 0)
        qsort(gathering.list, gathering.count, sizeof *gathering.list, memory_compare_places);
    struct locations *locations = &uniformity->locations;
    locations->list =
        arena_alloc(&uniformity->arena, (gathering.count + 1) * sizeof *locations->list);
    for (size_t i = 0; i < gathering.count; i++)
        if (i == 0 || memory_compare_places(&gathering.list[i - 1], &gathering.list[i]) != 0)
            locations->list[locations->count++] = gathering.list[i];
    free(gathering.list);
    locations->start =
        arena_alloc(&uniformity->arena, (program->value_count + 1) * sizeof *locations->start);
    for (uint32_t i = 0, at = 0; i <= program->value_count; i++) {
        while (at < locations->count && locations->list[at].object->number < i)
            at++;
        locations->start[i] = at;
    }
}

static uint32_t lower_bound(const struct locations *locations, struct points_location place)
{
    uint32_t low = locations->start[place.object->number];
    uint32_t high = locations->start[place.object->number + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (locations->list[middle].offset < place.offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool locations_has(const struct locations *locations, struct points_location place)
{
    uint32_t at = lower_bound(locations, place);
    return at < locations->count && memory_compare_places(&locations->list[at], &place) == 0;
}

/* Returns the bytes from a place to the end of the field or array that begins there or contains it;
 * 0: unknown. A pointer to a member says nothing about the members after it. */
static uint64_t part_size(struct points_location place)
{
    const struct ir_type *type = place.object->accessed;
    struct points_location array = place;
    uint64_t rest = (uint64_t)place.offset, size;
    if (place.offset <= 0)
        return 0;
    if (locations_array(&array, &size))
        return size - (uint64_t)(place.offset - array.offset);
    for (int depth = 0; type && depth < 64 && rest > 0; depth++)
        if (!enter_field(&type, &rest))
            return 0;
    return type && place.object->opcode != IR_CALL ? type->size : 0;
}

void locations_range(const struct locations *locations, struct points_location place, uint64_t size,
                     uint32_t *first, uint32_t *end, uint32_t *anywhere)
{
    if (size == 0)
        size = part_size(place);
    const struct ir_value *object = place.object;
    uint32_t start = lower_bound(locations, (struct points_location){object, POINTS_ANYWHERE});
    *anywhere = UINT32_MAX;
    if (start < locations->count && locations->list[start].object == object &&
        locations->list[start].offset == POINTS_ANYWHERE)
        *anywhere = start;
    *first = place.offset == POINTS_ANYWHERE ? start : lower_bound(locations, place);
    uint32_t at = *first;
    while (at < locations->count && locations->list[at].object == object &&
           (place.offset == POINTS_ANYWHERE || size == 0 ||
            locations->list[at].offset < place.offset + (int64_t)size))
        at++;
    *end = at;
}

const struct cell *state_find(const struct state *state, uint32_t location)
{
    size_t at = location_position(state->cells, state->count, sizeof *state->cells, location);
    return at < state->count && state->cells[at].location == location ? &state->cells[at] : NULL;
}

/* Definers only explain: the comparison ignores them. */
bool state_equal(const struct state *a, const struct state *b)
{
    if (a->count != b->count || a->reached != b->reached)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct cell *x = &a->cells[i], *y = &b->cells[i];
        if (x->location != y->location || x->version != y->version || x->via != y->via ||
            x->direct != y->direct || x->entry != y->entry ||
            x->taint.sources != y->taint.sources || x->taint.parameters != y->taint.parameters ||
            x->taint.form != y->taint.form)
            return false;
    }
    return true;
}
