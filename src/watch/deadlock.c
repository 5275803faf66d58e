#include "watch/deadlock.h"

#include <stdlib.h>
#include <string.h>

struct rank {
    const struct beacon_process *process;
    const struct beacon_lane *lane;
    const char *function;
    int64_t under_way; /* messages to it that it has not received */
    int64_t receives;  /* of it that have not got a message */
    bool stuck;        /* as far as is known by now */
    bool gone;         /* it will do nothing any more */
};

struct proof {
    struct rank *ranks;
    int size;
    bool settled;
};

const struct beacon_lane *deadlock_lane(const struct beacon_process *process)
{
    const struct beacon_lane *inside = NULL;
    uint32_t count = atomic_load(&process->lane_count);
    for (uint32_t i = 0; i < count && i < BEACON_LANES; i++) {
        if (!(atomic_load(&process->lanes[i].sequence) & 1))
            continue;
        if (inside)
            return NULL;
        inside = &process->lanes[i];
    }
    return inside;
}

static bool may_act(const struct proof *proof, int rank)
{
    if (rank < 0 || rank >= proof->size)
        return true; /* nobody knows whom it needs */
    return !proof->ranks[rank].stuck && !proof->ranks[rank].gone;
}

static bool another_may_act(const struct proof *proof, int rank)
{
    for (int i = 0; i < proof->size; i++)
        if (i != rank && may_act(proof, i))
            return true;
    return false;
}

/* Whether a message to the rank may still arrive. */
static bool may_arrive(const struct proof *proof, int rank)
{
    return proof->ranks[rank].under_way > 0 && !proof->settled;
}

static bool may_match(const struct proof *proof, int rank)
{
    return proof->ranks[rank].under_way > 0 && proof->ranks[rank].receives > 0;
}

static bool receive_may_end(const struct proof *proof, int rank, int from)
{
    if (from == BEACON_NOBODY)
        return true;
    if (may_arrive(proof, rank))
        return true;
    return from == BEACON_ANY ? another_may_act(proof, rank) : may_act(proof, from);
}

static bool send_may_end(const struct proof *proof, int to)
{
    if (to < 0 || to >= proof->size)
        return true;
    return may_act(proof, to) || may_match(proof, to) || proof->ranks[to].under_way <= 0;
}

static bool wait_may_end(const struct proof *proof, int rank)
{
    const struct beacon_process *process = proof->ranks[rank].process;
    bool sends = process->sends_open > 0, receives = proof->ranks[rank].receives > 0;
    int32_t needed = proof->ranks[rank].lane->second;
    /* Each receive needs a message of its own. */
    if (needed > proof->ranks[rank].under_way && !another_may_act(proof, rank))
        return false;
    if (process->others_open > 0 || process->collectives_open > 0 || (!sends && !receives) ||
        another_may_act(proof, rank) || (receives && may_arrive(proof, rank)))
        return true;
    for (int i = 0; sends && i < proof->size; i++)
        if (may_match(proof, i))
            return true;
    return false;
}

static const struct beacon_comm *same_comm(const struct beacon_process *process, uint64_t id)
{
    for (int i = 0; i < BEACON_COMMS; i++)
        if (process->comms[i].id == id)
            return &process->comms[i];
    return NULL;
}

static const struct beacon_comm *comm_of(const struct rank *rank)
{
    int index = rank->lane->comm;
    return index >= 0 && index < BEACON_COMMS && rank->process->comms[index].id &&
                   !rank->process->comms[index].intercomm
               ? &rank->process->comms[index]
               : NULL;
}

static bool is_collective(const struct beacon_lane *lane)
{
    return lane->kind == BEACON_ALL || lane->kind == BEACON_FROM_ROOT ||
           lane->kind == BEACON_TO_ROOT;
}

/* MPI_Bcast_c is MPI_Bcast. */
static bool is_another(const char *function, const char *other)
{
    size_t length = strlen(function), second = strlen(other);
    length -= length > 2 && strcmp(function + length - 2, "_c") == 0 ? 2 : 0;
    second -= second > 2 && strcmp(other + second - 2, "_c") == 0 ? 2 : 0;
    return length != second || strncmp(function, other, length) != 0;
}

/* Whether the member is in another collective instead. */
static bool is_elsewhere(const struct proof *proof, int member, const struct beacon_comm *comm,
                         const struct rank *rank)
{
    const struct rank *other = &proof->ranks[member];
    if (!proof->settled || !other->lane || !other->function || !rank->function ||
        !is_collective(other->lane) || other->lane->ordinal != rank->lane->ordinal)
        return false;
    const struct beacon_comm *there = comm_of(other);
    return there && there->id == comm->id && is_another(other->function, rank->function);
}

/* Whether the member has not come to the collective that the rank is in. */
static bool is_missing(const struct proof *proof, int member, const struct beacon_comm *comm,
                       const struct rank *rank)
{
    const struct beacon_comm *there = same_comm(proof->ranks[member].process, comm->id);
    return there &&
           (there->entered < rank->lane->ordinal || is_elsewhere(proof, member, comm, rank));
}

