
#include "concolic/solver/session.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_MOST = 1024, /* MiB: a question that needs more would not end in time anyway */
    MEMORY_KEPT = 128,  /* MiB: a context never frees its terms, so it is made anew beyond this */
};

/* Interrupts Z3 when its time is over. Z3 could do so itself, but it starts a thread for each
 * question, which takes as long as an easy answer, and it counts time in which other threads run.
 */
struct watch {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    Z3_context context;
    clockid_t clock; /* clock of the thread that asks */
    double deadline; /* 0: no question is running */
    double asleep;   /* end of its sleep, on the monotonic clock; 0: until a change */
    bool fired, ends;
};

static double time_of(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double session_time(void)
{
    return time_of(CLOCK_THREAD_CPUTIME_ID);
}

static void *watch_thread(void *argument)
{
    struct watch *watch = argument;
    pthread_mutex_lock(&watch->lock);
    while (!watch->ends) {
        watch->asleep = 0;
        if (watch->deadline == 0) {
            pthread_cond_wait(&watch->change, &watch->lock);
            continue;
        }
        double left = watch->deadline - time_of(watch->clock);
        if (left > 0) {
            watch->asleep = time_of(CLOCK_MONOTONIC) + left;
            struct timespec until = {.tv_sec = (time_t)watch->asleep};
            until.tv_nsec = (long)((watch->asleep - (double)until.tv_sec) * 1e9);
            pthread_cond_timedwait(&watch->change, &watch->lock, &until);
        } else {
            watch->fired = true;
            watch->deadline = 0;
            Z3_interrupt(watch->context);
        }
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

/* Starts the watching thread. Returns NULL if no thread can be made. */
static struct watch *watch_open(void)
{
    struct watch *watch = memory_zero(1, sizeof *watch);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->change, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&watch->lock, NULL);
    if (pthread_create(&watch->thread, NULL, watch_thread, watch) == 0)
        return watch;
    pthread_cond_destroy(&watch->change);
    pthread_mutex_destroy(&watch->lock);
    free(watch);
    return NULL;
}

static void watch_close(struct watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    watch->ends = true;
    pthread_cond_signal(&watch->change);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_cond_destroy(&watch->change);
    pthread_mutex_destroy(&watch->lock);
    free(watch);
}

static void watch_arm(struct watch *watch, Z3_context context, double deadline)
{
    pthread_mutex_lock(&watch->lock);
    double until = time_of(CLOCK_MONOTONIC) + deadline - session_time();
    watch->context = context;
    watch->deadline = deadline;
    pthread_getcpuclockid(pthread_self(), &watch->clock);
    if (watch->asleep == 0 || watch->asleep > until)
        pthread_cond_signal(&watch->change);
    pthread_mutex_unlock(&watch->lock);
}

/* Stops watching. Returns whether it has interrupted Z3. */
static bool watch_disarm(struct watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    bool fired = watch->fired;
    watch->fired = false;
    watch->deadline = 0;
    pthread_mutex_unlock(&watch->lock);
    return fired;
}

/* Z3 reports an error by a function that receives only the context and may be left by longjmp().
 * This is the target. */
static _Thread_local jmp_buf *landing;

static void on_error(Z3_context context, Z3_error_code code)
{
    (void)context;
    (void)code;
    if (landing)
        longjmp(*landing, 1);
}

static void forget_terms(struct session *session)
{
    session->owner = 0;
    for (int i = 0; i < INDEX_MODES; i++)
        session->term_count[i] = 1;
}

static void session_discard(struct session *session)
{
    if (session->context) {
        for (int i = 0; i < INDEX_MODES; i++) {
            if (session->solvers[i])
                Z3_solver_dec_ref(session->context, session->solvers[i]);
            session->solvers[i] = NULL;
        }
        Z3_del_context(session->context);
    }
    session->context = NULL;
    session->worn = false;
    forget_terms(session);
}

bool session_open(struct session *session)
{
    char most[16];
    snprintf(most, sizeof most, "%d", MEMORY_MOST);
    Z3_global_param_set("memory_max_size", most);
    *session = (struct session){.watch = watch_open()};
    return session->watch != NULL;
}

void session_close(struct session *session)
{
    session_discard(session);
    watch_close(session->watch);
    for (int i = 0; i < INDEX_MODES; i++)
        free(session->terms[i]);
}

bool session_begin(struct session *session, struct solver_index *index, size_t node_count)
{
    if (session->worn || Z3_get_estimated_alloc_size() > (uint64_t)MEMORY_KEPT << 20)
        session_discard(session);
    if (!session->context) {
        Z3_config config = Z3_mk_config();
        session->context = Z3_mk_context(config);
        Z3_del_config(config);
        if (!session->context)
            return false;
        Z3_set_error_handler(session->context, on_error);
    }
    if (session->owner == index->serial)
        return true;
    forget_terms(session);
    session->owner = index->serial;
    for (int i = 0; i < INDEX_MODES; i++)
        memset(index->slots[i], 0, node_count * sizeof *index->slots[i]);
    return true;
}

bool session_run(struct session *session, void (*work)(void *), void *context)
{
    jmp_buf here;
    if (setjmp(here) != 0) {
        landing = NULL;
        watch_disarm(session->watch);
        session->worn = true;
        return false;
    }
    landing = &here;
    work(context);
    landing = NULL;
    return true;
}

/* Returns the solver for a mode. For integers and bits one solver is used for all questions. For
 * IEEE numbers a solver of the other kind is several times as fast: it gets the whole problem
 * before it starts. */
Z3_solver session_solver(struct session *session, enum mode mode, bool floats)
{
    Z3_context z3 = session->context;
    Z3_solver *solver = &session->solvers[mode];
    if (mode == MODE_BITS && *solver && (floats || session->for_floats)) {
        Z3_solver_dec_ref(z3, *solver);
        *solver = NULL;
    }
    if (!*solver) {
        *solver = mode == MODE_BITS && floats
                      ? Z3_mk_solver_for_logic(z3, Z3_mk_string_symbol(z3, "QF_FPBV"))
                      : Z3_mk_simple_solver(z3);
        Z3_solver_inc_ref(z3, *solver);
    }
    if (mode == MODE_BITS)
        session->for_floats = floats;
    return *solver;
}

Z3_lbool session_check(struct session *session, Z3_solver solver, unsigned count,
                       const Z3_ast *assumed, double deadline)
{
    if (session->worn || session_time() >= deadline)
        return Z3_L_UNDEF;
    watch_arm(session->watch, session->context, deadline);
    Z3_lbool answer = Z3_solver_check_assumptions(session->context, solver, count, assumed);
    if (watch_disarm(session->watch))
        session->worn = true;
    return answer;
}
