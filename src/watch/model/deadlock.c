#include "watch/model/deadlock.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct meeting;

struct rank {
    const struct beacon_process *process;
    const struct beacon_lane *lane;
    const char *function;
    int64_t under_way; /* number of messages sent to it that it has not received */
    int64_t receives;  /* number of its receives without a message */
    bool aimed_at;     /* a rank is in a call that sends to it, and the library has not taken the
                          message */
    bool stuck;        /* as far as the proof knows by now */
    bool gone;         /* it has ended, and will do nothing more */
    struct meeting *meeting; /* the collective that it is in; NULL: none that is known */
};

/* The ranks of a communicator; `members` is in rising order. */
struct family {
    uint64_t id;
    int *members;
    size_t count;
    UT_hash_handle hh;
};

/* A collective that ranks are in: the same holds for all of them. */
struct meeting {
    struct meeting_key {
        uint64_t id, ordinal;
        const char *function; /* equal names have the same address */
    } key;
    const struct rank *first; /* the first rank that was found there */
    const struct family *family;
    unsigned asked; /* pass in which `blocked` was computed */
    bool blocked;   /* a missing member cannot act, as of that pass */
    bool listed;
    int needs[DEADLOCK_NEEDS];
    size_t need_count;
    UT_hash_handle hh;
};

struct proof {
    struct rank *ranks;
    int size;
    bool settled;
    bool sending;   /* a send is not complete, and its destination is not known */
    int active;     /* ranks that may act */
    bool may_match; /* a message under way may match a receive of some rank */
    unsigned pass;
    struct family *families;
    struct meeting *meetings;
    struct arena *arena;
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
        return true; /* it is not known which rank is needed */
    return !proof->ranks[rank].stuck && !proof->ranks[rank].gone;
}

static bool another_may_act(const struct proof *proof, int rank)
{
    return proof->active - may_act(proof, rank) > 0;
}

/* Returns the destination of a call that sends a message which the library has not taken
 * completely; BEACON_NOBODY: there is none. */
static int sends_to(const struct beacon_lane *lane)
{
    if (!lane || lane->small)
        return BEACON_NOBODY;
    return lane->kind == BEACON_SEND   ? lane->peer
           : lane->kind == BEACON_BOTH ? lane->second
                                       : BEACON_NOBODY;
}

/* Returns whether a message to the rank may still arrive from `from`, a rank or BEACON_ANY. Once
 * the job is settled, messages with complete sends have arrived. */
static bool may_arrive(const struct proof *proof, int rank, int from)
{
    if (proof->ranks[rank].under_way <= 0)
        return false;
    if (!proof->settled)
        return true;
    if (from < 0 || from >= proof->size)
        return proof->sending || proof->ranks[rank].aimed_at;
    int to = sends_to(proof->ranks[from].lane);
    return proof->ranks[from].process->sends_open > 0 || to == rank || to == BEACON_UNKNOWN;
}

static bool may_match(const struct proof *proof, int rank)
{
    return proof->ranks[rank].under_way > 0 && proof->ranks[rank].receives > 0;
}

static bool receive_may_end(const struct proof *proof, int rank, int from)
{
    if (from == BEACON_NOBODY)
        return true;
    if (may_arrive(proof, rank, from))
        return true;
    return from == BEACON_ANY ? another_may_act(proof, rank) : may_act(proof, from);
}

