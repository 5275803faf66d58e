/* values.c, of threading.h: finds which values differ between the threads of a team.
 *
 * The thesis (3.2.2) warns about every branch that decides about a barrier, and leaves the question
 * whether its condition depends on the thread to future work. This file answers it. Functions that
 * teams execute are evaluated together until nothing changes; a parameter is as different as all
 * that calls pass for it.
 *
 * A thread sees in its own variables what it stored there, under the conditions of the store. A
 * shared variable at an address that is the same for all holds the same for all, unless the team
 * writes it: then the order of threads decides, and the answer is UNSURE. */
#include "static/threads/threading.h"

#include <stdlib.h>
#include <string.h>

struct thread_values {
    struct threading *threading;
    unsigned char *levels;   /* by value number; for objects in memory see `contents` */
    unsigned char *contents; /* by value number of an object: what it contains */
    unsigned char *results;  /* by function number */
    bool *shared;            /* by value number of an object */
    bool *evened; /* by value number of a private object: copyprivate makes it the same */
    const struct ir_value **only; /* by value number of an object: the only stored value */
    bool *written;                /* by value number of a shared object: a team writes it */
    unsigned char **control;      /* by function number, then by block */
    unsigned char **joined;       /* the same: of the branches whose ways meet here */
    unsigned char **decided;      /* the same: bits of the terminator that were spread last */
    unsigned char **left;       /* the same, for heads of loops: of branches that leave the loop */
    struct graph_loops **loops; /* by function number */
    bool in_team;               /* the current function is executed by a team */
    bool changed;
};

static void values_worsen(struct thread_values *values, unsigned char *level, unsigned bits)
{
    if ((*level | bits) != *level) {
        *level |= (unsigned char)bits;
        values->changed = true;
    }
}

static unsigned values_level(const struct thread_values *values, const struct ir_value *value)
{
    return values->levels[value->number];
}

static bool is_private(const struct thread_values *values, const struct ir_value *object)
{
    return object->kind == IR_INSTRUCTION && !values->shared[object->number];
}

/* Returns the variable of which each thread has a copy (threadprivate, _Thread_local), or NULL. */
static const struct ir_value *thread_local_of(const struct ir_value *address)
{
    while (address->kind == IR_INSTRUCTION && address->opcode == IR_ADDRESS)
        address = address->operands[0];
    if (address->kind != IR_INSTRUCTION || address->opcode != IR_CALL || !address->callee ||
        address->callee->kind != IR_FUNCTION || address->operand_count == 0 ||
        strncmp(address->callee->as_function->symbol, "llvm.threadlocal.address", 24) != 0)
        return NULL;
    return address->operands[0];
}

/* Returns whether a call of that kind gets the function. */
static bool is_body_of(const struct thread_values *values, const struct ir_function *function,
                       enum openmp_kind kind)
{
    for (uint32_t i = 0; i < function->value->user_count; i++)
        if (openmp_kind(values->threading->openmp, function->value->users[i]) == kind)
            return true;
    return false;
}

static bool is_task_argument(const struct thread_values *values, const struct ir_value *address)
{
    while (address->kind == IR_INSTRUCTION && address->opcode == IR_ADDRESS)
        address = address->operands[0];
    return address->kind == IR_ARGUMENT && address->index == 1 &&
           is_body_of(values, address->function, OPENMP_TASK_MAKE);
}

/* Returns the level of a load through this address. */
static unsigned values_loaded(const struct thread_values *values, const struct ir_value *address)
{
    unsigned bits = values_level(values, address);
    const struct ir_value *own = thread_local_of(address);
    if (own)
        return bits | values->contents[own->number];
    struct points_set set = points_to(values->threading->analysis->points, address);
    if (set.unknown)
        bits |= THREAD_UNSURE;
    for (uint32_t i = 0; i < set.count; i++) {
        const struct ir_value *object = set.locations[i].object;
        if (is_private(values, object) && values->evened[object->number])
            bits |= values->contents[object->number] ? THREAD_UNSURE : THREAD_SAME;
        else if (is_private(values, object))
            bits |= values->contents[object->number];
        else if (values->written[object->number])
            bits |= THREAD_UNSURE;
    }
    /* A task gets what its maker had, although the runtime library sees it on the way. */
    return is_task_argument(values, address) ? bits & ~(unsigned)THREAD_UNSURE : bits;
}

