/* state.h: the state of a scheduler, for its own files only.
 *
 * An operation lives until its rank has been told of its end. The table of its rank has it by
 * number. While it waits for its partner, it is also in a list of the rank that receives. */
#ifndef TUTTI_WORLD_SCHEDULE_STATE_H
#define TUTTI_WORLD_SCHEDULE_STATE_H

#include "base/memory.h"
#include "runtime/world/rank/patience.h"
#include "world/choice/order.h"
#include "world/findings/history.h"
#include "world/process/shared.h"
#include "world/schedule/pool.h"
#include "world/schedule/scheduler.h"

/* Tables are part of the state that is saved: of the `scheduler` that is in scope. */
#define uthash_malloc(size)       pool_zero(scheduler->pool, 1, size)
#define uthash_free(memory, size) pool_free(memory)
#include <uthash.h>

struct operation {
    struct world_op op;
    int rank;
    bool complete;
    struct world_answer answer;
    struct operation *prev, *next; /* in a list of the rank that receives ... */
    bool queued;                   /* ... while this is set */
    bool held;                     /* a message that a matched probe took; still in the list */
    uint32_t release_round; /* of a standard send: the round in which it was released because no
                        rank could move, counted from 1; 0: it was not, or is not to blame */
    bool may_need_buffer;   /* something that the script does not contain could happen then */
    uint64_t holder;        /* site of the matched probe */
    uint32_t holder_stack;
    uint32_t *numbers;         /* of OP_WAIT: a copy of the list; the rank's is the payload */
    uint32_t awaited;          /* of OP_WAIT: number of requests that are not complete */
    uint32_t awaited_by;       /* number of the OP_WAIT that has counted it */
    struct instance *instance; /* of OP_COLLECTIVE */
    struct past *past;         /* its place in the history, until a newer call takes the place */
    uint64_t time, after;      /* history.h: its own time, and the last that it waited for */
    uint32_t *needs;           /* of OP_LISTS_NEEDS: a copy of the list */
    bool waits_for_all;        /* of OP_COLLECTIVE: for all members, not only those that it needs */
    uint32_t missing;          /* number of needed members that have not arrived */
    struct cause *posted, *done; /* in a search: what it, and its end, depend on */
    struct instant *knew;        /* order.h: what its rank knew when it posted it, ... */
    struct instant *gained;      /* ... and what is known of others when it ends */
    size_t choice;               /* 1 + the choice that decided it */
    size_t known;                /* its place in the lists of known.h */
    struct world_range *ranges;  /* of OP_ACCESS: a copy */
    bool examined;               /* of OP_ACCESS and OP_LOCK: revisit.c */
    bool read;                   /* of OP_COLLECTIVE: its rank has read the payloads */
    struct operation *beside;    /* the next one that a thread of the rank sleeps in */
    UT_hash_handle hh;           /* by number */
};

/* Limit on answers "not yet" in a row while no other rank can move; beyond it, the rank counts as
 * waiting for ever. HPCC's RandomAccess polls 1,024 times before it sends anything. */
enum { POLLS_MAX = 10000 };

/* The same limit for reads of memory that no rank changes, with nothing else in between. Loops that
 * measure MPI_Get read some ten thousand times, in each of several threads. */
enum { LOOKS_MAX = 1 << 16 };

/* The last access granted to a rank, which shows whether it reads the same memory again and again.
 */
struct spin {
    uint64_t site, low;
    int32_t target;
    uint64_t granted; /* the grants of all ranks are counted */
    uint32_t times;   /* in a row without a change by this rank, ... */
    uint32_t idle;    /* ... nor by any other */
    uint64_t seen;    /* changes by then */
};

/* The state of a rank. */
struct rank_state {
    struct operation *operations; /* hash by number */
    struct operation *waiting;    /* the operations that its threads sleep in, or were killed in:
                                     linked by `beside`, the oldest first */
    struct operation *receives;   /* posted and not matched, in order; probes among them */
    struct operation *messages;   /* sends to this rank that are not matched, in order of arrival */
    struct world_answer *untold;  /* completions for which the inbox had no room */
    size_t untold_count, untold_space;
    bool ended, finalized;
    bool worked;          /* it has communicated more than an input: ending.c */
    uint64_t time;        /* of its last call: history.h */
    struct past *history; /* a ring */
    uint32_t history_count;
    uint32_t polls; /* answers "not yet" in a row, while nobody else could move */
    struct spin spin;
    uint32_t accesses;    /* granted, and not yet reported as done */
    uint32_t taken, told; /* as in the segment, where they are for the rank to read */
    uint32_t last_number; /* of its operations, the highest */
};

/* The members of a communicator, or of the part of one that makes its own collectives, by index.
 * Members report it when they have created it, so it is known before anything there can be stuck.
 */
struct roster {
    int32_t context;
    uint32_t count;
    int32_t *ranks;
    bool is_window;
    UT_hash_handle hh;
};

/* A part of a communicator that makes its own collectives (MPI_Comm_create_group): it has a context
 * of its own for them. */
