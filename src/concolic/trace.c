#include "concolic/trace.h"

#include "concolic/evaluate.h"

#include <math.h>
#include <string.h>

/* What is in the region, taken once: the program may still be writing. */
struct source {
    const struct symbolic_region *region;
    uint32_t base; /* number of the region's node 0 */
    const char *text;
    uint32_t text_count, communicator_count;
    bool damaged;
};

static void *copy(struct arena *arena, const void *from, size_t count, size_t size)
{
    void *to = arena_alloc(arena, (count ? count : 1) * size);
    memcpy(to, from, count * size);
    return to;
}

static uint32_t count(struct source *source, uint32_t said, uint32_t most)
{
    if (said <= most)
        return said;
    source->damaged = true;
    return 0;
}

static void read_sources(struct source *source, struct trace *trace)
{
    uint32_t number = count(source, source->region->source_count, SYMBOLIC_SOURCES);
    struct symbolic_source *sources =
        copy(&trace->arena, source->region->sources, number, sizeof *sources);
    for (uint32_t i = 0; i < number; i++) {
        sources[i].path[SYMBOLIC_PATH - 1] = '\0';
        if (sources[i].kind > SYMBOLIC_ENVIRONMENT) {
            source->damaged = true;
            number = i;
        }
    }
    trace->sources = sources;
    trace->source_count = number;
}

static void read_communicators(struct source *source, struct trace *trace)
{
    const struct symbolic_region *region = source->region;
    uint32_t number = count(source, region->communicator_count, SYMBOLIC_COMMUNICATORS);
    uint32_t members = count(source, region->member_count, SYMBOLIC_MEMBERS);
    struct symbolic_communicator *communicators =
        copy(&trace->arena, region->communicators, number, sizeof *communicators);
    for (uint32_t i = 0; i < number; i++) {
        if (communicators[i].first > members ||
            communicators[i].size > members - communicators[i].first) {
            source->damaged = true;
            number = i;
        }
    }
    trace->communicators = communicators;
    trace->members = copy(&trace->arena, region->members, members, sizeof *trace->members);
    source->communicator_count = number;
}

static bool variable_fits(const struct source *source, const struct trace *trace,
                          const struct symbolic_variable *variable)
{
    if (variable->type > SYMBOLIC_DOUBLE)
        return false;
    switch (variable->kind) {
    case SYMBOLIC_NUMBER:
    case SYMBOLIC_WORD:
    case SYMBOLIC_BYTE:
        return variable->source < trace->source_count;
    case SYMBOLIC_MARKED:
        return true;
    case SYMBOLIC_RANK:
    case SYMBOLIC_SIZE:
        return !operation_is_float(variable->type);
    case SYMBOLIC_LOCAL_RANK:
        return variable->source < source->communicator_count && !operation_is_float(variable->type);
    default:
        return false;
    }
}

static void read_variables(struct source *source, struct trace *trace)
{
    uint32_t number = count(source, source->region->variable_count, SYMBOLIC_VARIABLES);
    struct symbolic_variable *variables =
        copy(&trace->arena, source->region->variables, number, sizeof *variables);
    for (uint32_t i = 0; i < number; i++) {
        variables[i].name[SYMBOLIC_NAME - 1] = '\0';
        if (!variable_fits(source, trace, &variables[i])) {
            source->damaged = true;
            number = i;
        } else {
            variables[i].value &= operation_mask(variables[i].type);
        }
    }
    trace->variables = variables;
    trace->variable_count = number;
}

/* The node's operands as numbers of the trace. */
static bool node_fits(const struct source *source, const struct trace *trace,
                      struct symbolic_node *nodes, uint32_t number)
{
    struct symbolic_node *node = &nodes[number];
    if (node->type > SYMBOLIC_DOUBLE || node->op >= SYMBOLIC_OP_COUNT)
        return false;
    node->value &= operation_mask(node->type);
    if (node->op == SYMBOLIC_ORIGIN)
        return true;
    if (node->op == SYMBOLIC_VARIABLE)
        return node->a < trace->variable_count && trace->variables[node->a].kind != SYMBOLIC_WORD &&
               trace->variables[node->a].type == node->type;
    uint32_t *operands[] = {&node->a, &node->b, &node->c};
    for (unsigned i = 0; i < operation_operands(node->op); i++) {
        uint32_t index = *operands[i] - source->base;
        if (index == 0 || index >= number || nodes[index].op == SYMBOLIC_ORIGIN)
            return false;
        *operands[i] = index;
    }
    return operation_fits(nodes, node);
}

static bool is_number(const struct symbolic_node *node)
{
    return !operation_is_float(node->type) || !isnan(evaluate_real(node->type, node->value));
}

