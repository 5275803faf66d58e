#include "concolic/path/nodes.h"

#include "concolic/path/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNDER_WAY = UINT32_MAX, NOT_HERE = UINT32_MAX };

/* The state of one rank. A number that was not asked for yet is 0. */
struct nodes_part {
    uint32_t *numbers;   /* of nodes: their numbers in the trace */
    uint32_t *variables; /* of variables: their numbers in the trace plus 1, or NOT_HERE */
    uint32_t node_count, variable_count;
};

static void *nodes_copy(const void *list, size_t count, size_t *space, size_t size)
{
    *space = count + 1;
    void *copied = memory_zero(*space, size);
    if (count > 0)
        memcpy(copied, list, count * size);
    return copied;
}

void nodes_begin(struct nodes *nodes, struct trace *trace, const struct symbolic_region *regions,
                 uint32_t rank_count)
{
    *nodes = (struct nodes){.trace = trace,
                            .regions = regions,
                            .rank_count = rank_count,
                            .rank = (uint32_t)trace->rank,
                            .count = 1,
                            .variable_count = trace->variable_count,
                            .source_count = trace->source_count};
    nodes->parts = memory_zero(rank_count, sizeof *nodes->parts);
    nodes->list = memory_zero(nodes->space = 1, sizeof *nodes->list);
    nodes->variables = nodes_copy(trace->variables, trace->variable_count, &nodes->variable_space,
                                  sizeof *nodes->variables);
    nodes->sources = nodes_copy(trace->sources, trace->source_count, &nodes->source_space,
                                sizeof *nodes->sources);
}

/* Returns the state of a rank, with the counts of its region as far as they are valid. */
static struct nodes_part *nodes_part_of(struct nodes *nodes, uint32_t rank)
{
    struct nodes_part *part = &nodes->parts[rank];
    const struct symbolic_region *region = &nodes->regions[rank];
    if (part->numbers)
        return part;
    uint32_t count = region->node_count, variables = region->variable_count;
    part->node_count = count <= SYMBOLIC_NODES ? count : 0;
    part->variable_count = variables <= SYMBOLIC_VARIABLES ? variables : 0;
    part->numbers = memory_zero(part->node_count, sizeof *part->numbers);
    part->variables = memory_zero(part->variable_count, sizeof *part->variables);
    return part;
}

static void *nodes_append(void *list, size_t *count, size_t *space, const void *item, size_t size)
{
    list = memory_room(list, *count, space, size);
    memcpy((char *)list + (*count)++ * size, item, size);
    return list;
}

static uint32_t source_of(struct nodes *nodes, const struct symbolic_source *source)
{
    for (size_t i = 0; i < nodes->source_count; i++) {
        const struct symbolic_source *other = &nodes->sources[i];
        if (other->kind == source->kind && other->index == source->index &&
            strncmp(other->path, source->path, SYMBOLIC_PATH) == 0)
            return (uint32_t)i;
    }
    struct symbolic_source taken = *source;
    taken.path[SYMBOLIC_PATH - 1] = '\0';
    nodes->sources = nodes_append(nodes->sources, &nodes->source_count, &nodes->source_space,
                                  &taken, sizeof taken);
    return (uint32_t)nodes->source_count - 1;
}

static bool nodes_is_same(const struct symbolic_variable *a, const struct symbolic_variable *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == SYMBOLIC_MARKED)
        return strncmp(a->name, b->name, SYMBOLIC_NAME) == 0;
    return a->source == b->source && a->offset == b->offset && a->length == b->length;
}