/* A rank that needs all can go on when none is missing; it cannot while one that is missing cannot.
 */
static bool all_may_come(const struct proof *proof, const struct rank *rank)
{
    const struct beacon_comm *comm = comm_of(rank);
    int members = 0;
    for (int i = 0; comm && i < proof->size; i++)
        members += same_comm(proof->ranks[i].process, comm->id) != NULL;
    if (!comm || members != comm->size)
        return true;
    for (int i = 0; i < proof->size; i++)
        if (is_missing(proof, i, comm, rank) && !may_act(proof, i))
            return false;
    return true;
}

static bool root_may_come(const struct proof *proof, const struct rank *rank)
{
    const struct beacon_comm *comm = comm_of(rank);
    int root = rank->lane->peer;
    return !comm || root < 0 || root >= proof->size || !is_missing(proof, root, comm, rank) ||
           may_act(proof, root);
}

static bool may_go_on(const struct proof *proof, int number)
{
    const struct rank *rank = &proof->ranks[number];
    switch ((enum beacon_kind)rank->lane->kind) {
    case BEACON_RECEIVE:
        return receive_may_end(proof, number, rank->lane->peer);
    case BEACON_SEND:
        return send_may_end(proof, rank->lane->peer);
    case BEACON_BOTH: /* its send may be complete */
        return receive_may_end(proof, number, rank->lane->peer);
    case BEACON_WAIT:
        return wait_may_end(proof, number);
    case BEACON_ALL:
        return all_may_come(proof, rank);
    case BEACON_FROM_ROOT:
        return rank->lane->peer == number || root_may_come(proof, rank);
    case BEACON_TO_ROOT:
        return rank->lane->peer != number || all_may_come(proof, rank);
    case BEACON_OTHER:
    case BEACON_START:
    case BEACON_POLL:
        break;
    }
    return true;
}

/* False: something about the ranks is not known. */
static bool describe(struct proof *proof, const struct deadlock_rank *ranks)
{
    bool sending = false;
    for (int i = 0; i < proof->size; i++) {
        struct rank *rank = &proof->ranks[i];
        const struct beacon_process *record = ranks[i].record;
        if (!record || record->size != proof->size || atomic_load(&record->doubts) != 0)
            return false;
        uint32_t state = atomic_load(&record->state);
        *rank = (struct rank){.process = record,
                              .lane = deadlock_lane(record),
                              .function = ranks[i].function,
                              .gone = state >= BEACON_FINALIZING,
                              .receives = (int64_t)(record->posted - record->received)};
        rank->stuck = rank->lane && !rank->gone && ranks[i].still;
        bool sends = rank->lane && !rank->lane->small &&
                     (rank->lane->kind == BEACON_SEND || rank->lane->kind == BEACON_BOTH);
        sending = sending || sends || record->sends_open > 0;
        rank->under_way = (int64_t)(0 - record->received); /* a wild one wraps */
    }
    for (int i = 0; i < proof->size; i++)
        for (int to = 0; to < proof->size; to++)
            proof->ranks[to].under_way =
                (int64_t)((uint64_t)proof->ranks[to].under_way + ranks[i].record->sent[to]);
    proof->settled = proof->settled && !sending;
    return true;
}

/* Whom the rank waits for, of those that cannot act. */
static void find_needs(const struct proof *proof, int number, struct arena *arena,
                       struct stuck *stuck)
{
    const struct rank *rank = &proof->ranks[number];
    const struct beacon_comm *comm = comm_of(rank);
    int *needs = NULL;
    for (int i = 0; i < proof->size; i++) {
        bool needed = false;
        switch ((enum beacon_kind)rank->lane->kind) {
        case BEACON_RECEIVE:
        case BEACON_BOTH:
            needed = rank->lane->peer == i || (rank->lane->peer == BEACON_ANY && i != number);
            break;
        case BEACON_SEND:
            needed = rank->lane->peer == i;
            break;
        case BEACON_WAIT:
            needed = i != number;
            break;
        default:
            needed = comm && is_missing(proof, i, comm, rank);
        }
        if (needed && !may_act(proof, i))
            *arena_push(arena, needs, stuck->need_count) = i;
    }
    stuck->needs = needs;
}

size_t deadlock_prove(const struct deadlock_rank *ranks, int size, bool settled,
                      struct arena *arena, const struct stuck **stuck)
{
    struct proof proof = {.size = size, .settled = settled};
    struct stuck *list = NULL;
    size_t count = 0;
    if (size <= 0 || size > BEACON_RANKS)
        return 0;
    proof.ranks = arena_alloc(arena, (size_t)size * sizeof *proof.ranks);
    if (!describe(&proof, ranks))
        return 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < size; i++)
            if (proof.ranks[i].stuck && may_go_on(&proof, i)) {
                proof.ranks[i].stuck = false;
                changed = true;
            }
    }
    for (int i = 0; i < size; i++)
        if (proof.ranks[i].stuck) {
            struct stuck *next = arena_push(arena, list, count);
            *next = (struct stuck){.rank = i, .lane = proof.ranks[i].lane};
            find_needs(&proof, i, arena, next);
        }
    *stuck = list;
    return count;
}