/* Whether the node's value is what comes out, so that one can be predicted from the other. */
static bool node_is_right(const struct trace *trace, const struct symbolic_node *nodes,
                          const struct symbolic_node *node)
{
    if (node->op == SYMBOLIC_ORIGIN)
        return true;
    if (node->op == SYMBOLIC_VARIABLE)
        return node->value == trace->variables[node->a].value;
    unsigned count = operation_operands(node->op);
    const uint64_t operands[3] = {count > 0 ? nodes[node->a].value : 0,
                                  count > 1 ? nodes[node->b].value : 0,
                                  count > 2 ? nodes[node->c].value : 0};
    struct symbolic_node result = *node;
    return evaluate_operation(nodes, node, operands, &result.value) &&
           (result.value == node->value || (!is_number(&result) && !is_number(node)));
}

static void read_nodes(struct source *source, struct trace *trace)
{
    uint32_t number = count(source, source->region->node_count, SYMBOLIC_NODES);
    struct symbolic_node *nodes = copy(&trace->arena, source->region->nodes, number, sizeof *nodes);
    for (uint32_t i = 1; i < number; i++) {
        if (!node_fits(source, trace, nodes, i)) {
            source->damaged = true;
            number = i;
        } else if (!node_is_right(trace, nodes, &nodes[i])) {
            nodes[i].op = SYMBOLIC_CONSTANT;
            trace->mistaken++;
        }
    }
    trace->nodes = nodes;
    trace->node_count = number ? number : 1;
}

/* What an event says, if it is one. */
static bool event_fits(const struct source *source, const struct trace *trace,
                       const struct symbolic_event *event, struct constraint *constraint)
{
    *constraint = (struct constraint){.kind = (enum symbolic_event_kind)event->kind,
                                      .site = event->site,
                                      .taken = event->taken != 0,
                                      .value = event->value};
    if (event->kind == EVENT_TEXT) {
        constraint->expression = event->expression;
        if (event->expression >= trace->variable_count ||
            trace->variables[event->expression].kind != SYMBOLIC_WORD ||
            event->other >= source->text_count)
            return false;
        constraint->text = source->text + event->other;
        return true;
    }
    constraint->loose = event->kind == EVENT_ADDRESS || event->kind == EVENT_SIZE ||
                        (event->kind == EVENT_BRANCH && event->met > 0);
    uint32_t node = constraint->expression = event->expression - source->base;
    if (event->kind > EVENT_TEXT || node == 0 || node >= trace->node_count ||
        trace->nodes[node].op == SYMBOLIC_ORIGIN || operation_is_float(trace->nodes[node].type))
        return false;
    constraint->value &= operation_mask(trace->nodes[node].type);
    constraint->bound = event->other;
    return event->kind != EVENT_BRANCH || trace->nodes[node].type == SYMBOLIC_I1;
}

static void read_events(struct source *source, struct trace *trace)
{
    uint32_t number = count(source, source->region->event_count, SYMBOLIC_EVENTS);
    trace->constraints = arena_alloc(&trace->arena, (number + 1) * sizeof *trace->constraints);
    for (uint32_t i = 0; i < number; i++) {
        struct symbolic_event event = source->region->events[i];
        if (!event_fits(source, trace, &event, &trace->constraints[i])) {
            source->damaged = true;
            number = i;
        }
    }
    trace->constraint_count = number;
}

int trace_read(const struct symbolic_segment *segment, size_t length, int rank, struct trace *trace,
               struct error *error)
{
    const size_t size = sizeof(struct symbolic_region);
    uint64_t regions = length >= sizeof *segment ? segment->regions : 0;
    if (regions < sizeof *segment || segment->magic != SYMBOLIC_MAGIC || rank < 0 ||
        regions % _Alignof(struct symbolic_region) != 0 || regions > length ||
        (length - regions) / size <= (size_t)rank)
        return error_set(error, ERROR_FAILED,
                         "the program wrote over what rank %d recorded of its execution", rank);
    struct source source = {
        .region = (const struct symbolic_region *)((const char *)segment + regions) + rank,
        .base = symbolic_node_id((uint32_t)rank, 0)};
    *trace = (struct trace){.rank = rank};
    source.text_count = count(&source, source.region->text_count, SYMBOLIC_TEXT);
    char *text = arena_alloc(&trace->arena, (size_t)source.text_count + 1);
    memcpy(text, source.region->text, source.text_count);
    source.text = text;
    read_sources(&source, trace);
    read_communicators(&source, trace);
    read_variables(&source, trace);
    read_nodes(&source, trace);
    read_events(&source, trace);
    trace->full = source.region->full != 0;
    trace->damaged = source.damaged;
    return 0;
}

void trace_free(struct trace *trace)
{
    arena_free(&trace->arena);
    *trace = (struct trace){0};
}
