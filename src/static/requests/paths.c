#include "static/requests/paths.h"

#include "static/requests/path_effects.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUDGET = 3000000,   /* instructions visited per walk */
    VISIT_LIMIT = 64,   /* of a block in one phase; then the block is not visited again */
    SIZE_LIMIT = 60000, /* instructions of the largest function that is followed */
};

struct path_fork {
    struct path_state state;
    uint32_t at; /* the instruction of the block to continue with */
};

bool *paths_never_return(struct analysis *analysis)
{
    const struct ir_program *program = analysis->program;
    bool *never = arena_alloc(&analysis->arena, (program->function_count + 1) * sizeof *never);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        const struct api_function *mpi = analysis->mpi[function->number];
        never[function->number] =
            function->no_return || (mpi && strcmp(mpi->class->name, "abort") == 0);
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->bottom_up[i];
        if (function->defined && !never[function->number]) {
            never[function->number] = path_effects_never_returns(function, never);
        }
    }
    return never;
}

static uint32_t count_instructions(const struct ir_function *function)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < function->block_count && count <= SIZE_LIMIT; i++) {
        count += function->blocks[i]->instruction_count;
    }
    return count;
}

static bool path_calls_setjmp(const struct ir_function *function)
{
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *callee = function->calls[i]->callee;
        if (callee && callee->kind == IR_FUNCTION && callee->as_function->returns_twice) {
            return true;
        }
    }
    return false;
}

static void find_cycles(struct paths *paths)
{
    uint32_t count = paths->graph->count;
    uint32_t *component = arena_alloc(&paths->arena, (count + 1) * sizeof *component);
    uint32_t *size = arena_alloc(&paths->arena, (count + 1) * sizeof *size);
    graph_components(paths->graph, component);
    for (uint32_t i = 0; i < count; i++) {
        size[component[i]]++;
    }
    paths->in_cycle = arena_alloc(&paths->arena, (count + 1) * sizeof *paths->in_cycle);
    for (uint32_t i = 0; i < count; i++) {
        paths->in_cycle[i] = size[component[i]] > 1;
        const struct graph_node *node = &paths->graph->nodes[i];
        for (uint32_t s = 0; s < node->successor_count; s++) {
            paths->in_cycle[i] |= node->successors[s] == i;
        }
    }
}

static void number_values(struct paths *paths)
{
    const struct ir_function *function = paths->function;
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = function->blocks[b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            uint32_t number = block->instructions[i]->number;
            low = number < low ? number : low;
            high = number > high ? number : high;
        }
    }
    paths->first_number = low;
    paths->last_use = arena_alloc(&paths->arena, (high - low + 1) * sizeof *paths->last_use);
    paths->object_index =
        arena_alloc(&paths->arena, (high - low + 1) * sizeof *paths->object_index);
    paths->object_span = high - low + 1;
}

static bool is_object(const struct ir_value *value)
{
    return value->opcode == IR_ALLOCA || (value->opcode == IR_CALL && object_is_allocation(value));
}

static void path_find_objects(struct paths *paths)
{
    const struct ir_function *function = paths->function;
    for (uint32_t b = 0; b < function->block_count; b++) {
        const struct ir_block *block = function->blocks[b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const struct ir_value *value = block->instructions[i];
            if (is_object(value)) {
                *arena_push(&paths->arena, paths->objects, paths->object_count) =
                    object_of(paths->analysis, value, function);
                paths->object_index[value->number - paths->first_number] =
                    (uint32_t)paths->object_count;
            }
        }
    }
}

struct paths *paths_create(struct analysis *analysis, const struct ir_function *function,
                           const bool *never_returns)
{
    if (!function->defined || !function->block_count || path_calls_setjmp(function) ||
        count_instructions(function) > SIZE_LIMIT) {
        return NULL;
    }
    struct paths *paths = memory_zero(1, sizeof *paths);
    paths->analysis = analysis;
    paths->function = function;
    paths->never_returns = never_returns;
    paths->graph = graph_of_function(&paths->arena, function);
    uint32_t count = paths->graph->count;
    paths->loops = graph_loops(&paths->arena, paths->graph, 0);
    paths->post_dominators = graph_dominators(&paths->arena, paths->graph, count - 1, true);
    paths->sequence = arena_alloc(&paths->arena, count * sizeof *paths->sequence);
    paths->place = arena_alloc(&paths->arena, count * sizeof *paths->place);
    uint32_t reached = graph_order(paths->graph, 0, paths->sequence);
    for (uint32_t i = 0; i < reached; i++) {
        if (paths->sequence[i] != count - 1) { /* the exit is no block */
            paths->place[paths->sequence[i]] = paths->sequence_count;
            paths->sequence[paths->sequence_count++] = paths->sequence[i];
        }
    }
    find_cycles(paths);
    number_values(paths);
    path_find_objects(paths);
    paths->states = memory_zero(count, sizeof *paths->states);
    paths->reached = memory_zero(count, sizeof *paths->reached);
    paths->queued = memory_zero(count, sizeof *paths->queued);
    paths->visits = memory_zero(count, sizeof *paths->visits);
    terms_init(&paths->terms);
    return paths;
}

