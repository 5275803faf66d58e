#include "static/threads/team.h"

#include <stdlib.h>
#include <string.h>

enum {
    LARGE_NODES = 30000,
    MOST_NODES = 60000,
    MOST_DEPTH = 48,
    MOST_TARGETS = 8,
    MOST_LOCKS = 62,
};

struct edge {
    uint32_t from, to;
};

struct team_builder {
    struct team *team;
    struct threading *threading;
    struct edge *edges;
    size_t edge_count, edge_space;
    uint32_t instances;
    uint32_t *latest; /* by function number: its last frame, or TEAM_NONE */
};

static void team_connect(struct team_builder *builder, uint32_t from, uint32_t to)
{
    builder->edges =
        memory_room(builder->edges, builder->edge_count, &builder->edge_space, sizeof(struct edge));
    builder->edges[builder->edge_count++] = (struct edge){from, to};
}

static uint32_t team_add_node(struct team_builder *builder, uint32_t frame,
                              const struct ir_value *at)
{
    struct team *team = builder->team;
    team->nodes =
        memory_room(team->nodes, team->node_count, &team->node_space, sizeof(struct team_node));
    team->nodes[team->node_count] = (struct team_node){.at = at, .frame = frame};
    return (uint32_t)team->node_count++;
}

static struct word team_append(struct arena *arena, struct word first, struct word second)
{
    struct word_letter *letters =
        arena_alloc(arena, (first.count + second.count + 1) * sizeof *letters);
    if (first.count)
        memcpy(letters, first.letters, first.count * sizeof *letters);
    if (second.count)
        memcpy(letters + first.count, second.letters, second.count * sizeof *letters);
    return (struct word){letters, first.count + second.count};
}

struct word team_word(const struct team *team, uint32_t node, struct arena *arena)
{
    const struct team_frame *frame = &team->frames[team->nodes[node].frame];
    if (!team->nodes[node].at)
        return frame->word;
    const struct function_guards *guards = words_of_function(team->threading, frame->function);
    struct word word =
        team_append(arena, frame->word, guards->words[team->nodes[node].at->block->number]);
    struct word_letter *own = (struct word_letter *)word.letters + frame->word.count;
    for (uint32_t i = frame->word.count; i < word.count; i++, own++)
        own->instance = team->nodes[node].frame + 1;
    return word;
}

unsigned team_control(const struct team *team, uint32_t node)
{
    const struct team_frame *frame = &team->frames[team->nodes[node].frame];
    unsigned bits = frame->control;
    if (team->nodes[node].at)
        bits |= thread_control(team->threading, team->nodes[node].at->block);
    return bits;
}

/* ---- frames */

static bool team_recurses(const struct team *team, uint32_t frame,
                          const struct ir_function *function)
{
    for (; frame != TEAM_NONE; frame = team->frames[frame].parent)
        if (team->frames[frame].function == function)
            return true;
    return false;
}

static bool letter_of_call(const struct team_builder *builder, const struct ir_value *call,
                           struct word_letter *letter)
{
    const struct openmp *openmp = builder->threading->openmp;
    *letter = (struct word_letter){.construct = call};
    switch (openmp_kind(openmp, call)) {
    case OPENMP_FORK:
        letter->kind = openmp_alone(openmp, call) ? WORD_ALONE : WORD_PARALLEL;
        return true;
    case OPENMP_TASK:
        letter->kind = WORD_TASK;
        return true;
    case OPENMP_TASK_ORDERED:
        letter->kind = WORD_TASK;
        letter->ordered = true;
        return true;
    case OPENMP_TASK_LOOP:
        letter->kind = WORD_TASKS;
        return true;
    case OPENMP_PTHREAD:
        letter->kind = WORD_THREAD;
        return true;
    default:
        letter->kind = WORD_ALONE;
        return openmp_in_serialized(openmp, call);
    }
}