/* Records a store. `value` is what is stored, with these bits; NULL: several values, or not known
 * which. `control` has the bits of the conditions of the store. They do not matter for a variable
 * that never holds another value: this is how Fortran passes constants. */
static void values_stored(struct thread_values *values, const struct ir_value *address,
                          const struct ir_value *value, unsigned bits, unsigned control)
{
    struct points_set set = points_to(values->threading->analysis->points, address);
    const struct ir_value *own = thread_local_of(address);
    bits |= values_level(values, address);
    if (own) {
        if (values->in_team)
            values_worsen(values, &values->contents[own->number], bits | control);
        return;
    }
    for (uint32_t i = 0; i < set.count; i++) {
        const struct ir_value *object = set.locations[i].object;
        if (is_private(values, object)) {
            bool only = value && values->only[object->number] == value;
            values_worsen(values, &values->contents[object->number], only ? bits : bits | control);
        } else if (values->in_team && !values->written[object->number]) {
            values->written[object->number] = true;
            values->changed = true;
        }
    }
}

/* Returns whether the MPI function gives the same answer to all threads. */
static bool answers_all(const struct api_function *function)
{
    static const char *const same[] = {
        "MPI_Comm_rank",        "MPI_Comm_size", "MPI_Init_thread", "MPI_Query_thread",
        "MPI_Comm_remote_size", "MPI_Type_size", "MPI_Initialized", "MPI_Finalized"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(function->name, same[i]) == 0)
            return true;
    return false;
}

/* Handles a call of code outside the program, or of MPI: its effect on memory, and its result. */
static unsigned call_outside(struct thread_values *values, const struct ir_value *call)
{
    const struct api_function *mpi = analysis_mpi(values->threading->analysis, call);
    const char *symbol =
        call->callee && call->callee->kind == IR_FUNCTION ? call->callee->as_function->symbol : "";
    bool intrinsic = strncmp(symbol, "llvm.", 5) == 0;
    unsigned arguments = 0;
    bool memory = false;
    unsigned writes = mpi && answers_all(mpi) ? THREAD_SAME : THREAD_UNSURE;
    if (mpi && strcmp(mpi->name, "MPI_Is_thread_main") == 0)
        writes = THREAD_DIFFERS;
    if (strncmp(symbol, "llvm.lifetime", 13) == 0 || strncmp(symbol, "llvm.dbg", 8) == 0)
        return THREAD_SAME;
    if (strncmp(symbol, "llvm.memcpy", 11) == 0 || strncmp(symbol, "llvm.memmove", 12) == 0) {
        values_stored(values, call->operands[0], NULL, values_loaded(values, call->operands[1]),
                      thread_control(values->threading, call->block));
        return THREAD_SAME;
    }
    if (strncmp(symbol, "llvm.memset", 11) == 0) {
        values_stored(values, call->operands[0], NULL, THREAD_SAME,
                      thread_control(values->threading, call->block));
        return THREAD_SAME;
    }
    for (uint32_t i = 0; i < call->operand_count; i++) {
        arguments |= values_level(values, call->operands[i]);
        if (call->operands[i]->type && call->operands[i]->type->kind == IR_TYPE_POINTER) {
            memory = true;
            const struct api_parameter *parameter =
                mpi ? analysis_parameter(values->threading->analysis, call, i) : NULL;
            if (!intrinsic && !(parameter && parameter->direction == API_IN))
                values_stored(values, call->operands[i], NULL, writes, THREAD_SAME);
        }
    }
    if (mpi)
        return THREAD_SAME; /* error codes */
    if (intrinsic || (!memory && call->operand_count))
        return arguments; /* arithmetic: sqrt(), abs() */
    return THREAD_UNSURE;
}