static void path_clear(struct paths *paths)
{
    for (uint32_t i = 0; i < paths->graph->count; i++) {
        for (unsigned phase = 0; phase < PATH_PHASES; phase++) {
            path_state_free(&paths->states[i][phase]);
        }
    }
    memset(paths->reached, 0, paths->graph->count * sizeof *paths->reached);
    memset(paths->queued, 0, paths->graph->count * sizeof *paths->queued);
    memset(paths->visits, 0, paths->graph->count * sizeof *paths->visits);
    terms_free(&paths->terms);
    terms_init(&paths->terms);
}

void paths_free(struct paths *paths)
{
    if (!paths) {
        return;
    }
    path_clear(paths);
    terms_free(&paths->terms);
    free(paths->states);
    free(paths->reached);
    free(paths->queued);
    free(paths->visits);
    free(paths->forks);
    arena_free(&paths->arena);
    free(paths);
}

struct path_state *paths_fork(struct paths *paths, const struct path_state *state)
{
    paths->forks =
        memory_room(paths->forks, paths->fork_count, &paths->fork_space, sizeof *paths->forks);
    struct path_fork *fork = &paths->forks[paths->fork_count++];
    *fork = (struct path_fork){.state = path_state_copy(state), .at = paths->at + 1};
    return &fork->state;
}