static uint32_t team_add_frame(struct team_builder *builder, uint32_t call_node,
                               const struct ir_function *function, const struct ir_value *call)
{
    struct team *team = builder->team;
    struct team_frame frame = {
        .function = function,
        .call = call,
        .parent = TEAM_NONE,
        .call_node = call_node,
        .blocks = arena_alloc(&team->arena, function->block_count * sizeof(uint32_t))};
    if (call_node != TEAM_NONE) {
        frame.parent = team->nodes[call_node].frame;
        const struct team_frame *parent = &team->frames[frame.parent];
        frame.team = parent->team;
        frame.depth = parent->depth + 1;
        frame.control = team_control(team, call_node);
        frame.guessed =
            parent->guessed || call->targets_unknown ||
            (call->callee && call->callee->kind != IR_FUNCTION && call->target_count > 1);
        frame.word = team_word(team, call_node, &team->arena);
    }
    struct word_letter letter;
    if (call && letter_of_call(builder, call, &letter)) {
        letter.instance = ++builder->instances;
        frame.word = team_append(&team->arena, frame.word, (struct word){&letter, 1});
        if (letter.kind == WORD_PARALLEL || letter.kind == WORD_ALONE) {
            frame.team = team->team_count++;
            frame.control = THREAD_SAME;
            ((struct word_letter *)frame.word.letters)[frame.word.count - 1].thread = frame.team;
        }
    }
    team->frames =
        memory_room(team->frames, team->frame_count, &team->frame_space, sizeof(struct team_frame));
    frame.earlier = builder->latest[function->number];
    /* Its blocks are made when its turn comes. */
    uint32_t number = (uint32_t)team->frame_count++;
    builder->latest[function->number] = number;
    frame.entry = team_add_node(builder, number, NULL);
    frame.exit = team_add_node(builder, number, NULL);
    team->nodes[frame.exit].leaves = true;
    team->frames[number] = frame;
    return number;
}

/* Returns a frame of the function that a call from this node can share, or TEAM_NONE. */
static uint32_t find_frame(const struct team_builder *builder, uint32_t node,
                           const struct ir_function *function)
{
    const struct team *team = builder->team;
    struct arena scratch = {0};
    struct word word = team_word(team, node, &scratch);
    uint32_t found = builder->latest[function->number];
    while (found != TEAM_NONE && !word_same(word, team->frames[found].word))
        found = team->frames[found].earlier;
    arena_free(&scratch);
    return found;
}

/* ---- nodes of a block */

static bool team_is_event(enum openmp_kind kind)
{
    switch (kind) {
    case OPENMP_NONE:
    case OPENMP_SERIALIZED:
    case OPENMP_END_SERIALIZED:
    case OPENMP_PUSH_THREADS:
    case OPENMP_REDUCE:
    case OPENMP_CANCEL:
    case OPENMP_TASK_MAKE:
        return false;
    default:
        return kind <= OPENMP_UNLOCK || kind == OPENMP_PTHREAD;
    }
}

static bool team_ends_program(const struct threading *threading, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(threading->analysis, call);
    if (mpi && mpi->class && strcmp(mpi->class->name, "abort") == 0)
        return true;
    return call->callee && call->callee->kind == IR_FUNCTION &&
           call->callee->as_function->no_return;
}

/* Adds the call and what it enters; returns the node after it. */
static uint32_t team_add_call(struct team_builder *builder, uint32_t node,
                              const struct ir_function **entered, uint32_t count, bool around)
{
    struct team *team = builder->team;
    const struct ir_value *call = team->nodes[node].at;
    uint32_t after = team_add_node(builder, team->nodes[node].frame, call);
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!builder->threading->relevant[entered[i]->number])
            continue;
        const struct team_frame *frame = &team->frames[team->nodes[node].frame];
        if (team_recurses(team, team->nodes[node].frame, entered[i]))
            continue;
        team->large = team->large || team->node_count > LARGE_NODES;
        uint32_t shared = team->large && !openmp_body(builder->threading->openmp, call)
                              ? find_frame(builder, node, entered[i])
                              : TEAM_NONE;
        if (shared != TEAM_NONE) {
            team_connect(builder, node, team->frames[shared].entry);
            team_connect(builder, team->frames[shared].exit, after);
            any = true;
            continue;
        }
        if (frame->depth >= MOST_DEPTH || team->node_count > MOST_NODES) {
            team->cut = true;
            continue;
        }
        uint32_t made = team_add_frame(builder, node, entered[i], call);
        team_connect(builder, node, team->frames[made].entry);
        team_connect(builder, team->frames[made].exit, after);
        any = true;
    }
    if (!any || around)
        team_connect(builder, node, after);
    return after;
}

