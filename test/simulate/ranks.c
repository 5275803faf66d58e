#include "simulate/ranks.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_PID = 1 << 23, /* no process of this machine has it */
    WAITALL = 1,
    ALLREDUCE,
    BARRIER,
    RECV,
    FUNCTIONS,
    CALLS = 12, /* what sequence numbers grow by in a step: two receives, two sends, and so on */
    STARTED = 8,
};

static const char *const NAMES[FUNCTIONS] = {"", "MPI_Waitall", "MPI_Allreduce", "MPI_Barrier",
                                             "MPI_Recv"};
static const double IMBALANCE = 0.2, JITTER = 0.1, NOISE = 0.5, NOISE_EACH = 20000;
static const double WRITES = 20, ALONE = 5; /* seconds */

struct ranks {
    struct ranks_options options;
    int size;
    uint64_t step; /* that the ranks are in */
    double began, ends;
    double *computed; /* when a rank has, in this step */
    double *exchanged;
    double written, worked; /* the last checkpoint, the last work of rank 0 */
    bool writes, works, hangs;
    double hung;
};

/* Of a step and a rank, from 0 to 1. */
static double chance(uint64_t step, uint64_t rank, uint64_t salt)
{
    uint64_t hash = step * UINT64_C(0x9e3779b97f4a7c15) ^
                    (rank + 1) * UINT64_C(0xd6e8feb86659fd93) ^ salt * UINT64_C(0xa0761d6478bd642f);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (double)((hash ^ hash >> 32) >> 11) * 0x1p-53;
}

static double compute_time(const struct ranks *ranks, int rank)
{
    uint64_t number = (uint64_t)rank;
    double seconds = ranks->options.step * (1 + IMBALANCE * chance(0, number, 1)) *
                     (1 + JITTER * chance(ranks->step, number, 2));
    if (chance(ranks->step, number, 3) * NOISE_EACH < 1)
        seconds += NOISE;
    if (ranks->writes)
        seconds += WRITES * (1 + JITTER * chance(ranks->step, number, 4));
    if (ranks->works && rank == 0)
        seconds += ALONE;
    return seconds;
}

/* In the step of the fault. */
static bool is_at_fault(const struct ranks *ranks, int rank)
{
    const struct ranks_options *options = &ranks->options;
    return ranks->hangs && (rank == options->fault_rank ||
                            (options->fault == FAULT_DEADLOCK && rank == options->fault_rank + 1));
}

static bool never_computed(const struct ranks *ranks, int rank)
{
    return is_at_fault(ranks, rank) &&
           (ranks->options.fault == FAULT_LOOP || ranks->options.fault == FAULT_STOPPED);
}

/* A rank that receives where it should send, and never comes to that. */
static bool never_sent(const struct ranks *ranks, int rank)
{
    return never_computed(ranks, rank) ||
           (is_at_fault(ranks, rank) && ranks->options.fault == FAULT_DEADLOCK);
}

static void plan_step(struct ranks *ranks)
{
    const struct ranks_options *options = &ranks->options;
    double last = 0, hung = 0;
    ranks->writes = options->checkpoint > 0 && ranks->began - ranks->written > options->checkpoint;
    ranks->works =
        !ranks->writes && options->alone > 0 && ranks->began - ranks->worked > options->alone;
    ranks->written = ranks->writes ? ranks->began : ranks->written;
    ranks->worked = ranks->works ? ranks->began : ranks->worked;
    ranks->hangs = options->fault != FAULT_NONE && ranks->began >= options->fault_at;
    for (int i = 0; i < ranks->size; i++)
        ranks->computed[i] = ranks->began + compute_time(ranks, i);
    for (int i = 0; i < ranks->size; i++) {
        int left = (i + ranks->size - 1) % ranks->size, right = (i + 1) % ranks->size;
        double end = fmax(ranks->computed[i], fmax(ranks->computed[left], ranks->computed[right]));
        if (never_sent(ranks, left) || never_sent(ranks, right) || never_sent(ranks, i))
            end = INFINITY;
        ranks->exchanged[i] = end;
        last = fmax(last, end);
        if (!never_computed(ranks, i))
            hung = fmax(hung, isinf(end) ? ranks->computed[i] : end);
    }
    ranks->ends = ranks->hangs ? INFINITY : last;
    if (ranks->hangs)
        ranks->hung = hung;
}

struct ranks *ranks_new(const struct ranks_options *options, double now)
{
    struct ranks *ranks = memory_zero(1, sizeof *ranks);
    ranks->options = *options;
    ranks->size = options->nodes * options->per_node;
    ranks->computed = memory_zero((size_t)ranks->size, sizeof *ranks->computed);
    ranks->exchanged = memory_zero((size_t)ranks->size, sizeof *ranks->exchanged);
    ranks->began = ranks->written = ranks->worked = now;
    ranks->hung = INFINITY;
    plan_step(ranks);
    return ranks;
}