static unsigned values_call_runtime(struct thread_values *values, const struct ir_value *call,
                                    enum openmp_kind kind)
{
    switch (kind) {
    case OPENMP_SINGLE:
    case OPENMP_MASTER:
    case OPENMP_MASKED:
    case OPENMP_THREAD_NUMBER:
    case OPENMP_THREAD_ID:
    case OPENMP_REDUCE:
        return THREAD_DIFFERS;
    case OPENMP_STATIC_LOOP:
    case OPENMP_DYNAMIC_NEXT: /* they set the bounds of this thread's iterations */
        for (uint32_t i = 0; i < call->operand_count; i++)
            if (call->operands[i]->kind == IR_INSTRUCTION &&
                call->operands[i]->type->kind == IR_TYPE_POINTER)
                values_stored(values, call->operands[i], NULL, THREAD_DIFFERS, THREAD_SAME);
        return THREAD_DIFFERS;
    case OPENMP_TEST_LOCK:
        return THREAD_TICKET;
    case OPENMP_THREAD_PRIVATE:
        return THREAD_UNSURE;
    default:
        return THREAD_SAME;
    }
}

static void evaluate_call(struct thread_values *values, const struct ir_value *call)
{
    const struct threading *threading = values->threading;
    enum openmp_kind kind = openmp_kind(threading->openmp, call);
    unsigned bits = THREAD_SAME;
    bool outside = kind == OPENMP_NONE && (call->target_count == 0 || call->targets_unknown);
    if (kind != OPENMP_NONE)
        bits = values_call_runtime(values, call, kind);
    const struct ir_function *body = openmp_body(threading->openmp, call);
    /* The thread that encounters the construct evaluates what it passes, so it is the same for a
     * new team. A task gets memory, which is followed like other memory. */
    unsigned passed = kind == OPENMP_TASK_LOOP ? THREAD_DIFFERS
                      : kind == OPENMP_PTHREAD ? THREAD_UNSURE
                                               : THREAD_SAME;
    if (body && kind != OPENMP_FORK)
        for (uint32_t p = 0; p < body->argument_count; p++)
            values_worsen(values, &values->levels[body->arguments[p]->number],
                          p == 0 && kind != OPENMP_PTHREAD ? (unsigned)THREAD_DIFFERS : passed);
    for (uint32_t i = 0; kind == OPENMP_NONE && i < call->target_count; i++) {
        const struct ir_function *target = call->targets[i];
        outside = outside || !target->defined;
        if (!threading_may_enter(threading, call, target))
            continue;
        bits |= values->results[target->number];
        for (uint32_t p = 0; p < target->argument_count && p < call->operand_count; p++)
            values_worsen(values, &values->levels[target->arguments[p]->number],
                          values_level(values, call->operands[p]));
    }
    if (outside)
        bits |= call_outside(values, call);
    values_worsen(values, &values->levels[call->number], bits);
}

/* Returns the level of an operand as its user sees it. Outside of a loop that threads leave at
 * different times, the results of the loop differ even if they are the same in each iteration. */
static unsigned level_for(const struct thread_values *values, const struct ir_value *user,
                          const struct ir_value *operand)
{
    unsigned bits = values_level(values, operand);
    if (operand->kind != IR_INSTRUCTION || operand->function != user->function)
        return bits;
    const struct graph_loops *loops = values->loops[user->function->number];
    uint32_t inside = loops->head[operand->block->number];
    uint32_t outside = loops->head[user->block->number];
    for (; inside != GRAPH_NONE && inside != outside; inside = loops->parent[inside]) {
        /* The loop of the user may be inside that of the operand. */
        uint32_t around = outside;
        while (around != GRAPH_NONE && around != inside)
            around = loops->parent[around];
        if (around == inside)
            break;
        bits |= values->left[user->function->number][inside];
    }
    return bits;
}

/* Returns the level of a phi: the branches whose ways meet in its block decide it. */
static unsigned phi_level(const struct thread_values *values, const struct ir_value *phi)
{
    unsigned bits = 0;
    bool varies = false;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        bits |= level_for(values, phi, phi->operands[i]);
        varies = varies || phi->operands[i] != phi->operands[0];
    }
    if (varies)
        bits |= values->joined[phi->function->number][phi->block->number];
    return bits;
}

/* Returns whether 0 <= omp_get_thread_num() < omp_get_num_threads() makes the comparison the same
 * for all threads. */
