/* threading.h: the data that the analyses of threads share: the constructs of OpenMP, the control
 * flow of each function, and which values differ between the threads of a team.
 *
 * Everything is made once and lives in the arena. The control flow of a function is computed when
 * it is needed.
 */
#ifndef TUTTI_STATIC_THREADS_THREADING_H
#define TUTTI_STATIC_THREADS_THREADING_H

#include "ir/graph.h"
#include "static/run.h"
#include "static/threads/openmp.h"

/* Control flow of a function; node `exit` is the last one. */
struct threads_flow {
    struct graph *graph;
    uint32_t exit;
    uint32_t *above; /* immediate dominators */
    uint32_t *below; /* immediate post-dominators */
    struct graph_loops *loops;
};

struct thread_values;
struct word_letter;

struct threading {
    struct arena arena;
    struct static_run *run;
    struct analysis *analysis;
    const struct ir_program *program;
    struct openmp *openmp;
    struct threads_flow **flows;     /* by function number */
    struct function_guards **guards; /* by function number: see words.h */
    bool *team;                      /* by function number: a team may execute it */
    bool *body;     /* by function number: the body of a region or a task; only the runtime library
                       calls it, never the program through a pointer */
    bool *serial;   /* by function number: it may run outside all teams */
    bool *relevant; /* by function number: it, or a callee, calls MPI or has a construct */
    struct thread_values *values;
};

/* Returns NULL if the program has no threads. */
struct threading *threading_create(struct static_run *run);
void threading_free(struct threading *threading);

const struct threads_flow *threading_flow(struct threading *threading,
                                          const struct ir_function *function);

/* Returns whether the call may call this target of the program's call graph. */
bool threading_may_enter(const struct threading *threading, const struct ir_value *call,
                         const struct ir_function *target);

/* Returns the functions that a call enters: those that it calls, or the body of its region, task or
 * thread. */
uint32_t threading_entered(const struct threading *threading, const struct ir_value *call,
                           const struct ir_function **functions, uint32_t space);

/* Returns the MPI function of a call that needs a thread level. MPI allows some functions in any
 * thread at any time; they, and clocks, need none. */
const struct api_function *threading_mpi(const struct threading *threading,
                                         const struct ir_value *call);

/* Bits that say how a value may differ between the threads of the team that executes it. */
enum {
    THREAD_SAME = 0,
    THREAD_UNSURE = 1,  /* not known */
    THREAD_TICKET = 2,  /* from an atomic operation or a lock: perhaps only one thread gets it */
    THREAD_DIFFERS = 4, /* from the number of the thread */
};

struct thread_values *thread_values_compute(struct threading *threading);
unsigned thread_value(const struct threading *threading, const struct ir_value *value);
unsigned thread_memory(const struct threading *threading, const struct ir_value *address);

/* Returns the only value that the program stores at this address; NULL: there are several. */
const struct ir_value *thread_only(const struct threading *threading,
                                   const struct ir_value *address);

/* Returns the same bits for the conditions under which a thread comes to this block. */
unsigned thread_control(const struct threading *threading, const struct ir_block *block);

/* Returns where the difference comes from, for instance the call of omp_get_thread_num(); NULL: not
 * known. */
const struct ir_value *thread_source(const struct threading *threading,
                                     const struct ir_value *value);

#endif
