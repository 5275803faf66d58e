/* requests.c: checks requests within a function: each is completed on every way, started once, and
 * never overwritten. */
#include "static/requests/requests.h"

#include <string.h>

enum coverage { COVERS_NOT, COVERS_MAYBE, COVERS };

static bool request_has_class(const struct api_function *mpi, const char *class)
{
    return api_class_fits(mpi->class->name, class);
}

const struct api_parameter *request_made(const struct api_function *mpi)
{
    const struct api_parameter *parameter = mpi ? api_function_role(mpi, "request") : NULL;
    bool makes = parameter && parameter->direction == API_OUT && !parameter->length &&
                 (mpi->mode == API_NONBLOCKING || mpi->persistent);
    /* The program itself completes a generalised request. */
    return makes && !request_has_class(mpi, "grequest") && !request_has_class(mpi, "extension.*")
               ? parameter
               : NULL;
}

/* Says whether a call works on the request, perhaps as one of several. */
static enum coverage request_covers(struct request_follow *follow, const struct path_state *state,
                                    const struct ir_value *call, const struct api_function *mpi)
{
    struct paths *paths = follow->paths;
    const struct api_parameter *parameter = api_function_role(mpi, "request");
    struct analysis_argument argument = analysis_argument(paths->analysis, call, parameter->name);
    struct term_address mine = state->registers[REQUEST_HANDLE];
    if (!argument.value) {
        return COVERS_MAYBE;
    }
    if (!(parameter->direction & API_OUT) && !argument.by_reference) {
        return COVERS_MAYBE; /* the handle itself, not its address */
    }
    struct term_address at = paths_address(paths, state, argument.value);
    if (mine.base == TERM_NONE || at.base != mine.base) {
        bool apart = mine.base != TERM_NONE && paths_distinct(paths, mine.base, at.base);
        return apart ? COVERS_NOT : COVERS_MAYBE;
    }
    if (!mine.known || !at.known) {
        return COVERS_MAYBE;
    }
    int64_t count = 1;
    bool counted =
        !parameter->length ||
        paths_argument_integer(paths, state,
                               analysis_argument(paths->analysis, call, parameter->length), &count);
    if (mine.offset < at.offset) {
        return COVERS_NOT;
    }
    int64_t size = paths->analysis->openmpi && !argument.by_reference ? 8 : 4;
    if (!counted) {
        return COVERS_MAYBE;
    }
    return (mine.offset - at.offset) / size < count ? COVERS : COVERS_NOT;
}

/* Returns whether the instruction is always executed when the request was made. */
static bool always_behind(const struct request_follow *follow, const struct ir_value *instruction)
{
    const struct ir_block *block = follow->call->block;
    if (instruction->block != block) {
        return graph_dominates(follow->paths->post_dominators, instruction->block->number,
                               block->number);
    }
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        if (block->instructions[i] == instruction || block->instructions[i] == follow->call) {
            return block->instructions[i] == follow->call && instruction != follow->call;
        }
    }
    return false;
}

bool request_is_sure(const struct request_follow *follow, const struct path_state *state,
                     const struct ir_value *instruction)
{
    return !state->unsure &&
           (follow->unconditional || !state->open || always_behind(follow, instruction));
}

static void request_complete(struct request_follow *follow, struct path_state *state)
{
    state->phase = follow->mpi->persistent ? REQUEST_INACTIVE : REQUEST_GONE;
}

/* Returns whether the operation completes at once: a message to or from MPI_PROC_NULL, or one that
 * a window's synchronisation completes. */
static bool completes_at_once(const struct request_follow *follow)
{
    const struct analysis *analysis = follow->paths->analysis;
    const char *role = request_has_class(follow->mpi, "p2p.recv") ? "source" : "dest";
    int64_t rank, nobody;
    return request_has_class(follow->mpi, "rma.*") || api_function_role(follow->mpi, "message") ||
           (analysis_integer(analysis, analysis_role(analysis, follow->call, role), &rank) &&
            analysis_constant(analysis, "MPI_PROC_NULL", &nobody) && rank == nobody);
}

/* Follows a test that may complete the request: its flag says so, and both ways are followed
 * apart. */
