/* openmp.h: recognises OpenMP as clang and flang lower it: the construct behind each call of the
 * runtime library, and the function with the body of a parallel region or a task.
 *
 * POSIX threads are here, too: MPI makes no difference between them and other threads.
 */
#ifndef TUTTI_STATIC_THREADS_OPENMP_H
#define TUTTI_STATIC_THREADS_OPENMP_H

#include "static/calls/analysis.h"

enum openmp_kind {
    OPENMP_NONE,
    OPENMP_FORK,           /* a parallel region; openmp_body() is what the team executes */
    OPENMP_SERIALIZED,     /* a parallel region of one thread starts (if(0)) ... */
    OPENMP_END_SERIALIZED, /* ... and ends */
    OPENMP_PUSH_THREADS,   /* sets num_threads of the next region */
    OPENMP_BARRIER,        /* explicit, or at the end of a construct: openmp_barrier_explicit() */
    OPENMP_SINGLE,         /* the thread that gets 1 executes it */
    OPENMP_MASTER,
    OPENMP_MASKED,
    OPENMP_CRITICAL,
    OPENMP_END_CRITICAL,
    OPENMP_ORDERED,
    OPENMP_END_ORDERED,
    OPENMP_STATIC_LOOP, /* a worksharing loop (or sections); the call sets its bounds */
    OPENMP_END_STATIC_LOOP,
    OPENMP_DYNAMIC_LOOP,
    OPENMP_DYNAMIC_NEXT, /* the thread that gets 1 has iterations to do */
    OPENMP_TASK_MAKE,    /* makes the object that a task is started with */
    OPENMP_TASK,         /* a task starts, now or later; openmp_body() */
    OPENMP_TASK_ORDERED, /* a task with dependences on others */
    OPENMP_TASK_LOOP,
    OPENMP_TASK_WAIT, /* earlier tasks are complete after it; also the end of a task group */
    OPENMP_REDUCE,
    OPENMP_CANCEL,
    OPENMP_LOCK,
    OPENMP_UNLOCK,
    OPENMP_TEST_LOCK,
    OPENMP_THREAD_NUMBER,  /* omp_get_thread_num() */
    OPENMP_THREAD_ID,      /* another number that identifies the thread */
    OPENMP_TEAM_SIZE,      /* omp_get_num_threads() */
    OPENMP_IN_PARALLEL,    /* omp_in_parallel() */
    OPENMP_THREAD_PRIVATE, /* the address of this thread's copy */
    OPENMP_SAME,           /* another query with the same answer for all threads of a team */
    OPENMP_PTHREAD,        /* pthread_create, thrd_create */
};

struct openmp {
    const struct ir_program *program;
    unsigned char *kinds; /* enum openmp_kind, by function number */
    bool used;            /* the program has a parallel region, a construct or a thread */
};

/* Makes the table of constructs, in the analysis's arena. */
struct openmp *openmp_create(struct analysis *analysis);

/* Returns the kind of a call; OPENMP_NONE also for instructions that are no calls. */
enum openmp_kind openmp_kind(const struct openmp *openmp, const struct ir_value *call);

/* Returns the function that a fork, a task or a new thread executes, or NULL: not known. */
const struct ir_function *openmp_body(const struct openmp *openmp, const struct ir_value *call);

/* Returns the value that the call passes as this parameter of its body; NULL: the runtime library
 * sets it. */
const struct ir_value *openmp_passed(const struct openmp *openmp, const struct ir_value *call,
                                     uint32_t parameter);

/* Returns whether the team of a fork has only one thread: num_threads(1), if(0). */
bool openmp_alone(const struct openmp *openmp, const struct ir_value *fork);

/* Returns whether the call runs the body of `#pragma omp parallel if(0)` in the thread that
 * encounters it. */
bool openmp_in_serialized(const struct openmp *openmp, const struct ir_value *call);

bool openmp_barrier_explicit(const struct ir_value *barrier);

/* Returns the list of addresses of variables that `copyprivate` makes the same for all; NULL: this
 * is no such call. */
const struct ir_value *openmp_copyprivate_list(const struct openmp *openmp,
                                               const struct ir_value *call);

/* Returns whether the worksharing construct is `sections`, as far as the compiler says so (clang
 * does). */
bool openmp_is_sections(const struct ir_value *loop);

/* Returns the name of the construct: "single", "worksharing loop", "implicit barrier". */
const char *openmp_describe(const struct openmp *openmp, const struct ir_value *call);

/* Returns the value before conversions that keep it (zext, sext, trunc, freeze). */
const struct ir_value *openmp_plain(const struct ir_value *value);

#endif
