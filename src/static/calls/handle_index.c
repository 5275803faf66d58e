/* handle_index.c: finds which instructions may put a handle into which memory. */
#include "static/calls/handle_index.h"
#include "ir/graph.h"

#include <stdlib.h>
#include <string.h>

static void add_writer(struct analysis *analysis, struct handle_index *index,
                       const struct ir_value *instruction, const struct ir_value *address,
                       const struct ir_value *source)
{
    struct points_location exact;
    struct points_set set = analysis_places(analysis, address, &exact);
    for (uint32_t i = 0; i < set.count; i++) {
        struct handle_writer *writer =
            arena_push(&analysis->arena, index->writers, index->writer_count);
        *writer = (struct handle_writer){
            .object = set.locations[i].object,
            .offset = set.locations[i].offset,
            .instruction = instruction,
            .address = address,
            .source = source,
        };
    }
}

static bool is_handle_role(const char *role)
{
    static const char *const roles[] = {"comm", "win", "file", "group"};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(role, roles[i]) == 0)
            return true;
    return false;
}

static void handle_index_add_call(struct analysis *analysis, struct handle_index *index,
                                  const struct ir_value *call)
{
    const struct ir_value *callee = call->callee;
    if (callee && callee->kind == IR_FUNCTION && call->operand_count >= 2 &&
        (strncmp(callee->as_function->symbol, "llvm.memcpy", 11) == 0 ||
         strcmp(callee->as_function->symbol, "memcpy") == 0)) {
        add_writer(analysis, index, call, call->operands[0], call->operands[1]);
        return;
    }
    if (!analysis_mpi(analysis, call))
        return;
    for (uint32_t i = 0; i < call->operand_count; i++) {
        const struct api_parameter *parameter = analysis_parameter(analysis, call, i);
        /* MPI_Comm_free sets its argument to null, which is no communicator. */
        if (parameter && parameter->direction == API_OUT && is_handle_role(parameter->role->name))
            add_writer(analysis, index, call, call->operands[i], NULL);
    }
}

/* Returns whether the value may be a handle: handles are ints or pointers. */
static bool may_be_handle(const struct ir_value *value)
{
    return value->type && (value->type->kind == IR_TYPE_POINTER ||
                           (value->type->kind == IR_TYPE_INTEGER && value->type->bits >= 32));
}

static int compare_writers(const void *left, const void *right)
{
    const struct handle_writer *a = left, *b = right;
    if (a->object->number != b->object->number)
        return a->object->number < b->object->number ? -1 : 1;
    if (a->instruction->number != b->instruction->number)
        return a->instruction->number < b->instruction->number ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

/* Returns whether control can go from one block to the other without another round of a loop. */
static bool handle_index_reaches(struct arena *arena, const struct ir_block *from,
                                 const struct ir_block *to)
{
    const struct ir_function *function = from->function;
    struct graph *graph = graph_of_function(arena, function);
    uint32_t *order = arena_alloc(arena, (graph->count + 1) * sizeof *order);
    bool *reached = arena_alloc(arena, (graph->count + 1) * sizeof *reached);
    uint32_t count = graph_order(graph, 0, order);
    reached[from->number] = true;
    /* In this order predecessors come first, except on edges back. */
    bool *seen = arena_alloc(arena, (graph->count + 1) * sizeof *seen);
    for (uint32_t i = 0; i < count; i++) {
        const struct graph_node *node = &graph->nodes[order[i]];
        for (uint32_t k = 0; k < node->predecessor_count; k++)
            reached[order[i]] |= seen[node->predecessors[k]] && reached[node->predecessors[k]];
        seen[order[i]] = true;
    }
    return reached[to->number];
}

static bool makes_the_same(const struct analysis *analysis, const struct handle_writer *a,
                           const struct handle_writer *b)
{
    if (a->object != b->object || a->offset != b->offset || a->instruction == b->instruction ||
        a->instruction->function != b->instruction->function ||
        a->instruction->block == b->instruction->block || a->source || b->source ||
        a->instruction->opcode != IR_CALL || b->instruction->opcode != IR_CALL ||
        analysis_mpi(analysis, a->instruction) != analysis_mpi(analysis, b->instruction))
        return false;
    struct arena arena = {0};
    bool apart = !handle_index_reaches(&arena, a->instruction->block, b->instruction->block) &&
                 !handle_index_reaches(&arena, b->instruction->block, a->instruction->block);
    arena_free(&arena);
    return apart;
}

const struct ir_value *handle_maker(const struct handle_index *index, const struct ir_value *call)
{
    for (size_t i = 0; i < index->pair_count; i++)
        if (index->pairs[i].call == call)
            return index->pairs[i].first;
    return call;
}

/* Finds the calls that make one communicator. Writers of one object are consecutive, in program
 * order. */
static void find_pairs(struct analysis *analysis, struct handle_index *index)
{
    for (size_t i = 0; i < index->writer_count; i++)
        for (size_t k = i + 1; k < index->writer_count && k < i + 64 &&
                               index->writers[k].object == index->writers[i].object;
             k++) {
            const struct ir_value *call = index->writers[k].instruction;
            if (!makes_the_same(analysis, &index->writers[i], &index->writers[k]) ||
                handle_maker(index, call) != call)
                continue;
            struct handle_pair *pair =
                arena_push(&analysis->arena, index->pairs, index->pair_count);
            *pair = (struct handle_pair){call, handle_maker(index, index->writers[i].instruction)};
        }
}

struct handle_index *handle_index_create(struct analysis *analysis)
{
    struct handle_index *index = arena_alloc(&analysis->arena, sizeof *index);
    for (uint32_t i = 0; i < analysis->program->value_count; i++) {
        const struct ir_value *value = analysis->program->values[i];
        if (!value || value->kind != IR_INSTRUCTION)
            continue;
        if (value->opcode == IR_STORE && may_be_handle(value->operands[0]))
            add_writer(analysis, index, value, value->operands[1], NULL);
        else if (value->opcode == IR_CALL)
            handle_index_add_call(analysis, index, value);
    }
    if (index->writer_count > 0)
        qsort(index->writers, index->writer_count, sizeof *index->writers, compare_writers);
    find_pairs(analysis, index);
    return index;
}

const struct handle_writer *handle_writers(const struct handle_index *index,
                                           const struct ir_value *object, size_t *count)
{
    size_t low = 0, high = index->writer_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (index->writers[middle].object->number < object->number)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < index->writer_count && index->writers[end].object == object)
        end++;
    *count = end - low;
    return index->writers + low;
}

bool handle_writer_touches(const struct handle_writer *writer, int64_t offset)
{
    if (writer->source) /* a copy covers what follows its start; its length is ignored */
        return writer->offset == POINTS_ANYWHERE || offset == POINTS_ANYWHERE ||
               writer->offset <= offset;
    return writer->offset == offset || writer->offset == POINTS_ANYWHERE ||
           offset == POINTS_ANYWHERE;
}