/* Finds a variable of another rank that is an input of this one as well. */
static uint32_t nodes_find_variable(struct nodes *nodes, const struct symbolic_region *region,
                                    const struct symbolic_variable *from)
{
    struct symbolic_variable variable = *from;
    variable.name[SYMBOLIC_NAME - 1] = '\0';
    if (variable.type > SYMBOLIC_DOUBLE)
        return NOT_HERE;
    variable.value &= operation_mask(variable.type);
    if (variable.kind == SYMBOLIC_NUMBER || variable.kind == SYMBOLIC_BYTE ||
        variable.kind == SYMBOLIC_EXISTS) {
        if (variable.source >= SYMBOLIC_SOURCES || variable.source >= region->source_count)
            return NOT_HERE;
        const struct symbolic_source source = region->sources[variable.source];
        if (source.kind > SYMBOLIC_ENVIRONMENT)
            return NOT_HERE;
        variable.source = source_of(nodes, &source);
    } else if (variable.kind != SYMBOLIC_MARKED && variable.kind != SYMBOLIC_SIZE &&
               variable.kind != SYMBOLIC_COUNT) {
        return NOT_HERE;
    }
    for (size_t i = 0; i < nodes->variable_count; i++) {
        const struct symbolic_variable *other = &nodes->variables[i];
        if (nodes_is_same(other, &variable)) /* of another type it cannot stand for this one */
            return other->type == variable.type && other->value == variable.value ? (uint32_t)i + 1
                                                                                  : NOT_HERE;
    }
    nodes->variables = nodes_append(nodes->variables, &nodes->variable_count,
                                    &nodes->variable_space, &variable, sizeof variable);
    return (uint32_t)nodes->variable_count;
}

/* Sets the variable's number in the trace. Returns false if it is damaged. */
static bool nodes_take_variable(struct nodes *nodes, uint32_t rank, struct symbolic_node *node)
{
    struct nodes_part *part = nodes_part_of(nodes, rank);
    const struct trace *trace = nodes->trace;
    if (rank == nodes->rank)
        return node->a < trace->variable_count && trace->variables[node->a].kind != SYMBOLIC_WORD &&
               trace->variables[node->a].type == node->type;
    if (node->a >= part->variable_count)
        return false;
    uint32_t *known = &part->variables[node->a];
    if (*known == 0)
        *known = nodes_find_variable(nodes, &nodes->regions[rank],
                                     &nodes->regions[rank].variables[node->a]);
    if (*known == NOT_HERE || nodes->variables[*known - 1].type != node->type)
        node->op = SYMBOLIC_CONSTANT;
    else
        node->a = *known - 1;
    return true;
}

static bool nodes_is_number(const struct symbolic_node *node)
{
    return !operation_is_float(node->type) || !isnan(evaluate_real(node->type, node->value));
}

/* Says whether the node's value is the result of its operation, so that one predicts the other. */
static bool is_right(const struct nodes *nodes, const struct symbolic_node *node)
{
    const struct symbolic_node *list = nodes->list;
    if (node->op == SYMBOLIC_ORIGIN)
        return true;
    if (node->op == SYMBOLIC_VARIABLE)
        return node->value == nodes->variables[node->a].value;
    unsigned count = operation_operands(node->op);
    const uint64_t operands[3] = {count > 0 ? list[node->a].value : 0,
                                  count > 1 ? list[node->b].value : 0,
                                  count > 2 ? list[node->c].value : 0};
    struct symbolic_node result = *node;
    return evaluate_operation(list, node, operands, &result.value) &&
           (result.value == node->value || (!nodes_is_number(&result) && !nodes_is_number(node)));
}

static void nodes_add(struct nodes *nodes, struct symbolic_node *node, uint32_t *number)
{
    if (!is_right(nodes, node)) {
        node->op = SYMBOLIC_CONSTANT;
        nodes->trace->mistaken++;
    }
    *number = (uint32_t)nodes->count;
    nodes->list = nodes_append(nodes->list, &nodes->count, &nodes->space, node, sizeof *node);
}

/* Returns the place of a node's number; NULL: there is no such node. */
static uint32_t *nodes_place_of(struct nodes *nodes, uint32_t id)
{
    uint32_t rank = id / SYMBOLIC_NODES, index = id % SYMBOLIC_NODES;
    if (rank >= nodes->rank_count || index == 0)
        return NULL;
    struct nodes_part *part = nodes_part_of(nodes, rank);
    return index < part->node_count ? &part->numbers[index] : NULL;
}

