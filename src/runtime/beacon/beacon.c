#include "runtime/beacon/beacon.h"

#include "runtime/beacon/attach.h"
#include "runtime/beacon/comms.h"
#include "runtime/next.h"
#include "runtime/session.h"
#include "runtime/weak.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local struct beacon_thread beacon_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static struct beacon_process unseen; /* written to if nobody watches */
static struct beacon_lane unseen_lane;
static uint32_t unseen_visits[BEACON_SITES];
struct beacon_process *beacon_process = &unseen;
uint32_t *beacon_visits = unseen_visits;

static struct beacon_file *file;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t ending;
static int level = MPI_THREAD_SINGLE; /* the highest thread level that MPI has given */
static int own_threads;               /* number of threads that the library created when it
                                         started */
static bool has_world;                /* from MPI_Init to MPI_Finalize */
static long owner;                    /* number of the process that has claimed the record */

/* Makes a forked child write to memory that nobody reads: it is no rank. */
static void beacon_forget(void)
{
    beacon_process = &unseen;
    beacon_visits = unseen_visits;
    beacon_thread.lane = &unseen_lane;
    file = NULL;
    pthread_setspecific(ending, NULL); /* the end of the child's thread must not free a lane */
}

/* Returns whether this is the process that has claimed the record. A child that was made by
 * _Fork(), clone() or vfork() is another one, and beacon_forget() did not run in it. This asks the
 * kernel, because some versions of libc give such a child the number of its parent. */
static bool is_owner(void)
{
    return file && syscall(SYS_getpid) == owner;
}

static void beacon_end(void)
{
    if (is_owner())
        atomic_store(&beacon_process->state, BEACON_ENDED);
}

static void leave_lane(void *lane)
{
    struct beacon_lane *mine = lane;
    if (!is_owner())
        return;
    uint64_t sequence = atomic_load(&mine->sequence);
    atomic_store(&mine->sequence, (sequence + 1) & ~UINT64_C(1));
    mine->thread = 0;
}

static void write_names(void)
{
    for (size_t i = 0; i < beacon_name_count && i < BEACON_FUNCTIONS; i++)
        strncpy(file->names[i], beacon_names[i], BEACON_NAME - 1);
    atomic_store_explicit(&file->named, 1, memory_order_release);
}

/* Returns whether the kernel permits only ancestors, and the process that this one names, to look
 * at it: Yama's scope 1. */
static bool needs_admission(void)
{
    char scope = '0';
    int setting = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
    bool known = setting >= 0 && read(setting, &scope, 1) == 1;
    if (setting >= 0)
        close(setting);
    return known && scope == '1';
}

/* Allows the monitor to read this process, on systems where otherwise only ancestors may. This
 * replaces a process that the program has named (nobody can ask which), so it happens only where
 * it is needed. */
static void admit_monitor(void)
{
    if (file->monitor != 0 && needs_admission())
        prctl(PR_SET_PTRACER, (unsigned long)file->monitor, 0, 0, 0);
}

static void beacon_claim(void)
{
    uint32_t place;
    int saved = errno;
    file = pthread_key_create(&ending, leave_lane) == 0 ? attach_board(&place) : NULL;
    errno = saved;
    if (!file)
        return;
    beacon_process = &file->processes[place];
    beacon_visits = file->visits[place];
    owner = syscall(SYS_getpid);
    beacon_process->pid = (int32_t)owner;
    beacon_process->rank = -1;
    beacon_process->base = getauxval(AT_PHDR);
    if (place == 0)
        write_names();
    atomic_store(&beacon_process->state, BEACON_STARTING);
    pthread_atfork(NULL, NULL, beacon_forget);
    atexit(beacon_end);
    admit_monitor();
}

/* Notes that several threads call MPI. The first thread may still finish the counts that it has
 * begun; the other threads never touch them, and it soon stops counting. */
static void doubt_threads(void)
{
    if (level == MPI_THREAD_MULTIPLE)
        beacon_doubt(BEACON_DOUBT_THREADS);
}

void beacon_join(void)
{
    pthread_once(&once, beacon_claim);
    beacon_thread.lane = &unseen_lane;
    if (!file)
        return;
    pthread_mutex_lock(&lock);
    uint32_t count = atomic_load(&beacon_process->lane_count), lane = 0;
    while (lane < count && beacon_process->lanes[lane].thread != 0)
        lane++;
    if (lane < BEACON_LANES) {
        beacon_thread.lane = &beacon_process->lanes[lane];
        beacon_thread.lane->thread = (int32_t)syscall(SYS_gettid);
        if (lane == count)
            atomic_store(&beacon_process->lane_count, count + 1);
        if (lane > 0)
            doubt_threads();
        pthread_setspecific(ending, beacon_thread.lane);
    } else {
        beacon_doubt(BEACON_DOUBT_ROOM);
    }
    pthread_mutex_unlock(&lock);
}

int beacon_threads(void)
{
    enum { OTHER_LINKS = 2 }; /* links of a folder besides those of its subfolders, the threads */
    struct stat folder;
    return stat("/proc/self/task", &folder) == 0 ? (int)folder.st_nlink - OTHER_LINKS : 0;
}

/* Notes that MPI has started, or has started again, with another session. */
static void beacon_run(int given, int before, int rank, int size)
{
    int now = beacon_threads();
    beacon_process->rank = rank;
    beacon_process->size = size;
    pthread_mutex_lock(&lock);
    level = given > level ? given : level;
    own_threads += now - before;
    beacon_process->threads = level == MPI_THREAD_MULTIPLE ? 1 + own_threads : 0;
    if (atomic_load(&beacon_process->lane_count) > 1 || before <= 0 || now < before)
        doubt_threads();
    pthread_mutex_unlock(&lock);
}

void beacon_started(int given, int before)
{
    int rank, size;
    if (NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        NEXT(PMPI_Comm_size)(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return;
    beacon_run(given, before, rank, size);
    has_world = true;
    comms_add(MPI_COMM_WORLD);
    comms_add(MPI_COMM_SELF);
    atomic_store(&beacon_process->state, BEACON_RUNNING);
}

void beacon_session_started(MPI_Session session, int before)
{
    int rank, size;
    if (!session_place(session, &rank, &size)) {
        beacon_doubt(BEACON_DOUBT_ROOM);
        return;
    }
    beacon_run(session_level(session), before, rank, size);
    session_begin(session);
    atomic_store(&beacon_process->state, BEACON_RUNNING);
}

/* Notes the end if neither MPI_COMM_WORLD nor a session is left. Communicators end with these, so
 * no other process can wait for this one any more. */
static void beacon_finish(void)
{
    MPI_Session other;
    if (file && !is_owner())
        return; /* a child whose end finalizes MPI, or tries to */
    if (!has_world && session_open(&other) == 0)
        atomic_store(&beacon_process->state, BEACON_FINALIZING);
}

void beacon_session_finalizing(MPI_Session session)
{
    session_end(session);
    beacon_finish();
}

void beacon_finalizing(void)
{
    MPI_Session other;
    has_world = false;
    if (session_open(&other) > 0)
        comms_remove(MPI_COMM_WORLD); /* its group can no longer be used to find world ranks */
    beacon_finish();
}