static bool same_outcome(const struct thread_values *values, const struct ir_value *compare)
{
    const struct openmp *openmp = values->threading->openmp;
    const struct ir_value *left = openmp_plain(compare->operands[0]);
    const struct ir_value *right = openmp_plain(compare->operands[1]);
    if (openmp_kind(openmp, left) != OPENMP_THREAD_NUMBER)
        return false;
    if (openmp_kind(openmp, right) == OPENMP_TEAM_SIZE)
        return true;
    if (right->kind != IR_INTEGER && right->kind != IR_NULL)
        return false;
    int64_t number = right->kind == IR_INTEGER ? right->integer : 0;
    switch (compare->predicate) {
    case IR_GREATER_EQUAL:
    case IR_LESS:
        return number <= 0;
    case IR_ABOVE_EQUAL:
    case IR_BELOW:
        return number == 0;
    case IR_GREATER:
    case IR_LESS_EQUAL:
    case IR_EQUAL:
    case IR_NOT_EQUAL:
        return number < 0;
    default:
        return false;
    }
}

/* Returns whether the value is one of the thread's numbers, which the runtime library passes by
 * address. */
static bool is_thread_argument(const struct thread_values *values, const struct ir_value *value)
{
    return value->kind == IR_ARGUMENT && value->index <= 1 &&
           is_body_of(values, value->function, OPENMP_FORK);
}

static void values_evaluate(struct thread_values *values, const struct ir_value *instruction)
{
    unsigned bits = 0;
    switch (instruction->opcode) {
    case IR_CALL:
        evaluate_call(values, instruction);
        return;
    case IR_STORE:
        values_stored(values, instruction->operands[1], instruction->operands[0],
                      values_level(values, instruction->operands[0]),
                      thread_control(values->threading, instruction->block));
        return;
    case IR_LOAD:
        bits = is_thread_argument(values, instruction->operands[0])
                   ? (unsigned)THREAD_DIFFERS
                   : values_loaded(values, instruction->operands[0]);
        break;
    case IR_ATOMIC:
        values_stored(values, instruction->operands[0], NULL, THREAD_UNSURE, THREAD_SAME);
        bits = THREAD_TICKET;
        break;
    case IR_PHI:
        bits = phi_level(values, instruction);
        break;
    case IR_RETURN:
        if (instruction->operand_count)
            values_worsen(
                values, &values->results[instruction->function->number],
                values_level(values, instruction->operands[0]) |
                    values->control[instruction->function->number][instruction->block->number]);
        return;
    case IR_ALLOCA:
        return;
    case IR_COMPARE:
        if (same_outcome(values, instruction))
            return;
        __attribute__((fallthrough));
    default:
        for (uint32_t i = 0; i < instruction->operand_count; i++)
            bits |= level_for(values, instruction, instruction->operands[i]);
    }
    values_worsen(values, &values->levels[instruction->number], bits);
}

/* Marks the blocks from one successor of a branch up to where all ways meet. A block that an
 * earlier successor has marked joins ways of the branch. */
struct spreading {
    const struct ir_function *function;
    const struct graph_loops *loops;
    uint32_t *work,
        *ways; /* `ways`: by block, the last successor that reached it, counted over all branches */
    uint32_t first, way; /* numbers of the branch's successors in that count */
};

static void spread_way(struct thread_values *values, struct spreading *spreading, uint32_t start,
                       uint32_t end, unsigned bits)
{
    const struct ir_function *function = spreading->function;
    uint32_t count = 0;
    spreading->work[count++] = start;
    while (count) {
        uint32_t node = spreading->work[--count];
        if (node == end || spreading->ways[node] == spreading->way)
            continue;
        if (spreading->ways[node] >= spreading->first)
            values_worsen(values, &values->joined[function->number][node], bits);
        spreading->ways[node] = spreading->way;
        values_worsen(values, &values->control[function->number][node], bits);
        const struct ir_block *next = function->blocks[node];
        for (uint32_t i = 0; i < next->successor_count; i++)
            if (spreading->ways[next->successors[i]->number] != spreading->way)
                spreading->work[count++] = next->successors[i]->number;
    }
}