static bool send_may_end(const struct proof *proof, int to)
{
    if (to < 0 || to >= proof->size)
        return true;
    return may_act(proof, to) || may_match(proof, to) || proof->ranks[to].under_way <= 0;
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

/* Returns whether the rank is in a collective, or waits for one. */
static bool deadlock_meets(const struct beacon_lane *lane)
{
    return is_collective(lane) || (lane->kind == BEACON_WAIT && lane->comm >= 0);
}

/* Compares names of functions; MPI_Bcast_c equals MPI_Bcast. */
static bool is_another(const char *function, const char *other)
{
    size_t length = strlen(function), second = strlen(other);
    length -= length > 2 && strcmp(function + length - 2, "_c") == 0 ? 2 : 0;
    second -= second > 2 && strcmp(other + second - 2, "_c") == 0 ? 2 : 0;
    return length != second || strncmp(function, other, length) != 0;
}

/* Returns whether the member is in another collective instead. */
static bool deadlock_is_elsewhere(const struct proof *proof, int member,
                                  const struct beacon_comm *comm, const struct rank *rank)
{
    const struct rank *other = &proof->ranks[member];
    if (!proof->settled || proof->sending || !other->lane || !other->function || !rank->function ||
        !is_collective(rank->lane) || !is_collective(other->lane) ||
        other->lane->ordinal != rank->lane->ordinal)
        return false;
    const struct beacon_comm *there = comm_of(other);
    return there && there->id == comm->id && is_another(other->function, rank->function);
}

/* Returns whether the member has not come to the collective that the rank is in. */
static bool is_missing(const struct proof *proof, int member, const struct beacon_comm *comm,
                       const struct rank *rank)
{
    const struct beacon_comm *there = same_comm(proof->ranks[member].process, comm->id);
    return there && (there->entered < rank->lane->ordinal ||
                     deadlock_is_elsewhere(proof, member, comm, rank));
}

/* Returns whether all missing members may still come. The answer is computed once per pass and
 * collective. It may be out of date if a rank was freed later in this pass; then another pass
 * follows. */
static bool all_may_come(struct proof *proof, const struct rank *rank)
{
    struct meeting *meeting = rank->meeting;
    if (!meeting || !meeting->family ||
        (int64_t)meeting->family->count != comm_of(meeting->first)->size)
        return true;
    if (meeting->asked == proof->pass)
        return !meeting->blocked;
    const struct beacon_comm *comm = comm_of(meeting->first);
    meeting->asked = proof->pass;
    meeting->blocked = false;
    for (size_t i = 0; i < meeting->family->count && !meeting->blocked; i++) {
        int member = meeting->family->members[i];
        meeting->blocked =
            !may_act(proof, member) && is_missing(proof, member, comm, meeting->first);
    }
    return !meeting->blocked;
}

static bool root_may_come(const struct proof *proof, const struct rank *rank)
{
    const struct beacon_comm *comm = comm_of(rank);
    int root = rank->lane->peer;
    return !comm || root < 0 || root >= proof->size || !is_missing(proof, root, comm, rank) ||
           may_act(proof, root);
}

/* Returns whether the collective may end; a nonblocking one needs the members that have not started
 * it. */
static bool collective_may_end(struct proof *proof, const struct rank *rank)
{
    return rank->lane->peer == BEACON_NOBODY ? all_may_come(proof, rank)
                                             : root_may_come(proof, rank);
}

/* Returns whether the call is MPI_Wait for one receive from a known source. */
static bool is_one_receive(const struct beacon_lane *lane)
{
    return lane->kind == BEACON_WAIT && lane->comm < 0 && lane->second == 1 && lane->peer >= 0;
}

static bool wait_may_end(struct proof *proof, int number)
{
    const struct rank *rank = &proof->ranks[number];
    const struct beacon_process *process = rank->process;
    bool sends = process->sends_open > 0, receives = rank->receives > 0;
    /* Each receive needs a message of its own. */
    if (rank->lane->second > rank->under_way && !another_may_act(proof, number))
        return false;
    if (!collective_may_end(proof, rank))
        return false;
    if (is_one_receive(rank->lane))
        return receive_may_end(proof, number, rank->lane->peer);
    if (process->others_open > 0 || process->collectives_open > 0 || (!sends && !receives) ||
        another_may_act(proof, number) || (receives && may_arrive(proof, number, BEACON_ANY)))
        return true;
    return sends && proof->may_match;
}

static bool may_go_on(struct proof *proof, int number)
{
    const struct rank *rank = &proof->ranks[number];
    switch ((enum beacon_kind)rank->lane->kind) {
    case BEACON_RECEIVE:
        return receive_may_end(proof, number, rank->lane->peer);
    case BEACON_SEND:
        return send_may_end(proof, rank->lane->peer);
    case BEACON_BOTH: /* its send may be complete already */
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

static void add_sent(struct proof *proof, const struct beacon_process *record)
{
    for (int i = 0; i < BEACON_PEERS; i++) {
        const struct beacon_peer *peer = &record->peers[i];
        if (peer->rank > 0 && peer->rank <= (uint32_t)proof->size)
            proof->ranks[peer->rank - 1].under_way =
                (int64_t)((uint64_t)proof->ranks[peer->rank - 1].under_way + peer->sent);
    }
}

/* Notes the destination of a message that the library has not taken. */
static void deadlock_aim(struct proof *proof, const struct rank *rank)
{
    int to = sends_to(rank->lane);
    if (to >= 0 && to < proof->size)
        proof->ranks[to].aimed_at = true;
    else if (to != BEACON_NOBODY)
        proof->sending = true;
    proof->sending = proof->sending || rank->process->sends_open > 0;
}

/* Fills in the ranks from their records. Returns false if something about them is not known. */
static bool deadlock_describe(struct proof *proof, const struct deadlock_rank *ranks)
{
    for (int i = 0; i < proof->size; i++) {
        struct rank *rank = &proof->ranks[i];
        const struct beacon_process *record = ranks[i].record;
        if (!record || record->size != proof->size || atomic_load(&record->doubts) != 0)
            return false;
        uint32_t state = atomic_load(&record->state);
        *rank = (struct rank){.process = record,
                              .lane = deadlock_lane(record),
                              .function = ranks[i].function,
                              .gone = state == BEACON_FINALIZING ||
                                      (state == BEACON_ENDED && ranks[i].dead),
                              .receives = (int64_t)(record->posted - record->received)};
        rank->stuck = rank->lane && !rank->gone && ranks[i].still;
        rank->under_way = (int64_t)(0 - record->received); /* wraps if the record is damaged */
    }
    for (int i = 0; i < proof->size; i++) {
        add_sent(proof, ranks[i].record);
        deadlock_aim(proof, &proof->ranks[i]);
    }
    for (int i = 0; i < proof->size; i++) {
        proof->active += may_act(proof, i);
        proof->may_match = proof->may_match || may_match(proof, i);
    }
    return true;
}

/* Adds the rank to the families of its communicators. The caller goes through the ranks in order,
 * so the members of a family are in order. */
static void add_families(struct proof *proof, int rank)
{
    const struct beacon_process *process = proof->ranks[rank].process;
    for (int i = 0; i < BEACON_COMMS; i++) {
        const struct beacon_comm *comm = &process->comms[i];
        struct family *family;
        if (comm->id == 0 || comm->size <= 1) /* a rank alone never waits for a member */
            continue;
        HASH_FIND(hh, proof->families, &comm->id, sizeof comm->id, family);
        if (!family) {
            family = arena_alloc(proof->arena, sizeof *family);
            family->id = comm->id;
            HASH_ADD(hh, proof->families, id, sizeof family->id, family);
        }
        *arena_push(proof->arena, family->members, family->count) = rank;
    }
}

static void join_meeting(struct proof *proof, struct rank *rank)
{
    struct meeting_key key;
    struct meeting *meeting;
    const struct beacon_comm *comm = comm_of(rank);
    if (!comm || !deadlock_meets(rank->lane))
        return;
    memset(&key, 0, sizeof key);
    key.id = comm->id;
    key.ordinal = rank->lane->ordinal;
    key.function = rank->function;
    HASH_FIND(hh, proof->meetings, &key, sizeof key, meeting);
    if (!meeting) {
        meeting = arena_alloc(proof->arena, sizeof *meeting);
        meeting->key = key;
        meeting->first = rank;
        HASH_FIND(hh, proof->families, &key.id, sizeof key.id, meeting->family);
        HASH_ADD(hh, proof->meetings, key, sizeof meeting->key, meeting);
    }
    rank->meeting = meeting;
}

static void deadlock_find_meetings(struct proof *proof)
{
    bool any = false;
    for (int i = 0; i < proof->size && !any; i++)
        any = proof->ranks[i].stuck && deadlock_meets(proof->ranks[i].lane);
    for (int i = 0; any && i < proof->size; i++)
        add_families(proof, i);
    for (int i = 0; any && i < proof->size; i++)
        if (proof->ranks[i].stuck)
            join_meeting(proof, &proof->ranks[i]);
}

/* Lists the members that are missing and cannot act. */
static void list_missing(struct proof *proof, struct meeting *meeting)
{
    const struct beacon_comm *comm = comm_of(meeting->first);
    meeting->listed = true;
    for (size_t i = 0; meeting->family && i < meeting->family->count; i++) {
        int member = meeting->family->members[i];
        if (meeting->need_count < DEADLOCK_NEEDS && !may_act(proof, member) &&
            is_missing(proof, member, comm, meeting->first))
            meeting->needs[meeting->need_count++] = member;
    }
}

/* Finds the ranks that the rank waits for and that cannot act. */
static void find_needs(struct proof *proof, int number, struct stuck *stuck)
{
    const struct rank *rank = &proof->ranks[number];
    bool waits = rank->lane->kind == BEACON_WAIT;
    bool in_vain = rank->meeting && (!waits || !collective_may_end(proof, rank));
    bool any = (waits && !in_vain && !is_one_receive(rank->lane)) || rank->lane->peer == BEACON_ANY;
    int *needs = NULL;
    if (in_vain && (rank->lane->peer < 0 || rank->lane->peer == number)) {
        if (!rank->meeting->listed)
            list_missing(proof, rank->meeting);
        stuck->needs = rank->meeting->needs;
        stuck->need_count = rank->meeting->need_count;
        return;
    }
    if (!any && !may_act(proof, rank->lane->peer))
        *arena_push(proof->arena, needs, stuck->need_count) = rank->lane->peer;
    for (int i = 0; any && i < proof->size && stuck->need_count < DEADLOCK_NEEDS; i++)
        if (i != number && !may_act(proof, i))
            *arena_push(proof->arena, needs, stuck->need_count) = i;
    stuck->needs = needs;
}

/* Frees ranks until nothing changes. Passes alternate their direction, so that a chain of ranks
 * that wait for each other is freed in few passes. */
static void set_free(struct proof *proof)
{
    for (bool changed = true; changed;) {
        changed = false;
        proof->pass++;
        for (int i = 0; i < proof->size; i++) {
            int rank = proof->pass % 2 ? i : proof->size - 1 - i;
            if (!proof->ranks[rank].stuck || !may_go_on(proof, rank))
                continue;
            proof->ranks[rank].stuck = false;
            proof->active++;
            changed = true;
        }
    }
}

size_t deadlock_prove(const struct deadlock_rank *ranks, int size, bool settled,
                      struct arena *arena, const struct stuck **stuck)
{
    struct proof proof = {.size = size, .settled = settled, .arena = arena};
    struct stuck *list = NULL;
    size_t count = 0;
    if (size <= 0)
        return 0;
    proof.ranks = arena_alloc(arena, (size_t)size * sizeof *proof.ranks);
    if (!deadlock_describe(&proof, ranks))
        return 0;
    deadlock_find_meetings(&proof);
    set_free(&proof);
    for (int i = 0; i < size; i++)
        if (proof.ranks[i].stuck) {
            struct stuck *next = arena_push(arena, list, count);
            *next = (struct stuck){.rank = i, .lane = proof.ranks[i].lane};
            find_needs(&proof, i, next);
        }
    HASH_CLEAR(hh, proof.families);
    HASH_CLEAR(hh, proof.meetings);
    *stuck = list;
    return count;
}
