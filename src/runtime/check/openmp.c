#include "runtime/check/openmp.h"

#include "runtime/check/needs.h"

#include <stddef.h>

/* The part of omp-tools.h that is needed here: the standard fixes its numbers and layouts, and not
 * every compiler has the header. */
union ompt_data {
    uint64_t value;
    void *pointer;
};

enum { OMPT_SCOPE_BEGIN = 1, OMPT_SCOPE_END = 2 };
enum { OMPT_TASK_INITIAL = 0x1, OMPT_TASK_EXPLICIT = 0x4 };
enum { OMPT_MUTEX_ATOMIC = 6 };
enum ompt_event {
    OMPT_PARALLEL_BEGIN = 3,
    OMPT_IMPLICIT_TASK = 7,
    OMPT_MUTEX_RELEASED = 17,
    OMPT_SYNC_REGION = 23,
    OMPT_MUTEX_ACQUIRED = 27,
};
enum ompt_sync_region {
    OMPT_BARRIER = 1,
    OMPT_BARRIER_IMPLICIT = 2,
    OMPT_BARRIER_EXPLICIT = 3,
    OMPT_BARRIER_IMPLEMENTATION = 4,
    OMPT_BARRIER_IMPLICIT_WORKSHARE = 8,
};

typedef void (*ompt_callback)(void);
typedef ompt_callback (*ompt_lookup)(const char *name);
typedef int (*ompt_set_callback)(int event, ompt_callback callback);
typedef int (*ompt_get_task_info)(int ancestor, int *flags, union ompt_data **task, void **frame,
                                  union ompt_data **parallel, int *thread);

struct ompt_start {
    int (*initialize)(ompt_lookup lookup, int device, union ompt_data *data);
    void (*finalize)(union ompt_data *data);
    union ompt_data data;
};

static _Thread_local struct word own_word;
static ompt_get_task_info task_info;

static void parallel_begin(union ompt_data *task, const void *frame, union ompt_data *parallel,
                           unsigned threads, int flags, const void *code)
{
    static _Atomic uint64_t regions;
    (void)task, (void)frame, (void)threads, (void)flags, (void)code;
    parallel->value = ++regions;
}

static void implicit_task(int endpoint, const union ompt_data *parallel, union ompt_data *task,
                          unsigned threads, unsigned index, int flags)
{
    (void)task, (void)threads;
    if (flags & OMPT_TASK_INITIAL)
        return;
    if (endpoint == OMPT_SCOPE_BEGIN)
        word_enter(&own_word, parallel ? parallel->value : 0, index);
    else if (endpoint == OMPT_SCOPE_END)
        word_leave(&own_word);
}

static void sync_region(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task,
                        const void *code)
{
    (void)parallel, (void)task, (void)code;
    if (endpoint != OMPT_SCOPE_END)
        return;
    switch (kind) {
    case OMPT_BARRIER:
    case OMPT_BARRIER_IMPLICIT:
    case OMPT_BARRIER_EXPLICIT:
    case OMPT_BARRIER_IMPLEMENTATION:
    case OMPT_BARRIER_IMPLICIT_WORKSHARE:
        word_barrier(&own_word);
        break;
    default:
        break;
    }
}

static void mutex_acquired(int kind, uint64_t id, const void *code)
{
    (void)id, (void)code;
    if (kind != OMPT_MUTEX_ATOMIC)
        word_mutex(&own_word, true);
}

static void mutex_released(int kind, uint64_t id, const void *code)
{
    (void)id, (void)code;
    if (kind != OMPT_MUTEX_ATOMIC)
        word_mutex(&own_word, false);
}

static int openmp_initialize(ompt_lookup lookup, int device, union ompt_data *data)
{
    (void)device, (void)data;
    const ompt_set_callback set = (ompt_set_callback)lookup("ompt_set_callback");
    task_info = (ompt_get_task_info)lookup("ompt_get_task_info");
    if (!set)
        return 0;
    set(OMPT_PARALLEL_BEGIN, (ompt_callback)parallel_begin);
    set(OMPT_IMPLICIT_TASK, (ompt_callback)implicit_task);
    set(OMPT_SYNC_REGION, (ompt_callback)sync_region);
    set(OMPT_MUTEX_ACQUIRED, (ompt_callback)mutex_acquired);
    set(OMPT_MUTEX_RELEASED, (ompt_callback)mutex_released);
    return 1; /* do not unload */
}

static void openmp_finalize(union ompt_data *data)
{
    (void)data;
}

/* Weak: a tool of the program has priority. */
__attribute__((visibility("default"), weak)) struct ompt_start *ompt_start_tool(
    unsigned omp_version, const char *runtime_version);
__attribute__((visibility("default"), weak)) struct ompt_start *ompt_start_tool(
    unsigned omp_version, const char *runtime_version)
{
    (void)omp_version, (void)runtime_version;
    static struct ompt_start start = {openmp_initialize, openmp_finalize, {0}};
    return tutti_check_threads ? &start : NULL;
}

struct word openmp_word(void)
{
    struct word word = own_word;
    int flags = 0;
    if (task_info && task_info(0, &flags, NULL, NULL, NULL, NULL) == 2)
        word.task = (flags & OMPT_TASK_EXPLICIT) != 0;
    return word;
}