static uint32_t team_add_event(struct team_builder *builder, uint32_t frame,
                               const struct ir_value *call, uint32_t before)
{
    const struct threading *threading = builder->threading;
    const struct ir_function *entered[MOST_TARGETS];
    enum openmp_kind kind = openmp_kind(threading->openmp, call);
    const struct api_function *mpi = threading_mpi(threading, call);
    uint32_t count = mpi ? 0 : threading_entered(threading, call, entered, MOST_TARGETS),
             inside = 0;
    for (uint32_t i = 0; i < count; i++)
        inside += threading->relevant[entered[i]->number];
    if (!mpi && !team_is_event(kind) && inside == 0)
        return before;
    uint32_t node = team_add_node(builder, frame, call);
    team_connect(builder, before, node);
    builder->team->nodes[node].mpi = mpi;
    builder->team->nodes[node].kind = kind;
    if (inside == 0)
        return node;
    return team_add_call(builder, node, entered, count, inside < count || kind != OPENMP_NONE);
}

static bool in_parallel(struct word word)
{
    for (uint32_t i = 0; i < word.count; i++)
        if (word.letters[i].kind == WORD_PARALLEL)
            return true;
    return false;
}

/* Adds the nodes from the block's first one, which stands for its beginning, to its terminator. */
static void add_block(struct team_builder *builder, uint32_t frame, const struct ir_block *block)
{
    struct team *team = builder->team;
    uint32_t node = team->frames[frame].blocks[block->number];
    const struct ir_value *end = ir_terminator(block);
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const struct ir_value *instruction = block->instructions[i];
        if (instruction->opcode != IR_CALL)
            continue;
        if (team_ends_program(builder->threading, instruction))
            return;
        node = team_add_event(builder, frame, instruction, node);
    }
    uint32_t last = team_add_node(builder, frame, end);
    team->nodes[last].ends = true;
    team_connect(builder, node, last);
    if (end->opcode == IR_RETURN)
        team_connect(builder, last, team->frames[frame].exit);
    for (uint32_t i = 0; i < block->successor_count; i++) {
        if (end->opcode == IR_CALL && i > 0)
            break; /* the way of an exception */
        if (in_parallel(team->frames[frame].word) && words_edge_dead(builder->threading, block, i))
            continue;
        team_connect(builder, last, team->frames[frame].blocks[block->successors[i]->number]);
    }
}

static void fill_frame(struct team_builder *builder, uint32_t frame)
{
    struct team *team = builder->team;
    const struct ir_function *function = team->frames[frame].function;
    for (uint32_t i = 0; i < function->block_count; i++) {
        uint32_t node = team_add_node(builder, frame, function->blocks[i]->instructions[0]);
        team->frames[frame].blocks[i] = node;
    }
    team_connect(builder, team->frames[frame].entry, team->frames[frame].blocks[0]);
    for (uint32_t i = 0; i < function->block_count; i++)
        add_block(builder, frame, function->blocks[i]);
}

/* ---- locks */

struct lock {
    const struct ir_value *object;
    int64_t offset;
};

struct locks {
    struct lock list[MOST_LOCKS];
    int count;
};

/* Returns the bit of the lock that a call takes or releases; 0: the lock is not known. */
static uint64_t lock_bit(struct locks *locks, const struct points *points,
                         const struct ir_value *call, uint32_t operand)
{
    if (operand >= call->operand_count)
        return 0;
    struct lock lock = {call->operands[operand], 0};
    if (lock.object->kind != IR_GLOBAL) {
        struct points_set set = points_to(points, lock.object);
        if (set.unknown || set.count != 1 || set.locations[0].offset == POINTS_ANYWHERE)
            return 0;
        lock = (struct lock){set.locations[0].object, set.locations[0].offset};
    }
    int i = 0;
    while (i < locks->count &&
           (locks->list[i].object != lock.object || locks->list[i].offset != lock.offset))
        i++;
    if (i == MOST_LOCKS)
        return 0;
    if (i == locks->count)
        locks->list[locks->count++] = lock;
    return UINT64_C(1) << i;
}

