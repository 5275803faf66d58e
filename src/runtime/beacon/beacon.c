#include "runtime/beacon/beacon.h"

#include "runtime/beacon/comms.h"
#include "runtime/beacon/path.h"
#include "runtime/next.h"
#include "runtime/weak.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

_Thread_local struct beacon_thread beacon_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static struct beacon_process unseen; /* where there is nobody to see it */
static struct beacon_lane unseen_lane;
static uint32_t unseen_visits[BEACON_SITES];
struct beacon_process *beacon_process = &unseen;
uint32_t *beacon_visits = unseen_visits;

static struct beacon_file *file;
static const char *path;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t ending;
static int level; /* of threads, that MPI gives */

/* A child of the program is no rank. */
static void forget(void)
{
    beacon_process = &unseen;
    beacon_visits = unseen_visits;
    beacon_thread.lane = &unseen_lane;
    file = NULL;
}

/* The file belongs to the monitor. If that was killed, the last thing that reads it is gone. */
static void end(void)
{
    if (!file)
        return;
    atomic_store(&beacon_process->state, BEACON_ENDED);
    if (file->monitor != 0 && kill(file->monitor, 0) != 0)
        unlink(path);
}

static void leave_lane(void *lane)
{
    struct beacon_lane *mine = lane;
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

/* The environment but for LD_PRELOAD: what is preloaded into the program is not for others. */
static char **without_preload(void)
{
    static const char preload[] = "LD_PRELOAD=";
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (strncmp(environ[i], preload, sizeof preload - 1) != 0)
            copy[kept++] = environ[i];
    return copy;
}

/* Starts the monitor of this node, which ends its own first process as soon as it is on its own: it
 * is no child of the program. What it must not inherit it closes itself. */
static void start_monitor(void)
{
    const char *line = getenv(BEACON_MONITOR), *blank = line ? strchr(line, ' ') : NULL;
    char *program = blank ? strndup(line, (size_t)(blank - line)) : NULL;
    char **variables = without_preload();
    pid_t pid;
    posix_spawn_file_actions_t actions;
    if (!program || !variables || posix_spawn_file_actions_init(&actions) != 0) {
        free(program);
        free(variables);
        return;
    }
    for (int i = 0; i < 3; i++) /* launchers wait until nobody can write to the output of a rank */
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    char *words[] = {program, (char *)blank + 1, (char *)path, NULL};
    if (posix_spawn(&pid, program, &actions, NULL, words, variables) == 0)
        waitpid(pid, NULL, 0);
    posix_spawn_file_actions_destroy(&actions);
    free(program);
    free(variables);
}

/* The monitor of this node makes the file, or, on a node whose monitor is not there yet, the first
 * process. */
static int open_file(bool *first)
{
    int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    int made = open(path, flags | O_EXCL, 0600);
    *first = made >= 0;
    if (made >= 0)
        return made;
    return open(path, flags, 0600);
}

static struct beacon_file *map_file(void)
{
    bool first;
    int descriptor = open_file(&first);
    if (descriptor < 0)
        return NULL;
    void *map = MAP_FAILED;
    if (lseek(descriptor, 0, SEEK_END) >= (off_t)sizeof *file ||
        ftruncate(descriptor, sizeof *file) == 0)
        map = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (map != MAP_FAILED && first)
        start_monitor();
    return map == MAP_FAILED ? NULL : map;
}

/* Where only ancestors may look at a process, its monitor may. */
static void admit_monitor(void)
{
    if (file->monitor != 0)
        prctl(PR_SET_PTRACER, (unsigned long)file->monitor, 0, 0, 0);
}

static void claim(void)
{
    const char *prefix = getenv(BEACON_VARIABLE);
    char own[BEACON_PATH];
    if (!prefix || pthread_key_create(&ending, leave_lane) != 0)
        return;
    beacon_path(prefix, own);
    path = strdup(own);
    file = path ? map_file() : NULL;
    if (!file)
        return;
    if (file->version == 0) {
        memcpy(file->magic, BEACON_MAGIC, sizeof file->magic);
        file->version = BEACON_VERSION;
    }
    uint32_t place = atomic_fetch_add(&file->claimed, 1);
    if (file->version != BEACON_VERSION || place >= BEACON_PROCESSES) {
        file = NULL;
        return;
    }
    beacon_process = &file->processes[place];
    beacon_visits = file->visits[place];
    beacon_process->pid = getpid();
    beacon_process->rank = -1;
    beacon_process->base = getauxval(AT_PHDR);
    if (place == 0)
        write_names();
    atomic_store(&beacon_process->state, BEACON_STARTING);
    pthread_atfork(NULL, NULL, forget);
    atexit(end);
    admit_monitor();
}

/* The first of several threads keeps what it has begun to count to itself; the others never touch
 * it, and it stops soon. */
static void doubt_threads(void)
{
    if (level == MPI_THREAD_MULTIPLE)
        beacon_doubt(BEACON_DOUBT_THREADS);
}

void beacon_join(void)
{
    pthread_once(&once, claim);
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
    enum { OTHER_LINKS = 2 }; /* of a folder; each thread has one in it */
    struct stat folder;
    return stat("/proc/self/task", &folder) == 0 ? (int)folder.st_nlink - OTHER_LINKS : 0;
}

void beacon_started(int given, int before)
{
    int rank, size, now = beacon_threads();
    if (NEXT(PMPI_Comm_rank)(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        NEXT(PMPI_Comm_size)(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return;
    beacon_process->rank = rank;
    beacon_process->size = size;
    pthread_mutex_lock(&lock);
    level = given;
    beacon_process->threads = given == MPI_THREAD_MULTIPLE ? 1 + now - before : 0;
    if (atomic_load(&beacon_process->lane_count) > 1 || before <= 0 || now < before)
        doubt_threads();
    pthread_mutex_unlock(&lock);
    comms_add(MPI_COMM_WORLD);
    comms_add(MPI_COMM_SELF);
    atomic_store(&beacon_process->state, BEACON_RUNNING);
}

void beacon_finalizing(void)
{
    atomic_store(&beacon_process->state, BEACON_FINALIZING);
}
