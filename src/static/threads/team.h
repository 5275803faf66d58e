/* team.h: one graph of what the threads of one parallel region may execute.
 *
 * The graph has the body of the region, with every called function inserted at its calls, and the
 * bodies of tasks and inner regions. It leaves out functions that lead to no call of MPI and no
 * construct. The calls that lead to a place tell it apart, so that questions across functions (what
 * lies between two barriers) are questions about one graph. Recursion is not followed.
 *
 * A team that grows beyond a limit is `large`: calls with the same word then share the functions
 * that they enter. A way may enter by one call and leave by another, so answers about ways are
 * uncertain. At a second limit the team is `cut`: calls are not entered at all, and nothing is
 * proved.
 */
#ifndef TUTTI_STATIC_THREADS_TEAM_H
#define TUTTI_STATIC_THREADS_TEAM_H

#include "static/threads/words.h"

#define TEAM_NONE UINT32_MAX

struct team_frame {
    const struct ir_function *function;
    const struct ir_value *call; /* the call that enters it; NULL: the program does not call the
                                    function */
    uint32_t parent;             /* TEAM_NONE: none */
    uint32_t call_node;          /* in the parent */
    struct word word;            /* at its entry */
    uint32_t team;               /* 0: the region itself; inner regions have numbers of their own */
    bool guessed;     /* a call through a pointer that may mean another function leads here */
    unsigned control; /* bits of THREAD_: the conditions of the calls that lead here */
    uint32_t depth;
    uint32_t *blocks;     /* the first node of each block */
    uint32_t entry, exit; /* nodes */
    uint32_t earlier;     /* another frame of the same function, or TEAM_NONE */
};

struct team_node {
    const struct ir_value *at;      /* an event, a call, or a terminator; NULL: the exit */
    const struct api_function *mpi; /* it is this call of MPI */
    enum openmp_kind kind;          /* it is this construct */
    uint32_t frame;
    bool ends;       /* a terminator: ways may part here */
    bool leaves;     /* the exit of a frame */
    uint64_t locked; /* locks that are certainly held here; bit TEAM_ORDERED: ordered */
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
    bool *reached; /* by node: can be reached from the entry */
    bool *alive;   /* by node: reached, and the end of the region can be reached from it */
    bool large, cut;
};

/* Builds the graph of a team. `fork` is a parallel region or a thread that is made outside of all
 * teams. NULL: the graph of `function` itself, which an unknown team may call. */
struct team *team_build(struct threading *threading, const struct ir_value *fork,
                        const struct ir_function *function);
void team_free(struct team *team);

struct word team_word(const struct team *team, uint32_t node, struct arena *arena);

/* Returns bits of THREAD_: whether threads differ in coming to the node, over all calls. */
unsigned team_control(const struct team *team, uint32_t node);

/* Returns the least number of barriers of its innermost team that a thread has passed when it comes
 * to the node: the Bs of the parallelism word. */
uint32_t team_barriers_before(const struct team *team, uint32_t node);

/* Marks the nodes that can be reached after `from` without a barrier of that team. With `tasks` the
 * search also ends at places that wait for tasks. */
void team_reach(const struct team *team, uint32_t from, uint32_t number, bool tasks, bool *reached);

#endif