struct subset {
    int32_t context;
    size_t length;
    int32_t *key; /* context of the communicator, tag, members */
    UT_hash_handle hh;
};

/* A collective on a communicator: the n-th of each member. */
struct instance_key {
    int32_t context;
    uint32_t sequence;
};

struct instance {
    struct instance_key key;
    uint32_t members, arrived, read;
    struct operation **operations; /* by index; NULL: not here yet */
    uint32_t table;                /* slot of its table of payloads */
    uint64_t context_base;         /* new contexts, for constructors */
    UT_hash_handle hh;
};

/* How many collectives a rank has begun on a communicator. */
struct membership_key {
    int32_t context;
    int32_t rank;
};

struct membership {
    struct membership_key key;
    uint32_t sequence;
    UT_hash_handle hh;
};

/* The shared pointer of a file, in the unit that its ranks use. */
struct file_pointer {
    int32_t context;
    uint64_t value;
    UT_hash_handle hh;
};

/* An error that a rank found in its own call. */
struct told_problem {
    struct world_problem problem;
    struct operation operation; /* where */
    bool stops;                 /* the rank cannot go on */
    bool merged;                /* into an earlier one, while they are reported */
    const char *declared_file;  /* where the memory is declared; NULL: nothing to say */
    int declared_line;
};

/* A wildcard that could take messages of several senders. */
struct message_race {
    struct operation receive;
    struct operation *sends; /* copies of what it could take */
    int send_count;
    size_t times;
};

/* Two accesses to the same memory that nothing orders; one entry for each pair of places. */
struct access_race {
    int ranks[2];
    struct world_range ranges[2];
    size_t times;
};

struct known;    /* known.h */
struct lock;     /* access.c */
struct order;    /* order.c */
struct conflict; /* conflict.c */
struct space;    /* space.c */

/* A copy of a list that the operation being taken names (intake.h). */
struct taken_list {
    void *bytes;
    uint64_t space;
};

struct scheduler {
    struct pool *pool; /* of all that it knows, itself included */
    struct shared shared;
    struct world_segment *segment; /* that of `shared` */
    struct damage damage;          /* `what` NULL: there is none */
    struct {
        struct taken_list payload, list;
    } taken;
    struct scheduler_options options;
    struct document *document;
    struct rank_state *ranks;
    struct instance *instances;
    struct membership *memberships;
    struct roster *rosters;
    struct subset *subsets;
    struct file_pointer *pointers;
    uint32_t *free_tables;
    size_t free_table_count, free_table_space;
    uint32_t table_count;
    int32_t next_context;
    struct difference difference; /* from the replayed execution */
    uint64_t operations;
    struct traffic traffic;
    struct patience patience;
    bool stopped;                  /* a finding ended the execution */
    bool started;                  /* there are ranks */
    bool threaded;                 /* some rank has threads */
    double idle;                   /* seconds since a rank posted anything, at the end */
    uint32_t release_rounds;       /* standard sends: see buffering.c */
    struct operation needs_buffer; /* the received send to blame */
    bool buffering_reported;
    struct told_problem *problems;
    size_t problem_count, problem_space;
    struct known *known;        /* of a search; NULL: the execution is not part of one */
    struct message_race *races; /* one for each place of a receive */
    size_t race_count, race_space;
    struct access_race *access_races;
    size_t access_race_count, access_race_space;
    struct lock *locks;
    struct order *order; /* NULL: there was no window yet, nor a buffered send */
    struct conflict *conflict;
    struct space *spaces, *received_spaces; /* by send, by receive */
    uint64_t grants, changes;               /* of memory and locks */
};

void scheduler_complete(struct scheduler *scheduler, struct operation *operation,
                        const struct world_answer *answer);
/* Wakes the thread that sleeps in the operation. */
void scheduler_answer(struct scheduler *scheduler, struct operation *operation,
                      const struct world_answer *answer);
bool scheduler_sleeps(const struct scheduler *scheduler, const struct operation *operation);
/* Returns the first operation of the kind that a thread of the rank sleeps in; NULL: none. */
struct operation *scheduler_waiting(const struct scheduler *scheduler, int rank, enum op_kind kind);
/* Returns the lane of the thread that sleeps in the operation. */
struct world_lane *scheduler_lane(const struct scheduler *scheduler,
                                  const struct operation *operation);
void scheduler_ask_stacks(struct scheduler *scheduler); /* of all ranks that sleep */
void scheduler_forget(struct scheduler *scheduler, struct operation *operation);
struct operation *scheduler_find(const struct scheduler *scheduler, int rank, uint32_t number);
void scheduler_give_back(const struct scheduler *scheduler, uint64_t payload); /* to its rank */
bool scheduler_is_complete(const struct scheduler *scheduler, int rank, uint32_t number);
void scheduler_end_wait(struct scheduler *scheduler, struct operation *wait, enum choice_kind kind,
                        uint64_t what);
void scheduler_refuse(struct scheduler *scheduler, struct operation *poll);

#endif