static void follow_test(struct request_follow *follow, struct path_state *state,
                        const struct ir_value *call, const struct api_function *mpi,
                        enum coverage coverage)
{
    struct paths *paths = follow->paths;
    const struct ir_value *flag = analysis_argument(paths->analysis, call, "flag").value;
    bool all = strcmp(mpi->name, "MPI_Test") == 0 || strcmp(mpi->name, "MPI_Testall") == 0;
    struct term_address at = {0};
    if (all && flag && coverage == COVERS && state->phase == REQUEST_PENDING &&
        !completes_at_once(follow)) {
        at = paths_address(paths, state, flag);
    }
    const struct object *object = at.base != TERM_NONE ? paths_private(paths, at.base) : NULL;
    if (!object || !at.known || object->asynchronous) {
        request_complete(follow, state);
        return;
    }
    struct path_state *not_yet = paths_fork(paths, state);
    path_state_set(not_yet, at, 4, terms_integer(&paths->terms, 0));
    path_state_set(state, at, 4, terms_integer(&paths->terms, 1));
    request_complete(follow, state);
}

static void follow_start(struct request_follow *follow, struct path_state *state,
                         const struct ir_value *call, enum coverage coverage)
{
    follow->begun = true;
    if (state->phase == REQUEST_PENDING) {
        if (coverage == COVERS && follow->mpi->persistent && request_is_sure(follow, state, call)) {
            request_report_start(follow, call);
        }
        return;
    }
    state->phase = coverage == COVERS ? REQUEST_PENDING : REQUEST_GONE;
    state->open = false;
}

static void follow_wait(struct request_follow *follow, struct path_state *state,
                        const struct ir_value *call, const struct api_function *mpi,
                        enum coverage coverage)
{
    if (state->phase == REQUEST_PENDING || state->phase == REQUEST_CANCELLED) {
        request_complete(follow, state);
    } else if (state->phase == REQUEST_FRESH && coverage == COVERS &&
               strcmp(mpi->name, "MPI_Wait") == 0 && request_is_sure(follow, state, call)) {
        follow->waited = call;
        state->phase = REQUEST_INACTIVE;
    }
}

/* Applies the call that makes the request; it may be executed again in a loop. */
static void follow_make(struct request_follow *follow, struct path_state *state)
{
    struct paths *paths = follow->paths;
    const struct api_parameter *parameter = request_made(follow->mpi);
    const struct ir_value *pointer =
        analysis_argument(paths->analysis, follow->call, parameter->name).value;
    struct term_address at = paths_address(paths, state, pointer);
    struct term_address before = state->registers[REQUEST_HANDLE];
    if (state->phase == REQUEST_PENDING) {
        request_touch(follow, state, follow->call);
        if (before.base == at.base && before.known && at.known && before.offset == at.offset &&
            follow->local && !follow->mpi->persistent &&
            request_is_sure(follow, state, follow->call)) {
            request_report_overwritten(follow, follow->call);
        }
    }
    state->registers[REQUEST_HANDLE] = at;
    state->phase = follow->mpi->persistent ? REQUEST_FRESH : REQUEST_PENDING;
    state->unsure = state->open = false;
    request_own(follow, state);
    if (at.known) {
        uint64_t size = paths->analysis->openmpi ? 8 : 4;
        path_state_set(state, at, size, terms_of_value(&paths->terms, TERM_LIVE, follow->call));
    }
}

static void follow_other_make(struct request_follow *follow, struct path_state *state,
                              const struct ir_value *call, const struct api_parameter *parameter)
{
    struct paths *paths = follow->paths;
    const struct ir_value *pointer =
        analysis_argument(paths->analysis, call, parameter->name).value;
    struct term_address at = paths_address(paths, state, pointer);
    struct term_address mine = state->registers[REQUEST_HANDLE];
    if (mine.base != at.base || !mine.known || !at.known || mine.offset != at.offset) {
        return;
    }
    if (state->phase == REQUEST_PENDING && follow->local && !follow->mpi->persistent &&
        request_is_sure(follow, state, call)) {
        request_report_overwritten(follow, call);
    }
    state->phase = REQUEST_GONE;
}

static bool request_is_open(const struct path_state *state)
{
    return state->phase == REQUEST_PENDING || state->phase == REQUEST_CANCELLED;
}