static bool loop_holds(const struct graph_loops *loops, uint32_t head, uint32_t node)
{
    uint32_t at = loops->head[node];
    while (at != GRAPH_NONE && at != head)
        at = loops->parent[at];
    return at == head;
}

/* Applies the condition of a block's terminator to all blocks up to where its ways meet, and to the
 * loops around it if it may leave them. */
static void spread_control(struct thread_values *values, const struct ir_block *block,
                           unsigned bits, struct spreading *spreading)
{
    const struct ir_function *function = block->function;
    uint32_t end = threading_flow(values->threading, function)->below[block->number];
    if (end < function->block_count)
        values_worsen(values, &values->joined[function->number][end], bits);
    spreading->first = spreading->way + 1;
    for (uint32_t i = 0; i < block->successor_count; i++) {
        spreading->way++;
        spread_way(values, spreading, block->successors[i]->number, end, bits);
    }
    for (uint32_t head = spreading->loops->head[block->number]; head != GRAPH_NONE;
         head = spreading->loops->parent[head])
        if (end >= function->block_count || !loop_holds(spreading->loops, head, end))
            values_worsen(values, &values->left[function->number][head], bits);
}

static size_t edge_count(const struct ir_function *function)
{
    size_t count = 1;
    for (uint32_t i = 0; i < function->block_count; i++)
        count += function->blocks[i]->successor_count;
    return count;
}

static void evaluate_control(struct thread_values *values, const struct ir_function *function)
{
    struct spreading spreading = {.function = function, .loops = values->loops[function->number]};
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct ir_block *block = function->blocks[i];
        const struct ir_value *end = ir_terminator(block);
        if (block->successor_count < 2 || end->operand_count == 0 || end->opcode == IR_CALL)
            continue;
        unsigned bits = level_for(values, end, end->operands[0]);
        unsigned char *decided = &values->decided[function->number][i];
        if ((bits | *decided) == *decided)
            continue;
        if (!spreading.work) {
            spreading.work = memory_zero(2 * edge_count(function), sizeof *spreading.work);
            spreading.ways = memory_zero(function->block_count + 1, sizeof *spreading.ways);
        }
        *decided |= (unsigned char)bits;
        values->changed = true;
        spread_control(values, block, bits, &spreading);
    }
    free(spreading.work);
    free(spreading.ways);
}

/* Marks the objects that `first` points to; with `deep` also those that these point to, and so
 * on. */
static void mark_objects(const struct thread_values *values, const struct ir_value *first,
                         bool deep, bool *marks)
{
    enum { MOST_FIELDS = 64, FIELD = 8 };
    const struct points *points = values->threading->analysis->points;
    const struct ir_value **work = NULL;
    size_t count = 0, space = 0;
    struct points_set set = points_to(points, first);
    for (uint32_t i = 0; i < set.count; i++) {
        work = memory_room(work, count, &space, sizeof(const struct ir_value *));
        work[count++] = set.locations[i].object;
    }
    while (count) {
        const struct ir_value *object = work[--count];
        if (marks[object->number])
            continue;
        marks[object->number] = true;
        uint64_t size = object->accessed && deep ? object->accessed->size : 0;
        for (uint64_t at = 0; at < size && at < (uint64_t)MOST_FIELDS * FIELD; at += FIELD) {
            set = points_at(points, (struct points_location){object, (int64_t)at});
            for (uint32_t i = 0; i < set.count; i++) {
                work = memory_room(work, count, &space, sizeof(const struct ir_value *));
                work[count++] = set.locations[i].object;
            }
        }
    }
    free((void *)work);
}

/* Finds variables that are not a thread's own: those made outside teams, and those that a function
 * of a team passes to an inner team. */
static void find_shared(struct thread_values *values)
{
    const struct threading *threading = values->threading;
    const struct ir_program *program = threading->program;
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *value = program->values[i];
        values->shared[i] = value->kind != IR_INSTRUCTION || !value->function ||
                            !threading->team[value->function->number];
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ir_function *function = program->functions[i];
        for (uint32_t k = 0; threading->team[i] && k < function->call_count; k++) {
            const struct ir_value *call = function->calls[k];
            const struct ir_value *list = openmp_copyprivate_list(threading->openmp, call);
            if (list)
                mark_objects(values, list, true, values->evened);
            if (openmp_kind(threading->openmp, call) != OPENMP_FORK)
                continue;
            for (uint32_t a = 3; a < call->operand_count; a++)
                mark_objects(values, call->operands[a], true, values->shared);
        }
    }
}

