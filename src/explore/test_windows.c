/* Compares random programs with windows and locks with brute force: what the scheduler does in one
 * execution, and in all of a search. The model tries all orders of all steps of all ranks and
 * shares nothing with the scheduler. The ranks run inside the scheduler's idle hook. */
#include "base/memory.h"
#include "explore/test_model.h"
#include "runtime/world/checksum.h"
#include "runtime/world/protocol.h"
#include "world/choice/exploration.h"
#include "world/process/shared.h"
#include "world/schedule/pool.h"
#include "world/schedule/scheduler.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    PROGRAMS = 3000,
    RANKS = 3,
    STATEMENTS = 8,
    CELLS = 2,
    MESSAGES = 8,
    EXECUTIONS_MAX = 50000,
    HEAP = 1 << 14,
    WINDOW = 50, /* its context */
    ANYBODY = -1,
};

enum what { LOCK, UNLOCK, FETCH, ADD, LOOK, TELL, HEAR };

struct line {
    enum what what;
    int which; /* rank whose window is locked, cell, peer */
    bool exclusive;
};

struct windows {
    int ranks, counts[RANKS];
    struct line lines[RANKS][STATEMENTS];
};

/* The knowledge of the ranks, and memory. */
struct state {
    int places[RANKS];
    uint64_t learned[RANKS], cells[CELLS];
    bool holds[RANKS][RANKS], exclusive[RANKS]; /* by target */
    uint64_t messages[RANKS][RANKS][MESSAGES];  /* by sender and receiver */
    int sent[RANKS][RANKS], heard[RANKS][RANKS];
};

static void generate(struct windows *program, struct random *random)
{
    *program = (struct windows){.ranks = 2 + random_below(random, RANKS - 1)};
    for (int rank = 0; rank < program->ranks; rank++) {
        bool held[RANKS] = {false};
        int count = 1 + random_below(random, 5);
        struct line *lines = program->lines[rank];
        for (int i = 0; i < count; i++) {
            struct line line = {.what = (enum what)random_below(random, HEAR + 1)};
            bool lock = line.what <= UNLOCK, message = line.what >= TELL;
            line.which = random_below(random, lock ? 2 : message ? program->ranks : CELLS);
            line.exclusive = random_below(random, 3) > 0;
            if (lock) {
                line.what = held[line.which] ? UNLOCK : LOCK;
                held[line.which] = !held[line.which];
            }
            if (line.what == HEAR && random_below(random, 2) == 0)
                line.which = ANYBODY;
            if (message && line.which == rank)
                line.what = FETCH, line.which = 0;
            lines[program->counts[rank]++] = line;
        }
        for (int target = 0; target < 2; target++)
            if (held[target])
                lines[program->counts[rank]++] = (struct line){.what = UNLOCK, .which = target};
    }
}

static void learn(struct state *state, int rank, uint64_t number)
{
    state->learned[rank] = checksum_number(state->learned[rank], number);
}

/* Accesses memory, once the rank may; returns whether memory changes. */
static bool access_cell(struct state *state, int rank, const struct line *line)
{
    uint64_t *cell = &state->cells[line->which];
    if (line->what == ADD)
        *cell += 1 + (uint64_t)rank;
    else
        learn(state, rank, *cell);
    if (line->what == FETCH)
        *cell = checksum_number(*cell, state->learned[rank]);
    return line->what != LOOK;
}

static void hear_from(struct state *state, int rank, int sender)
{
    int place = state->heard[sender][rank]++;
    learn(state, rank, (uint64_t)sender);
    learn(state, rank, state->messages[sender][rank][place]);
}

static bool lock_is_free(const struct state *state, const struct line *line, int ranks)
{
    for (int other = 0; other < ranks; other++)
        if (state->holds[other][line->which] && (line->exclusive || state->exclusive[line->which]))
            return false;
    return true;
}

/* Makes the next step of the rank; false: that is not possible. MPI_ANY_SOURCE takes from
 * `sender`. */
static bool do_step(const struct windows *program, struct state *state, int rank, int sender)
{
    const struct line *line = &program->lines[rank][state->places[rank]];
    int from = line->which == ANYBODY ? sender : line->which;
    if (sender > 0 && !(line->what == HEAR && line->which == ANYBODY))
        return false;
    switch (line->what) {
    case LOCK:
        if (!lock_is_free(state, line, program->ranks))
            return false;
        state->holds[rank][line->which] = true;
        state->exclusive[line->which] = line->exclusive;
        break;
    case UNLOCK:
        state->holds[rank][line->which] = false;
        break;
    case TELL:
        state->messages[rank][line->which][state->sent[rank][line->which]++] = state->learned[rank];
        break;
    case HEAR:
        if (state->sent[from][rank] == state->heard[from][rank])
            return false;
        hear_from(state, rank, from);
        break;
    case FETCH:
    case ADD:
    case LOOK:
        access_cell(state, rank, line);
        break;
    }
    state->places[rank]++;
    return true;
}