static void follow_mpi(struct request_follow *follow, struct path_state *state,
                       const struct ir_value *call, const struct api_function *mpi)
{
    if (request_has_class(mpi, "finalize") || request_has_class(mpi, "init")) {
        if (request_is_open(state) && follow->local && !state->unsure &&
            request_has_class(mpi, "finalize")) {
            request_report_lost(follow, call);
        }
        state->phase = REQUEST_GONE;
        return;
    }
    const struct api_parameter *made = request_made(mpi);
    if (made) {
        follow_other_make(follow, state, call, made);
        return;
    }
    if (!api_function_role(mpi, "request")) {
        return;
    }
    enum coverage coverage = request_covers(follow, state, call, mpi);
    if (coverage == COVERS_NOT) {
        return;
    }
    if (request_has_class(mpi, "completion.wait")) {
        follow_wait(follow, state, call, mpi, coverage);
    } else if (request_has_class(mpi, "completion.test")) {
        if (request_is_open(state)) {
            follow_test(follow, state, call, mpi, coverage);
        }
    } else if (request_has_class(mpi, "request.cancel")) {
        state->phase =
            coverage == COVERS && request_is_open(state) ? REQUEST_CANCELLED : REQUEST_GONE;
    } else if (request_has_class(mpi, "request.start")) {
        follow_start(follow, state, call, coverage);
    } else if (!request_has_class(mpi, "p2p.partition")) {
        state->phase = REQUEST_GONE;
    }
}

static void request_visit(void *context, struct paths *paths, struct path_state *state,
                          const struct ir_value *instruction)
{
    struct request_follow *follow = context;
    if (instruction == follow->call) {
        follow_make(follow, state);
        return;
    }
    if (state->phase == REQUEST_NONE || state->phase == REQUEST_GONE) {
        return;
    }
    const struct api_function *mpi =
        instruction->opcode == IR_CALL ? analysis_mpi(paths->analysis, instruction) : NULL;
    if (state->phase == REQUEST_PENDING) {
        request_touch(follow, state, instruction);
    }
    if (mpi) {
        follow_mpi(follow, state, instruction, mpi);
    } else if (instruction->opcode == IR_CALL) {
        if (!follow->local && !object_library_call(instruction)) {
            state->phase = REQUEST_GONE; /* it is not known what the call completes */
        }
    } else if (instruction->opcode == IR_STORE) {
        struct term_address at = paths_address(paths, state, instruction->operands[1]);
        struct term_address mine = state->registers[REQUEST_HANDLE];
        if (at.base == mine.base && (!at.known || !mine.known || at.offset == mine.offset)) {
            state->phase = REQUEST_GONE;
        }
    }
}

static void request_leave(void *context, struct paths *paths, struct path_state *state,
                          const struct ir_value *instruction)
{
    (void)paths;
    struct request_follow *follow = context;
    if (request_is_open(state) && follow->local && !state->unsure) {
        request_report_lost(follow, instruction);
    }
}

/* Returns whether the leaf is a parameter, a rank or a size: a value that is not derived from the
 * request. */
static bool is_input(const struct term *leaf, const void *context)
{
    const struct request_follow *follow = context;
    if (leaf->kind == TERM_LEAF) {
        return leaf->value->kind == IR_ARGUMENT && leaf->value->type->kind == IR_TYPE_INTEGER;
    }
    return leaf->kind == TERM_FILLED &&
           request_has_class(analysis_mpi(follow->paths->analysis, leaf->value), "comm.local");
}

static bool loop_contains(const struct graph_loops *loops, uint32_t head, uint32_t node)
{
    uint32_t at = loops->head[node];
    while (at != GRAPH_NONE && at != head) {
        at = loops->parent[at];
    }
    return at == head;
}

/* Returns whether the block can leave a loop around `inside`. */
static bool leaves_loop_around(const struct paths *paths, uint32_t block, uint32_t inside)
{
    const struct graph_loops *loops = paths->loops;
    for (uint32_t head = loops->head[block]; head != GRAPH_NONE; head = loops->parent[head]) {
        if (!loop_contains(loops, head, inside)) {
            continue;
        }
        const struct graph_node *node = &paths->graph->nodes[block];
        for (uint32_t i = 0; i < node->successor_count; i++) {
            if (!loop_contains(loops, head, node->successors[i])) {
                return true;
            }
        }
    }
    return false;
}

static void requests_undecided(void *context, struct paths *paths, struct path_state *state,
                               const struct ir_value *terminator, term_id condition)
{
    struct request_follow *follow = context;
    if (state->phase == REQUEST_NONE || state->phase == REQUEST_GONE) {
        return;
    }
    state->open = true;
    uint32_t block = terminator->block->number;
    if (!follow->decisive[block]) {
        return;
    }
    bool other_loop = paths->loops->head[block] != GRAPH_NONE &&
                      paths->loops->head[block] != paths->loops->head[follow->call->block->number];
    if (!follow->unconditional || other_loop || condition == TERM_NONE ||
        !terms_all_leaves(&paths->terms, condition, is_input, follow)) {
        state->unsure = true;
    }
}

