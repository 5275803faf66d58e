/* team.h: what the threads of one parallel region may execute, as one graph.
 *
 * The body of the region with every function that it calls put in at its calls (those that lead to
 * no call of MPI and no construct are left out), bodies of tasks and of regions inside included. So
 * a place is told apart by the calls that lead to it, and questions across functions (what lies
 * between two barriers) are questions about one graph. Recursion is not followed. In a team that
 * grows beyond a limit, which is `large` then, calls with the same word share what they enter:
 * there a way may enter by one call and leave by another, and what depends on ways is not certain.
 * At a second limit calls are not entered at all: it is `cut`, and nothing is proved.
 */
#ifndef TUTTI_STATIC_THREADS_TEAM_H
#define TUTTI_STATIC_THREADS_TEAM_H

#include "static/threads/words.h"

#define TEAM_NONE UINT32_MAX

struct team_frame {
    const struct ir_function *function;
    const struct ir_value *call; /* that enters it; NULL: a function that nobody calls */
    uint32_t parent;             /* TEAM_NONE: none */
    uint32_t call_node;          /* of the parent */
    struct word word;            /* of its entry */
    uint32_t team;    /* 0: the region itself; regions inside have numbers of their own */
    bool guessed;     /* a call through a pointer leads here that may mean another function */
    unsigned control; /* bits of THREAD_: what decides about the calls that lead here */
    uint32_t depth;
    uint32_t *blocks;     /* first node of each block */
    uint32_t entry, exit; /* nodes */
    uint32_t earlier;     /* another frame of the same function, or TEAM_NONE */
};

struct team_node {
    const struct ir_value *at; /* an instruction: an event, a call, or a terminator; NULL: exit */
    const struct api_function *mpi; /* it is this call of MPI */
    enum openmp_kind kind;          /* it is this construct */
    uint32_t frame;
    bool ends;       /* a terminator: the way may part here */
    bool leaves;     /* exit of a frame */
    uint64_t locked; /* locks that are held here for certain; bit TEAM_ORDERED: ordered */
};

enum { TEAM_ORDERED = 63 };

struct team {
    struct arena arena;
    struct threading *threading;
    struct team_frame *frames;
    size_t frame_count, frame_space;
    struct team_node *nodes;
    size_t node_count, node_space;
    struct graph *graph; /* of the nodes; 0 is the entry */
    uint32_t exit;
    uint32_t team_count;
    bool *reached; /* by node: from the entry */
    bool *alive;   /* by node: also, the end of the region can be reached from it */
    bool large, cut;
};

/* `fork`: a parallel region or a thread that is made outside of all teams, or NULL for `function`
 * itself, of which only is known that some team may call it. */
struct team *team_build(struct threading *threading, const struct ir_value *fork,
                        const struct ir_function *function);
void team_free(struct team *team);

struct word team_word(const struct team *team, uint32_t node, struct arena *arena);

/* Bits of THREAD_: what decides whether a thread comes to the node, over all calls. */
unsigned team_control(const struct team *team, uint32_t node);

/* How many barriers of its innermost team a thread has met at least when it comes to the node: the
 * Bs of the parallelism word. */
uint32_t team_barriers_before(const struct team *team, uint32_t node);

/* Marks the nodes that can be reached from behind `from` without a barrier of that team; with
 * `tasks` also not beyond a place where tasks are waited for. */
void team_reach(const struct team *team, uint32_t from, uint32_t number, bool tasks, bool *reached);

#endif