enum step { STEP_DONE, STEP_FIRST_OTHERS, STEP_DAMAGED };

/* Takes a node if its operands are there; otherwise reports the missing one. */
static enum step nodes_step(struct nodes *nodes, uint32_t id, uint32_t *missing)
{
    uint32_t rank = id / SYMBOLIC_NODES, *place = nodes_place_of(nodes, id);
    struct symbolic_node node = nodes->regions[rank].nodes[id % SYMBOLIC_NODES];
    if (node.type > SYMBOLIC_DOUBLE || node.op >= SYMBOLIC_OP_COUNT)
        return STEP_DAMAGED;
    node.value &= operation_mask(node.type);
    if (node.op == SYMBOLIC_VARIABLE && !nodes_take_variable(nodes, rank, &node))
        return STEP_DAMAGED;
    uint32_t operands[3] = {node.a, node.b, node.c};
    unsigned count = operation_operands(node.op);
    for (unsigned i = 0; i < count && i < 3; i++) {
        const uint32_t *operand = nodes_place_of(nodes, operands[i]);
        if (!operand || *operand == UNDER_WAY)
            return STEP_DAMAGED;
        if (*operand == 0) {
            *place = UNDER_WAY;
            *missing = operands[i];
            return STEP_FIRST_OTHERS;
        }
        operands[i] = *operand;
        if (nodes->list[*operand].op == SYMBOLIC_ORIGIN)
            return STEP_DAMAGED;
    }
    node.a = operands[0];
    node.b = operands[1];
    node.c = operands[2];
    if (node.op != SYMBOLIC_ORIGIN && !operation_fits(nodes->list, &node))
        return STEP_DAMAGED;
    nodes_add(nodes, &node, place);
    return STEP_DONE;
}

bool nodes_take(struct nodes *nodes, uint32_t id, uint32_t *number)
{
    uint32_t *place = nodes_place_of(nodes, id), *waiting = NULL;
    size_t count = 0, space = 0;
    bool fits = place && *place != UNDER_WAY;
    uint32_t at = id, missing = 0;
    while (fits && (*place == 0 || *place == UNDER_WAY)) {
        enum step outcome = nodes_step(nodes, at, &missing);
        if (outcome == STEP_FIRST_OTHERS) {
            waiting = nodes_append(waiting, &count, &space, &at, sizeof at);
            at = missing;
        } else if (outcome == STEP_DONE && count > 0) {
            at = waiting[--count];
        }
        fits = outcome != STEP_DAMAGED;
    }
    free(waiting);
    if (fits)
        *number = *place;
    return fits;
}

static void *nodes_keep(struct arena *arena, void *list, size_t count, size_t size)
{
    void *kept = arena_alloc(arena, (count ? count : 1) * size);
    if (count > 0)
        memcpy(kept, list, count * size);
    free(list);
    return kept;
}

void nodes_end(struct nodes *nodes)
{
    struct trace *trace = nodes->trace;
    struct arena *arena = &trace->arena;
    trace->nodes = nodes_keep(arena, nodes->list, nodes->count, sizeof *nodes->list);
    trace->node_count = (uint32_t)nodes->count;
    trace->variables =
        nodes_keep(arena, nodes->variables, nodes->variable_count, sizeof *nodes->variables);
    trace->variable_count = (uint32_t)nodes->variable_count;
    trace->sources = nodes_keep(arena, nodes->sources, nodes->source_count, sizeof *nodes->sources);
    trace->source_count = (uint32_t)nodes->source_count;
    for (uint32_t i = 0; i < nodes->rank_count; i++) {
        free(nodes->parts[i].numbers);
        free(nodes->parts[i].variables);
    }
    free(nodes->parts);
}
