#include "runtime/check/threads.h"

#include "runtime/check/openmp.h"
#include "runtime/check/report.h"
#include "runtime/check/text.h"
#include "runtime/next.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    TURN = 100000, /* microseconds: ranks that find the same error print one after the other, so
                      that the first ends the job before the second prints */
    TURNS = 8,
};

struct threads_caller {
    pthread_t thread;
    const char *name;
    const struct check_site *site;
};

/* The collectives on one object. */
struct threads_collective {
    struct threads_collective *next;
    enum call_object object;
    intptr_t handle;
    bool active; /* a thread is in a collective: `last` */
    bool known;  /* `last` and `word` are set */
    struct threads_caller last;
    struct word word;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;
static int own_rank;
static pthread_t main_thread;
static bool inside; /* a thread is in MPI: `current` */
static struct threads_caller current;
static struct threads_collective *collectives;

static const char *level_name(int number)
{
    return number == MPI_THREAD_SINGLE       ? "MPI_THREAD_SINGLE"
           : number == MPI_THREAD_FUNNELED   ? "MPI_THREAD_FUNNELED"
           : number == MPI_THREAD_SERIALIZED ? "MPI_THREAD_SERIALIZED"
                                             : "MPI_THREAD_MULTIPLE";
}

void threads_start(int required, int provided)
{
    NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &own_rank);
    main_thread = pthread_self();
    level = provided;
    if (provided >= required || own_rank != 0)
        return;
    fprintf(stderr,
            "tutti: warning: the program asks for %s, but MPI provides only %s [thread.level]\n",
            level_name(required), level_name(provided));
}

static void threads_add_headline(struct text *text, const struct check_site *site,
                                 const char *sentence, const char *rule)
{
    if (site)
        text_add(text, "%s:%d: ", site->file, (int)site->line);
    text_add(text, "error: %s [%s]\n", sentence, rule);
}

static void add_caller(struct text *text, const char *who, const struct threads_caller *caller)
{
    char place[512];
    report_place(caller->site, place, sizeof place);
    text_add(text, "  %s: %s at %s\n", who, caller->name, place);
}

static _Noreturn void threads_stop(struct text *text)
{
    text_add(text, "  on rank %d\n", own_rank);
    usleep((useconds_t)(own_rank < TURNS ? own_rank : TURNS) * TURN);
    report_end(text->bytes);
}

static _Noreturn void stop_level(const struct threads_caller *caller)
{
    static struct text text;
    char sentence[256];
    snprintf(sentence, sizeof sentence,
             "%s is called by a thread other than the one that initialised MPI, which %s forbids",
             caller->name, level_name(level));
    threads_add_headline(&text, caller->site, sentence, "thread.level");
    add_caller(&text, "the call", caller);
    threads_stop(&text);
}

static _Noreturn void stop_two(const struct threads_caller *caller,
                               const struct threads_caller *other, const char *sentence,
                               const char *rule)
{
    static struct text text;
    threads_add_headline(&text, caller->site, sentence, rule);
    add_caller(&text, "one thread", other);
    add_caller(&text, "another thread", caller);
    threads_stop(&text);
}

static struct threads_collective *threads_collective_of(const struct call *call)
{
    for (struct threads_collective *known = collectives; known; known = known->next)
        if (known->object == call->object && known->handle == call->handle)
            return known;
    struct threads_collective *new = calloc(1, sizeof *new);
    if (!new)
        return NULL;
    new->object = call->object;
    new->handle = call->handle;
    new->next = collectives;
    return collectives = new;
}

static void enter_collective(const struct threads_caller *caller, const struct call *call)
{
    struct threads_collective *collective = threads_collective_of(call);
    if (!collective)
        return;
    if (collective->active)
        stop_two(caller, &collective->last,
                 "two threads are in collectives on the same communicator at the same time",
                 "thread.concurrent-collectives");
    const struct word word = openmp_word();
    if (collective->known && !pthread_equal(collective->last.thread, caller->thread) &&
        word_unordered(&collective->word, &word)) {
        const bool same =
            collective->last.site == caller->site && collective->last.name == caller->name;
        stop_two(caller, &collective->last,
                 same ? "a collective is called by several threads of a team"
                      : "two threads of a team call collectives on the same communicator with no "
                        "barrier in between",
                 same ? "thread.multithreaded-collective" : "thread.concurrent-collectives");
    }
    collective->active = true;
    collective->known = true;
    collective->last = *caller;
    collective->word = word;
}

void threads_enter(const char *name, const struct check_site *site, struct call *collective)
{
    const struct threads_caller caller = {pthread_self(), name, site};
    if (level < MPI_THREAD_SERIALIZED && !pthread_equal(caller.thread, main_thread))
        stop_level(&caller);
    if (level < MPI_THREAD_SERIALIZED && !collective)
        return;
    pthread_mutex_lock(&lock);
    if (level == MPI_THREAD_SERIALIZED) {
        if (inside)
            stop_two(&caller, &current,
                     "two threads call MPI at the same time, which MPI_THREAD_SERIALIZED forbids",
                     "thread.level");
        inside = true;
        current = caller;
    }
    if (collective)
        enter_collective(&caller, collective);
    pthread_mutex_unlock(&lock);
}

/* Forgets an object that was freed: its handle may be used again for another. */
static void threads_forget(const struct call *call)
{
    for (struct threads_collective **at = &collectives; *at; at = &(*at)->next) {
        struct threads_collective *found = *at;
        if (found->object != call->object || found->handle != call->handle)
            continue;
        *at = found->next;
        free(found);
        return;
    }
}

void threads_leave(struct call *collective)
{
    if (level < MPI_THREAD_SERIALIZED && !collective)
        return;
    pthread_mutex_lock(&lock);
    inside = false;
    if (collective && collective->function->destructor) {
        threads_forget(collective);
    } else if (collective) {
        struct threads_collective *known = threads_collective_of(collective);
        if (known)
            known->active = false;
    }
    pthread_mutex_unlock(&lock);
}