static uint64_t key_of(const struct state *state)
{
    uint64_t key = checksum_number(state->cells[0], state->cells[1]);
    for (int rank = 0; rank < RANKS; rank++)
        key = checksum_number(checksum_number(key, state->learned[rank]),
                              (uint64_t)state->places[rank]);
    return key;
}

static uint64_t hash_state(const struct state *state)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof *state; i++)
        hash = checksum_number(hash, ((const unsigned char *)state)[i]);
    return hash;
}

struct truth {
    const struct windows *program;
    struct keys states, ends, deadlocks;
};

static bool has_ended(const struct windows *program, const struct state *state)
{
    for (int rank = 0; rank < program->ranks; rank++)
        if (state->places[rank] < program->counts[rank])
            return false;
    return true;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are statements */
static void try_all(struct truth *truth, const struct state *state)
{
    bool moved = false;
    if (!keys_add(&truth->states, hash_state(state)))
        return;
    for (int rank = 0; rank < truth->program->ranks; rank++)
        for (int sender = 0;
             sender < truth->program->ranks && state->places[rank] < truth->program->counts[rank];
             sender++) {
            struct state next;
            memcpy(&next, state, sizeof next);
            if (!do_step(truth->program, &next, rank, sender))
                continue;
            moved = true;
            try_all(truth, &next);
        }
    if (!moved)
        keys_add(has_ended(truth->program, state) ? &truth->ends : &truth->deadlocks,
                 key_of(state));
}

/* The program in a world. */
struct script {
    struct choice *choices;
    size_t count;
};

struct played {
    const struct windows *program;
    struct shared shared;
    struct pool *pool;
    struct world_segment *segment; /* that of `shared` */
    struct random speed;
    struct state state;
    bool waits[RANKS], ended[RANKS];
    uint32_t wake[RANKS], numbers[RANKS];
    uint64_t heap[RANKS];
    bool stalled;
    struct exploration exploration;
    struct script *scripts;
    size_t script_count, script_space;
};

static void *payload(struct played *played, int rank, size_t size, uint64_t *offset)
{
    size_t block = (sizeof(struct world_payload) + size + 15) / 16 * 16;
    *offset = played->heap[rank] + sizeof(struct world_payload);
    played->heap[rank] += block;
    *world_payload_at(played->segment, *offset) =
        (struct world_payload){.size = block, .written = WORLD_WRITTEN};
    return (char *)played->segment + *offset;
}

static void ring(struct played *played, int rank)
{
    atomic_fetch_or(&played->segment->calling[0], 1ULL << rank);
    atomic_fetch_add(&played->segment->bell, 1);
}

static void post(struct played *played, int rank, struct world_op *op, enum op_kind kind)
{
    struct world_rank *shared = &played->segment->rank[rank];
    op->kind = (uint16_t)kind;
    op->number = ++played->numbers[rank];
    op->site = (uint64_t)rank * 64 + (uint64_t)played->state.places[rank] + 1;
    strcpy(op->call, "MPI");
    shared->ring[shared->posted % WORLD_RING] = *op;
    atomic_store(&shared->posted, shared->posted + 1);
    ring(played, rank);
}

static void post_access(struct played *played, int rank, const struct line *line)
{
    struct world_op op = {.flags = OP_WAITS, .context = WINDOW, .access = {.ranges = 1}};
    struct world_range *range = payload(played, rank, sizeof *range, &op.payload);
    *range = (struct world_range){.target = line->which,
                                  .flags = RANGE_ATOMIC | (line->what == LOOK ? 0 : RANGE_WRITES),
                                  .group = line->what == ADD,
                                  .low = 64,
                                  .high = 72};
    post(played, rank, &op, OP_ACCESS);
}

static void call(struct played *played, int rank)
{
    struct state *state = &played->state;
    const struct line *line = &played->program->lines[rank][state->places[rank]];
    struct world_op op = {.context = WINDOW};
    played->wake[rank] = played->segment->rank[rank].lane[0].wake;
    played->waits[rank] = line->what != UNLOCK && line->what != TELL;
    op.flags = played->waits[rank] ? OP_WAITS : 0;
    switch (line->what) {
    case LOCK:
    case UNLOCK:
        op.lock = (struct op_lock){.target = line->which, .exclusive = line->exclusive};
        post(played, rank, &op, line->what == LOCK ? OP_LOCK : OP_UNLOCK);
        break;
    case TELL:
        op = (struct world_op){.flags = OP_BUFFERED, .context = WORLD_CONTEXT_WORLD};
        op.message = (struct op_message){.peer = line->which, .bytes = sizeof(uint64_t)};
        *(uint64_t *)payload(played, rank, sizeof(uint64_t), &op.payload) = state->learned[rank];
        post(played, rank, &op, OP_SEND);
        break;
    case HEAR:
        op = (struct world_op){.flags = OP_WAITS, .context = WORLD_CONTEXT_WORLD};
        op.message.peer = line->which == ANYBODY ? WORLD_ANY : line->which;
        post(played, rank, &op, OP_RECEIVE);
        break;
    case FETCH:
    case ADD:
    case LOOK:
        post_access(played, rank, line);
        break;
    }
    if (!played->waits[rank])
        state->places[rank]++;
}

/* Returns whether the call that the rank waits in returns. */
static bool come_back(struct played *played, int rank)
{
    struct world_rank *shared = &played->segment->rank[rank];
    struct state *state = &played->state;
    const struct line *line = &played->program->lines[rank][state->places[rank]];
    if (shared->lane[0].stack_wanted == 1) {
        shared->lane[0].stack_wanted = 2;
        played->wake[rank]++;
    }
    if (shared->lane[0].wake == played->wake[rank])
        return false;
    played->waits[rank] = false;
    if (line->what == HEAR) {
        learn(state, rank, (uint64_t)shared->lane[0].answer.source);
        learn(state, rank,
              *(const uint64_t *)((char *)played->segment + shared->lane[0].answer.payload));
    } else if (line->what != LOCK) {
        assert_int_equal(shared->lane[0].answer.value, 1);
        struct world_op op = {.applied = {.changed = access_cell(state, rank, line)}};
        post(played, rank, &op, OP_APPLIED);
    }
    state->places[rank]++;
    return true;
}

static bool step(struct played *played, int rank)
{
    if (played->ended[rank])
        return false;
    if (played->waits[rank])
        return come_back(played, rank);
    if (played->state.places[rank] < played->program->counts[rank]) {
        call(played, rank);
        return true;
    }
    struct world_op op = {0};
    post(played, rank, &op, OP_FINALIZE);
    played->ended[rank] = true;
    played->segment->rank[rank].ended = 1;
    ring(played, rank);
    return true;
}

/* Runs some rank for some steps, so the scheduler sees ranks of any speed. */
static void run_ranks(void *data)
{
    struct played *played = data;
    int count = played->program->ranks, first = random_below(&played->speed, count);
    int steps = 1 + random_below(&played->speed, 4);
    bool moved = false;
    for (int i = 0; i < count && !moved; i++)
        while (steps-- > 0 && step(played, (first + i) % count))
            moved = true;
    for (int i = 0; i < count && !moved; i++)
        moved = step(played, i);
    played->stalled = !moved;
}

static bool is_stalled(void *data)
{
    return ((const struct played *)data)->stalled;
}

static void found(void *data, size_t keep, const struct choice *rest, size_t count)
{
    struct played *played = data;
    struct script script = {memory_alloc((keep + count) * sizeof *rest), keep + count};
    if (keep > 0)
        memcpy(script.choices, played->exploration.path, keep * sizeof *rest);
    memcpy(script.choices + keep, rest, count * sizeof *rest);
    played->scripts =
        memory_room(played->scripts, played->script_count, &played->script_space, sizeof script);
    played->scripts[played->script_count++] = script;
}

static void begin(struct played *played)
{
    struct world_segment *segment = played->segment;
    size_t blocks = sizeof *segment + RANKS * sizeof(struct world_rank);
    memset(segment, 0, blocks);
    uint64_t tables = (blocks + 63) / 64 * 64, heap = tables + 1024;
    played->shared = (struct shared){.segment = segment,
                                     .ranks = RANKS,
                                     .tables = tables,
                                     .begin = heap,
                                     .heap = heap,
                                     .heap_size = HEAP,
                                     .end = heap + (uint64_t)RANKS * HEAP};
    shared_announce(&played->shared);
    segment->ranks = (uint32_t)played->program->ranks;
    segment->debugged = -1;
    segment->started = 1;
    memset(&played->state, 0, sizeof played->state);
    for (int rank = 0; rank < RANKS; rank++) {
        played->waits[rank] = played->ended[rank] = false;
        played->wake[rank] = played->numbers[rank] = 0;
        played->heap[rank] = segment->heap_start + (uint64_t)rank * HEAP;
    }
}

static void show(const struct windows *program)
{
    static const char *const words[] = {"lock", "unlock", "fetch", "add", "look", "tell", "hear"};
    for (int rank = 0; rank < program->ranks; rank++) {
        fprintf(stderr, "rank %d:", rank);
        for (int i = 0; i < program->counts[rank]; i++) {
            const struct line *line = &program->lines[rank][i];
            fprintf(stderr, " %s %d%s;", words[line->what], line->which,
                    line->what == LOCK && line->exclusive ? " exclusive" : "");
        }
        fprintf(stderr, "\n");
    }
}

/* Executes once; without an exploration as `tutti run` does. */
static void execute(struct played *played, bool explores, const struct truth *truth,
                    struct keys *ends, struct keys *deadlocks)
{
    struct document document;
    const struct scheduler_options options = {.ranks = played->program->ranks,
                                              .buffering = BUFFERING_INFINITE,
                                              .exploration = explores ? &played->exploration : NULL,
                                              .idle = run_ranks,
                                              .idle_data = played};
    begin(played);
    document_init(&document, "verify");
    struct scheduler *scheduler = scheduler_new(played->pool, &played->shared, &options, &document);
    enum outcome outcome = scheduler_run(scheduler, is_stalled, played);
    bool ended = has_ended(played->program, &played->state);
    uint64_t key = key_of(&played->state);
    if (played->exploration.differs || outcome != (ended ? OUTCOME_ENDED : OUTCOME_STOPPED) ||
        !keys_have(ended ? &truth->ends : &truth->deadlocks, key)) {
        show(played->program);
        fail_msg("%s: outcome %d, ended %d",
                 played->exploration.differs ? "the script cannot be followed"
                                             : "MPI does not allow this",
                 (int)outcome, ended);
    }
    keys_add(ended ? ends : deadlocks, key);
    scheduler_free(scheduler);
    document_free(&document);
}

static size_t explore(struct played *played, const struct truth *truth, struct keys *ends,
                      struct keys *deadlocks)
{
    size_t executions = 0;
    struct script script = {NULL, 0};
    for (;;) {
        played->exploration = (struct exploration){.script = script.choices,
                                                   .script_count = script.count,
                                                   .poll_bound = 1,
                                                   .found = found,
                                                   .data = played};
        execute(played, true, truth, ends, deadlocks);
        free(played->exploration.path);
        free(script.choices);
        if (played->script_count == 0 || ++executions == EXECUTIONS_MAX)
            break;
        script = played->scripts[--played->script_count];
    }
    played->exploration = (struct exploration){0};
    return executions;
}

/* The second sum of rank 2 comes late, and can still be the only one that rank 1 sees. */
static const struct windows late = {
    .ranks = 3,
    .counts = {1, 1, 2},
    .lines = {{{ADD, 0, false}}, {{FETCH, 0, false}}, {{ADD, 1, false}, {ADD, 0, false}}},
};

static void test_programs(void **unused)
{
    (void)unused;
    struct random random = {.state = 7};
    size_t executions = 0, ways = 0;
    size_t size = sizeof(struct world_segment) + RANKS * (sizeof(struct world_rank) + HEAP) + 4096;
    struct played *played = memory_zero(1, sizeof *played);
    played->segment = memory_zero(1, size);
    played->pool = pool_open();
    for (int i = 0; i < PROGRAMS; i++) {
        struct windows program;
        struct state start;
        struct keys ends = {0}, deadlocks = {0};
        if (i == 0)
            program = late;
        else
            generate(&program, &random);
        struct truth truth = {.program = &program};
        memset(&start, 0, sizeof start);
        try_all(&truth, &start);
        played->program = &program;
        played->speed.state = random_next(&random);
        execute(played, false, &truth, &ends, &deadlocks);
        keys_clear(&ends);
        keys_clear(&deadlocks);
        size_t count = explore(played, &truth, &ends, &deadlocks);
        if (count >= EXECUTIONS_MAX ||
            (!keys_equal(&ends, &truth.ends) || !keys_equal(&deadlocks, &truth.deadlocks))) {
            show(&program);
            fail_msg("program %d: %zu of %zu ends and %zu of %zu deadlocks in %zu executions", i,
                     ends.count, truth.ends.count, deadlocks.count, truth.deadlocks.count, count);
        }
        executions += count + 1;
        ways += truth.ends.count + truth.deadlocks.count;
        keys_free(&ends);
        keys_free(&deadlocks);
        keys_free(&truth.states);
        keys_free(&truth.ends);
        keys_free(&truth.deadlocks);
    }
    print_message("%d programs, %zu different ends, %zu executions\n", PROGRAMS, ways, executions);
    free(played->scripts);
    pool_close(played->pool);
    free(played->segment);
    free(played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