/* Finds variables that hold only one value. */
static void find_only(struct thread_values *values)
{
    const struct ir_program *program = values->threading->program;
    static const struct ir_value several;
    for (uint32_t i = 0; i < program->value_count; i++) {
        const struct ir_value *store = program->values[i];
        if (store->kind != IR_INSTRUCTION || store->opcode != IR_STORE ||
            !values->control[store->function->number])
            continue;
        struct points_set set = points_to(values->threading->analysis->points, store->operands[1]);
        for (uint32_t k = 0; k < set.count; k++) {
            const struct ir_value **only = &values->only[set.locations[k].object->number];
            *only = !*only || *only == store->operands[0] ? store->operands[0] : &several;
        }
    }
}

static void make_arrays(struct thread_values *values)
{
    const struct ir_program *program = values->threading->program;
    struct arena *arena = &values->threading->arena;
    size_t functions = program->function_count + 1, numbers = program->value_count + 1;
    values->levels = arena_alloc(arena, numbers);
    values->contents = arena_alloc(arena, numbers);
    values->shared = arena_alloc(arena, numbers);
    values->evened = arena_alloc(arena, numbers);
    values->written = arena_alloc(arena, numbers);
    values->only = arena_alloc(arena, numbers * sizeof *values->only);
    values->results = arena_alloc(arena, functions);
    values->control = arena_alloc(arena, functions * sizeof *values->control);
    values->joined = arena_alloc(arena, functions * sizeof *values->joined);
    values->decided = arena_alloc(arena, functions * sizeof *values->decided);
    values->left = arena_alloc(arena, functions * sizeof *values->left);
    values->loops = arena_alloc(arena, functions * sizeof *values->loops);
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (!values->threading->team[i] && !values->threading->relevant[i])
            continue;
        size_t blocks = program->functions[i]->block_count + 1;
        values->control[i] = arena_alloc(arena, blocks);
        values->joined[i] = arena_alloc(arena, blocks);
        values->decided[i] = arena_alloc(arena, blocks);
        values->left[i] = arena_alloc(arena, blocks);
        values->loops[i] = threading_flow(values->threading, program->functions[i])->loops;
    }
}

struct thread_values *thread_values_compute(struct threading *threading)
{
    const struct ir_program *program = threading->program;
    struct thread_values *values = arena_alloc(&threading->arena, sizeof *values);
    threading->values = values;
    values->threading = threading;
    make_arrays(values);
    find_shared(values);
    find_only(values);
    for (values->changed = true; values->changed;) {
        values->changed = false;
        for (uint32_t i = 0; i < program->function_count; i++) {
            const struct ir_function *function = program->functions[i];
            if (!values->control[i])
                continue;
            values->in_team = threading->team[i];
            for (uint32_t b = 0; b < function->block_count; b++)
                for (uint32_t k = 0; k < function->blocks[b]->instruction_count; k++)
                    values_evaluate(values, function->blocks[b]->instructions[k]);
            evaluate_control(values, function);
        }
    }
    return values;
}

unsigned thread_value(const struct threading *threading, const struct ir_value *value)
{
    return values_level(threading->values, value);
}

unsigned thread_memory(const struct threading *threading, const struct ir_value *address)
{
    return values_loaded(threading->values, address);
}

const struct ir_value *thread_only(const struct threading *threading,
                                   const struct ir_value *address)
{
    struct points_set set = points_to(threading->analysis->points, address);
    if (set.unknown || set.count != 1)
        return NULL;
    const struct ir_value *only = threading->values->only[set.locations[0].object->number];
    return only && only->type ? only : NULL;
}

unsigned thread_control(const struct threading *threading, const struct ir_block *block)
{
    const unsigned char *control = threading->values->control[block->function->number];
    return control ? control[block->number] : THREAD_SAME;
}