struct lock_change {
    uint64_t taken, given;
};

static struct lock_change team_change_of(struct team *team, struct locks *locks, uint32_t node)
{
    const struct points *points = team->threading->analysis->points;
    const struct ir_value *at = team->nodes[node].at;
    switch (team->nodes[node].kind) {
    case OPENMP_CRITICAL:
        return (struct lock_change){lock_bit(locks, points, at, 2), 0};
    case OPENMP_END_CRITICAL:
        return (struct lock_change){0, lock_bit(locks, points, at, 2)};
    case OPENMP_LOCK:
        return (struct lock_change){lock_bit(locks, points, at, 0), 0};
    case OPENMP_UNLOCK: {
        uint64_t given = lock_bit(locks, points, at, 0);
        return (struct lock_change){0, given ? given : ~(UINT64_C(1) << TEAM_ORDERED)};
    }
    case OPENMP_ORDERED:
        return (struct lock_change){UINT64_C(1) << TEAM_ORDERED, 0};
    case OPENMP_END_ORDERED:
        return (struct lock_change){0, UINT64_C(1) << TEAM_ORDERED};
    default:
        return (struct lock_change){0, 0};
    }
}

/* Returns whether the edge enters or leaves the body of a region or a task: other threads execute
 * the body, so the locks of this thread do not protect it. */
static bool is_other_thread(const struct team *team, uint32_t from, uint32_t to)
{
    const struct team_node *exit = &team->nodes[from];
    if (exit->leaves)
        return team->frames[exit->frame].call &&
               openmp_body(team->threading->openmp, team->frames[exit->frame].call);
    return exit->frame != team->nodes[to].frame &&
           openmp_body(team->threading->openmp, exit->at) != NULL;
}

/* Finds the locks that are held on all ways to a node. */
static void find_locks(struct team *team)
{
    struct locks locks = {0};
    uint32_t count = (uint32_t)team->node_count;
    uint32_t *order = memory_zero(count + 1, sizeof *order);
    uint64_t *held = memory_zero(count + 1, sizeof *held); /* by node: held after it */
    struct lock_change *changes = memory_zero(count + 1, sizeof *changes);
    uint32_t reached = graph_order(team->graph, 0, order);
    for (uint32_t i = 0; i < count; i++) {
        held[i] = UINT64_MAX;
        changes[i] = team_change_of(team, &locks, i);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < reached; i++) {
            const struct graph_node *graph_node = &team->graph->nodes[order[i]];
            struct team_node *node = &team->nodes[order[i]];
            uint64_t before = order[i] == 0 ? 0 : UINT64_MAX;
            for (uint32_t k = 0; k < graph_node->predecessor_count; k++) {
                uint32_t from = graph_node->predecessors[k];
                if (!is_other_thread(team, from, order[i]))
                    before &= held[from];
                else if (!team->nodes[from].leaves)
                    before = 0;
            }
            struct lock_change change = changes[order[i]];
            uint64_t after = (before | change.taken) & ~change.given;
            node->locked = before;
            if (after != held[order[i]]) {
                held[order[i]] = after;
                changed = true;
            }
        }
    }
    free(order);
    free(held);
    free(changes);
}

/* Marks the nodes from which the end of the region can be reached: ways that end the program do not
 * count. */
static void find_alive(struct team *team)
{
    uint32_t *work = NULL;
    size_t count = 0, space = 0;
    team->alive = arena_alloc(&team->arena, team->node_count + 1);
    team->alive[team->exit] = team->reached[team->exit];
    for (uint32_t node = team->exit;;) {
        const struct graph_node *graph_node = &team->graph->nodes[node];
        for (uint32_t i = 0; i < graph_node->predecessor_count; i++) {
            if (team->alive[graph_node->predecessors[i]] ||
                !team->reached[graph_node->predecessors[i]])
                continue;
            team->alive[graph_node->predecessors[i]] = true;
            work = memory_room(work, count, &space, sizeof *work);
            work[count++] = graph_node->predecessors[i];
        }
        if (count == 0)
            break;
        node = work[--count];
    }
    free(work);
}