/* Enters a block: phis take their values all at once. */
static void path_enter(struct paths *paths, struct path_state *state, const struct ir_block *from,
                       const struct ir_block *to)
{
    uint32_t count = 0;
    while (count < to->instruction_count && to->instructions[count]->opcode == IR_PHI) {
        count++;
    }
    if (!count) {
        return;
    }
    term_id *terms = memory_zero(count, sizeof *terms);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_value *phi = to->instructions[i];
        for (uint32_t k = 0; k < phi->operand_count; k++) {
            if (phi->incoming[k] == from) {
                terms[i] = paths_term(paths, state, phi->operands[k]);
                break;
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (terms[i] != TERM_NONE) {
            path_state_bind(state, to->instructions[i], terms[i]);
        }
    }
    free(terms);
}

/* Passes the state on to the next block, which takes ownership of it. */
static void paths_flow(struct paths *paths, struct path_state *state, const struct ir_block *from,
                       const struct ir_block *to)
{
    path_enter(paths, state, from, to);
    uint32_t block = to->number;
    unsigned phase = state->phase;
    bool changed = true;
    if (!paths->reached[block][phase]) {
        paths->reached[block][phase] = true;
        paths->states[block][phase] = *state;
    } else {
        int64_t salt = (int64_t)block * PATH_PHASES + phase;
        changed = path_state_merge(&paths->terms, &paths->states[block][phase], state, salt);
        path_state_free(state);
    }
    if (changed && paths->visits[block][phase] < VISIT_LIMIT) {
        paths->queued[block][phase] = true;
    }
}

static void flow_if(struct paths *paths, const struct path_state *state,
                    const struct ir_block *from, uint32_t successor, term_id truth, bool value)
{
    struct path_state copy = path_state_copy(state);
    if (path_state_assume(&paths->terms, &copy, truth, value)) {
        paths_flow(paths, &copy, from, from->successors[successor]);
    } else {
        path_state_free(&copy);
    }
}

static void take_branch(struct paths *paths, struct path_state *state,
                        const struct ir_value *terminator)
{
    const struct ir_block *block = terminator->block;
    term_id condition = paths_term(paths, state, terminator->operands[0]);
    int truth = path_state_truth(&paths->terms, state, condition);
    if (truth < 0) {
        paths->client->undecided(paths->client->context, paths, state, terminator, condition);
    }
    if (truth != 0) {
        flow_if(paths, state, block, 0, condition, true);
    }
    if (truth != 1) {
        flow_if(paths, state, block, 1, condition, false);
    }
}

static void take_switch(struct paths *paths, struct path_state *state,
                        const struct ir_value *terminator)
{
    const struct ir_block *block = terminator->block;
    term_id value = paths_term(paths, state, terminator->operands[0]);
    int64_t integer;
    bool known = path_state_integer(&paths->terms, state, value, &integer);
    if (!known) {
        paths->client->undecided(paths->client->context, paths, state, terminator, value);
    }
    struct path_state otherwise = path_state_copy(state);
    bool possible = true;
    for (uint32_t i = 1; i < block->successor_count && i < terminator->operand_count; i++) {
        term_id label = paths_term(paths, state, terminator->operands[i]);
        term_id truth = terms_compare(&paths->terms, IR_EQUAL, value, label);
        flow_if(paths, state, block, i, truth, true);
        possible = possible && path_state_assume(&paths->terms, &otherwise, truth, false);
    }
    if (possible && block->successor_count) {
        paths_flow(paths, &otherwise, block, block->successors[0]);
    } else {
        path_state_free(&otherwise);
    }
}

static void take_any(struct paths *paths, struct path_state *state,
                     const struct ir_value *terminator)
{
    const struct ir_block *block = terminator->block;
    /* Ways of exceptions are not followed: MPI throws none. */
    uint32_t count =
        terminator->opcode == IR_CALL && block->successor_count ? 1 : block->successor_count;
    for (uint32_t i = 0; i < count; i++) {
        struct path_state copy = path_state_copy(state);
        paths_flow(paths, &copy, block, block->successors[i]);
    }
}

static void finish_block(struct paths *paths, struct path_state *state,
                         const struct ir_value *terminator)
{
    path_effects_prune(paths, state, terminator->block);
    if (terminator->opcode == IR_RETURN) {
        paths->client->leave(paths->client->context, paths, state, terminator);
    } else if (terminator->opcode == IR_BRANCH && terminator->operand_count &&
               terminator->block->successor_count == 2) {
        take_branch(paths, state, terminator);
    } else if (terminator->opcode == IR_SWITCH && terminator->operand_count) {
        take_switch(paths, state, terminator);
    } else {
        take_any(paths, state, terminator);
    }
}

static bool is_end(const struct paths *paths, const struct ir_value *instruction)
{
    return instruction->opcode == IR_CALL && path_effects_ends(instruction, paths->never_returns);
}

/* Runs one state through the rest of the block. */
static void path_run(struct paths *paths, const struct ir_block *block, struct path_state *state,
                     uint32_t at)
{
    for (paths->at = at; paths->at < block->instruction_count; paths->at++) {
        const struct ir_value *instruction = block->instructions[paths->at];
        paths->budget -= paths->budget > 0;
        path_effects_apply(paths, state, instruction);
        if (instruction->opcode == IR_CALL || instruction->opcode == IR_LOAD ||
            instruction->opcode == IR_STORE || instruction->opcode == IR_ATOMIC) {
            paths->client->visit(paths->client->context, paths, state, instruction);
        }
        if (is_end(paths, instruction)) {
            return;
        }
    }
    finish_block(paths, state, block->instructions[block->instruction_count - 1]);
}

/* Runs a block in one phase, with the states that the client forks on the way. */
static void paths_process(struct paths *paths, uint32_t block, unsigned phase)
{
    paths->queued[block][phase] = false;
    paths->visits[block][phase]++;
    const struct ir_block *body = paths->function->blocks[block];
    struct path_state state = path_state_copy(&paths->states[block][phase]);
    path_run(paths, body, &state, 0);
    path_state_free(&state);
    while (paths->fork_count) {
        struct path_fork fork = paths->forks[--paths->fork_count];
        path_run(paths, body, &fork.state, fork.at);
        path_state_free(&fork.state);
    }
}

bool paths_walk(struct paths *paths, const struct path_client *client)
{
    path_clear(paths);
    paths->client = client;
    paths->budget = BUDGET;
    paths->reached[0][0] = paths->queued[0][0] = true;
    for (bool again = true; again && paths->budget;) {
        again = false;
        for (uint32_t i = 0; i < paths->sequence_count; i++) {
            uint32_t block = paths->sequence[i];
            for (unsigned phase = 0; phase < PATH_PHASES && paths->budget; phase++) {
                if (paths->queued[block][phase]) {
                    paths_process(paths, block, phase);
                    again = true;
                }
            }
        }
    }
    return paths->budget > 0;
}