void ranks_free(struct ranks *ranks)
{
    free(ranks->computed);
    free(ranks->exchanged);
    free(ranks);
}

double ranks_hung(const struct ranks *ranks)
{
    return ranks->hung;
}

static void go_on(struct ranks *ranks, double now)
{
    while (ranks->ends <= now) {
        ranks->began = ranks->ends;
        ranks->step++;
        plan_step(ranks);
    }
}

static void count_sent(struct beacon_process *record, int to, uint64_t messages)
{
    beacon_peer(record->peers, to)->sent = (uint32_t)messages;
}

/* It is in a call that it entered as number `calls` of those that count. */
static void enter(struct beacon_lane *lane, uint64_t calls, int function, enum beacon_kind kind)
{
    lane->sequence = calls + 1;
    lane->function = (uint16_t)function;
    lane->kind = (uint8_t)kind;
    lane->site = UINT64_C(0x401000) + (uint64_t)function * 64;
}

/* The collective at the end of a step is another one where a checkpoint was. */
static void enter_collective(const struct ranks *ranks, struct beacon_lane *lane, int rank)
{
    bool other = is_at_fault(ranks, rank) && ranks->options.fault == FAULT_SKIP;
    enter(lane, ranks->step * CALLS + CALLS - 2, ranks->writes || other ? BARRIER : ALLREDUCE,
          BEACON_ALL);
    lane->comm = 0;
    lane->ordinal = ranks->step + 1;
}

static void show_rank(const struct ranks *ranks, int rank, struct beacon_process *record,
                      uint32_t *visits, double now)
{
    struct beacon_lane *lane = &record->lanes[0];
    uint64_t steps = ranks->step, sent = steps, received = 2 * steps;
    bool computes = never_computed(ranks, rank) || now < ranks->computed[rank];
    lane->comm = lane->tag = -1;
    lane->peer = lane->second = BEACON_NOBODY;
    if (computes) {
        lane->sequence = steps * CALLS; /* site and kind are those of the last call */
    } else if (never_sent(ranks, rank)) {
        int first = ranks->options.fault_rank;
        enter(lane, steps * CALLS, RECV, BEACON_RECEIVE);
        lane->peer = rank == first ? first + 1 : first;
        lane->comm = 0;
    } else if (now < ranks->exchanged[rank]) {
        enter(lane, steps * CALLS + STARTED, WAITALL, BEACON_WAIT);
        lane->second = 2;
        sent++;
    } else {
        enter_collective(ranks, lane, rank);
        sent++;
        received += 2;
    }
    visits[beacon_slot(lane->site)] = (uint32_t)steps + 1;
    record->comms[0].entered = steps + (lane->ordinal > steps);
    record->posted = 2 * sent + (lane->kind == BEACON_RECEIVE);
    record->received = received;
    count_sent(record, (rank + 1) % ranks->size, sent);
    count_sent(record, (rank + ranks->size - 1) % ranks->size, sent);
}

static void introduce(const struct ranks *ranks, int node, struct board *board)
{
    for (int i = 0; i < FUNCTIONS; i++)
        strcpy(board->file->names[i], NAMES[i]);
    atomic_store(&board->file->named, 1);
    for (int i = 0; i < ranks->options.per_node; i++) {
        struct beacon_process *record = &board->file->processes[i];
        record->rank = node * ranks->options.per_node + i;
        record->pid = FIRST_PID + record->rank;
        record->size = ranks->size;
        record->base = 0x400000;
        record->comms[0] = (struct beacon_comm){.id = 77, .size = ranks->size};
        record->lanes[0].thread = record->pid;
        record->lanes[0].site = 0x401000;
        atomic_store(&record->lane_count, 1);
        atomic_store(&record->state, BEACON_RUNNING);
    }
    atomic_store(&board->file->claimed, (uint32_t)ranks->options.per_node);
}

void ranks_show(struct ranks *ranks, int node, struct board *board, double now)
{
    go_on(ranks, now);
    if (atomic_load(&board->file->claimed) == 0)
        introduce(ranks, node, board);
    for (int i = 0; i < ranks->options.per_node; i++)
        show_rank(ranks, node * ranks->options.per_node + i, &board->file->processes[i],
                  board->file->visits[i], now);
}

/* MPI waits in a loop: a rank runs all the time, unless it is stopped. */
void ranks_vitals(struct ranks *ranks, int pid, struct vitals *vitals, double now)
{
    int rank = pid - FIRST_PID;
    bool stopped = ranks->options.fault == FAULT_STOPPED && never_computed(ranks, rank);
    bool writes = ranks->writes && now < ranks->computed[rank];
    double written = (double)(ranks->step + 1) * 1e6;
    *vitals = (struct vitals){
        .alive = true,
        .stopped = stopped,
        .suspended = stopped,
        .processor = stopped ? ranks->began : now,
        .moved = (uint64_t)(writes ? written + (now - ranks->began) * 1e3 : written)};
}
