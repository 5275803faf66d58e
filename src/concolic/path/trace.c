#include "concolic/path/trace.h"

#include "concolic/path/nodes.h"
#include "concolic/path/operation.h"

#include <string.h>

/* Values read from the region, once: the program may still be writing. */
struct source {
    const struct symbolic_region *region;
    const char *text;
    uint32_t text_count, communicator_count;
    bool damaged, damaged_nodes;
};

static void *trace_copy(struct arena *arena, const void *from, size_t count, size_t size)
{
    void *to = arena_alloc(arena, (count ? count : 1) * size);
    memcpy(to, from, count * size);
    return to;
}

static uint32_t path_trace_count(struct source *source, uint32_t said, uint32_t most)
{
    if (said <= most)
        return said;
    source->damaged = true;
    return 0;
}

static void read_sources(struct source *source, struct trace *trace)
{
    uint32_t number = path_trace_count(source, source->region->source_count, SYMBOLIC_SOURCES);
    struct symbolic_source *sources =
        trace_copy(&trace->arena, source->region->sources, number, sizeof *sources);
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
    uint32_t number = path_trace_count(source, region->communicator_count, SYMBOLIC_COMMUNICATORS);
    uint32_t members = path_trace_count(source, region->member_count, SYMBOLIC_MEMBERS);
    struct symbolic_communicator *communicators =
        trace_copy(&trace->arena, region->communicators, number, sizeof *communicators);
    for (uint32_t i = 0; i < number; i++) {
        if (communicators[i].first > members ||
            communicators[i].size > members - communicators[i].first) {
            source->damaged = true;
            number = i;
        }
    }
    trace->communicators = communicators;
    trace->members = trace_copy(&trace->arena, region->members, members, sizeof *trace->members);
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
    case SYMBOLIC_EXISTS:
        return variable->source < trace->source_count;
    case SYMBOLIC_MARKED:
        return true;
    case SYMBOLIC_RANK:
    case SYMBOLIC_SIZE:
    case SYMBOLIC_COUNT:
        return !operation_is_float(variable->type);
    case SYMBOLIC_LOCAL_RANK:
        return variable->source < source->communicator_count && !operation_is_float(variable->type);
    default:
        return false;
    }
}

static void read_variables(struct source *source, struct trace *trace)
{
    uint32_t number = path_trace_count(source, source->region->variable_count, SYMBOLIC_VARIABLES);
    struct symbolic_variable *variables =
        trace_copy(&trace->arena, source->region->variables, number, sizeof *variables);
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

/* Reads the rank's own nodes in order, up to the first damaged one. */
static void trace_read_nodes(struct source *source, struct nodes *nodes)
{
    uint32_t number = path_trace_count(source, source->region->node_count, SYMBOLIC_NODES), taken;
    for (uint32_t i = 1; i < number && !source->damaged_nodes; i++)
        source->damaged_nodes = !nodes_take(nodes, symbolic_node_id(nodes->rank, i), &taken);
    source->damaged |= source->damaged_nodes;
}

/* Reads an event. Returns false if it is invalid. */
static bool event_fits(const struct source *source, struct nodes *nodes,
                       const struct symbolic_event *event, struct constraint *constraint)
{
    const struct trace *trace = nodes->trace;
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
    if (event->kind > EVENT_TEXT || !nodes_take(nodes, event->expression, &constraint->expression))
        return false;
    const struct symbolic_node *node = &nodes->list[constraint->expression];
    if (node->op == SYMBOLIC_ORIGIN || operation_is_float(node->type))
        return false;
    constraint->value &= operation_mask(node->type);
    constraint->bound = event->other;
    return event->kind != EVENT_BRANCH || node->type == SYMBOLIC_I1;
}

static void read_events(struct source *source, struct nodes *nodes)
{
    struct trace *trace = nodes->trace;
    uint32_t number = path_trace_count(source, source->region->event_count, SYMBOLIC_EVENTS);
    trace->constraints = arena_alloc(&trace->arena, (number + 1) * sizeof *trace->constraints);
    for (uint32_t i = 0; i < number; i++) {
        struct symbolic_event event = source->region->events[i];
        if (!event_fits(source, nodes, &event, &trace->constraints[i])) {
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
    const struct symbolic_region *first =
        (const struct symbolic_region *)((const char *)segment + regions);
    size_t ranks = (length - regions) / size;
    struct source source = {.region = first + rank};
    *trace = (struct trace){.rank = rank};
    source.text_count = path_trace_count(&source, source.region->text_count, SYMBOLIC_TEXT);
    char *text = arena_alloc(&trace->arena, (size_t)source.text_count + 1);
    memcpy(text, source.region->text, source.text_count);
    source.text = text;
    read_sources(&source, trace);
    read_communicators(&source, trace);
    read_variables(&source, trace);
    struct nodes nodes;
    nodes_begin(&nodes, trace, first, (uint32_t)ranks);
    trace_read_nodes(&source, &nodes);
    read_events(&source, &nodes);
    nodes_end(&nodes);
    trace->full = source.region->full != 0;
    trace->damaged = source.damaged;
    return 0;
}

void trace_free(struct trace *trace)
{
    arena_free(&trace->arena);
    *trace = (struct trace){0};
}