struct team *team_build(struct threading *threading, const struct ir_value *fork,
                        const struct ir_function *function)
{
    struct team *team = memory_zero(1, sizeof *team);
    struct team_builder builder = {.team = team, .threading = threading};
    team->threading = threading;
    builder.latest = memory_alloc((threading->program->function_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < threading->program->function_count; i++)
        builder.latest[i] = TEAM_NONE;
    uint32_t root = team_add_frame(&builder, TEAM_NONE, function, fork); /* its entry is node 0 */
    if (team->team_count == 0)
        team->team_count = 1;
    team->exit = team->frames[root].exit;
    for (uint32_t i = 0; i < team->frame_count; i++)
        fill_frame(&builder, i);
    team->graph = graph_create(&team->arena, (uint32_t)team->node_count);
    for (size_t i = 0; i < builder.edge_count; i++)
        graph_add_edge(team->graph, builder.edges[i].from, builder.edges[i].to);
    free(builder.edges);
    free(builder.latest);
    team->reached = arena_alloc(&team->arena, team->node_count + 1);
    team_reach(team, 0, TEAM_NONE, false, team->reached);
    team->reached[0] = true;
    find_locks(team);
    find_alive(team);
    return team;
}

void team_free(struct team *team)
{
    arena_free(&team->arena);
    free(team->frames);
    free(team->nodes);
    free(team);
}

void team_reach(const struct team *team, uint32_t from, uint32_t number, bool tasks, bool *reached)
{
    uint32_t *work = NULL;
    size_t count = 0, space = 0;
    memset(reached, 0, team->node_count * sizeof *reached);
    for (uint32_t node = from;;) {
        const struct team_node *here = &team->nodes[node];
        bool stops = (here->kind == OPENMP_BARRIER && team->frames[here->frame].team == number) ||
                     (tasks && here->kind == OPENMP_TASK_WAIT);
        const struct graph_node *graph_node = &team->graph->nodes[node];
        for (uint32_t i = 0; !stops && i < graph_node->successor_count; i++) {
            uint32_t next = graph_node->successors[i];
            if (reached[next])
                continue;
            reached[next] = true;
            work = memory_room(work, count, &space, sizeof *work);
            work[count++] = next;
        }
        if (count == 0)
            break;
        node = work[--count];
    }
    free(work);
}

uint32_t team_barriers_before(const struct team *team, uint32_t node)
{
    uint32_t number = team->frames[team->nodes[node].frame].team, met = 0;
    bool *seen = memory_zero(team->node_count, sizeof *seen);
    uint32_t *now = NULL, *later = NULL; /* nodes reached with `met` barriers, and with one more */
    size_t now_count = 0, later_count = 0, now_space = 0, later_space = 0;
    now = memory_room(now, now_count, &now_space, sizeof *now);
    now[now_count++] = 0;
    while (now_count && !seen[node]) {
        uint32_t at = now[--now_count];
        const struct team_node *here = &team->nodes[at];
        bool waits = here->kind == OPENMP_BARRIER && team->frames[here->frame].team == number;
        const struct graph_node *graph_node = &team->graph->nodes[at];
        for (uint32_t i = 0; !seen[at] && i < graph_node->successor_count; i++) {
            uint32_t next = graph_node->successors[i];
            if (waits) {
                later = memory_room(later, later_count, &later_space, sizeof *later);
                later[later_count++] = next;
            } else {
                now = memory_room(now, now_count, &now_space, sizeof *now);
                now[now_count++] = next;
            }
        }
        seen[at] = true;
        if (now_count == 0 && later_count && !seen[node]) {
            uint32_t *nodes = now;
            size_t space = now_space;
            now = later;
            now_space = later_space;
            now_count = later_count;
            later = nodes;
            later_space = space;
            later_count = 0;
            met++;
        }
    }
    free(seen);
    free(now);
    free(later);
    return met;
}