/* Finds the blocks whose branches decide whether something happens to the request. */
static void find_decisive(struct request_follow *follow, const struct object *object)
{
    struct paths *paths = follow->paths;
    uint32_t count = paths->graph->count;
    uint32_t *set = arena_alloc(&paths->arena, (count + 1) * sizeof *set);
    bool *member = arena_alloc(&paths->arena, (count + 1) * sizeof *member);
    uint32_t set_count = 0;
    for (uint32_t i = 0; i < paths->function->call_count; i++) {
        const struct ir_value *call = paths->function->calls[i];
        const struct api_function *mpi = analysis_mpi(paths->analysis, call);
        bool relevant =
            mpi ? api_function_role(mpi, "request") != NULL : !object && !object_library_call(call);
        uint32_t block = call->block->number;
        if (call != follow->call && relevant && !member[block]) {
            member[block] = true;
            set[set_count++] = block;
        }
    }
    follow->decisive = arena_alloc(&paths->arena, (count + 1) * sizeof *follow->decisive);
    graph_frontier(paths->graph, paths->post_dominators, true, set, set_count, follow->decisive);
}

static void find_controls(struct request_follow *follow)
{
    struct paths *paths = follow->paths;
    uint32_t block = follow->call->block->number;
    bool *controls = arena_alloc(&paths->arena, (paths->graph->count + 1) * sizeof *controls);
    graph_frontier(paths->graph, paths->post_dominators, true, &block, 1, controls);
    follow->unconditional = true;
    for (uint32_t i = 0; i + 1 < paths->graph->count; i++) {
        bool throws = ir_terminator(paths->function->blocks[i])->opcode == IR_CALL;
        if (controls[i] && !throws && !leaves_loop_around(paths, i, block)) {
            follow->unconditional = false;
        }
    }
}

static const struct object *private_object(struct paths *paths, const struct ir_value *pointer)
{
    const struct ir_value *root = object_root(pointer);
    if (!root) {
        return NULL;
    }
    const struct object *object =
        paths_private(paths, terms_of_value(&paths->terms, TERM_OBJECT, root));
    for (size_t i = 0; object && i < object->use_count; i++) {
        const struct ir_value *user = object->uses[i].user;
        if (request_copies(user) && user->operands[1] == object->uses[i].pointer) {
            return NULL;
        }
        if (user->opcode != IR_LOAD) {
            continue;
        }
        for (uint32_t u = 0; u < user->user_count; u++) { /* a copy of the handle */
            if (user->users[u]->opcode != IR_COMPARE) {
                return NULL;
            }
        }
    }
    return object;
}

static void follow_request(struct static_run *run, struct paths *paths, const struct ir_value *call,
                           const struct api_function *mpi)
{
    const char *name = request_made(mpi)->name;
    const struct ir_value *pointer = analysis_argument(run->analysis, call, name).value;
    if (!pointer || pointer->type->kind != IR_TYPE_POINTER) {
        return;
    }
    const struct object *object = private_object(paths, pointer);
    struct request_follow follow = {
        .run = run, .paths = paths, .call = call, .mpi = mpi, .local = object != NULL};
    find_decisive(&follow, object);
    find_controls(&follow);
    struct path_client client = {.context = &follow,
                                 .visit = request_visit,
                                 .leave = request_leave,
                                 .undecided = requests_undecided};
    paths_walk(paths, &client);
    if (follow.waited && !follow.begun && follow.local) {
        request_report_idle(&follow);
    }
}

static void request_check_function(struct static_run *run, const struct ir_function *function,
                                   const bool *never_returns, enum warn_errors errors)
{
    struct paths *paths = NULL;
    for (uint32_t i = 0; i < function->call_count; i++) {
        const struct ir_value *call = function->calls[i];
        const struct api_function *mpi = analysis_mpi(run->analysis, call);
        if (!request_made(mpi) || warn_on_purpose(run->analysis, errors, call)) {
            continue;
        }
        if (!paths) {
            paths = paths_create(run->analysis, function, never_returns);
        }
        if (!paths) {
            return;
        }
        follow_request(run, paths, call, mpi);
    }
    paths_free(paths);
}

void requests_check(struct static_run *run)
{
    const struct ir_program *program = run->analysis->program;
    const bool *never_returns = paths_never_return(run->analysis);
    enum warn_errors errors = warn_errors(run->analysis);
    for (uint32_t i = 0; i < program->function_count; i++) {
        request_check_function(run, program->functions[i], never_returns, errors);
    }
    requests_kept_check(run, errors);
}
