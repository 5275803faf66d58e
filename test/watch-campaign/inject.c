/* inject.c: makes one rank hang, as a bug of the program would: a preloaded library above MPI and
 * above whatever watches it.
 *
 * INJECT_KIND says how, INJECT_RANK which rank of MPI_COMM_WORLD, INJECT_SECONDS from which moment
 * after MPI_Init on, INJECT_FILE where to write when it happened. The kinds:
 *
 * loop: at its next MPI call the rank computes for ever instead.
 *
 * stop: there it stops itself by SIGSTOP.
 *
 * drop: the next message that it sends to another rank is lost; the call succeeds, nothing is sent.
 *
 * skip: the next blocking collective of more than one rank is left out; the call succeeds.
 *
 * The file gets one line: CLOCK_MONOTONIC, CLOCK_REALTIME, the kind, the function.
 *
 * Wrappers end in a jump to the next definition, so whoever comes after them still sees the call as
 * the program's; that is why this is compiled with -O2. Functions are wrapped under their C names
 * and, for Fortran, mpi_x_; PMPI_X is not, which is what Open MPI's Fortran calls. */
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum sort { OTHER, SEND, COLLECTIVE }; /* of calls */

static const char *kind;  /* NULL: not this rank */
static double moment;     /* seconds of CLOCK_MONOTONIC */
static atomic_bool armed; /* the moment may still come */

static double clock_now(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *next_symbol(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "inject: no %s behind this library\n", name);
        abort();
    }
    return found;
}

#define NEXT(name)                                             \
    ({                                                         \
        static __typeof__(&(name)) found;                      \
        if (!found)                                            \
            found = (__typeof__(&(name)))(next_symbol(#name)); \
        found;                                                 \
    })

/* The first of the libraries in LD_PRELOAD sees a call first. Starts the program again if that is
 * not this one. Not in mpiexec, which may have it, too. */
__attribute__((constructor)) static void come_first(int count, char **words)
{
    static char path[4096];
    const char *all = getenv("LD_PRELOAD");
    Dl_info self;
    (void)count;
    if (!all || (!getenv("OMPI_COMM_WORLD_RANK") && !getenv("PMI_RANK")) ||
        !dladdr(&moment, &self) || !self.dli_fname || getenv("INJECT_FIRST") ||
        strncmp(all, self.dli_fname, strlen(self.dli_fname)) == 0)
        return;
    size_t size = strlen(self.dli_fname) + strlen(all) + 2;
    char *own = malloc(size);
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (!own || length <= 0) {
        free(own);
        return;
    }
    snprintf(own, size, "%s:%s", self.dli_fname, all);
    setenv("LD_PRELOAD", own, 1); /* twice the same library is once */
    setenv("INJECT_FIRST", "1", 1);
    execv(path, words);
    perror("inject: cannot start the program again");
    _exit(127);
}

/* After MPI_Init. */
static void start(void)
{
    const char *rank = getenv("INJECT_RANK"), *seconds = getenv("INJECT_SECONDS");
    int own;
    kind = getenv("INJECT_KIND");
    if (!kind || !rank || !seconds || PMPI_Comm_rank(MPI_COMM_WORLD, &own) != MPI_SUCCESS ||
        own != strtol(rank, NULL, 10))
        return;
    moment = clock_now(CLOCK_MONOTONIC) + strtod(seconds, NULL);
    atomic_store(&armed, true);
}

static void tell(const char *function)
{
    const char *path = getenv("INJECT_FILE");
    FILE *file = path ? fopen(path, "we") : NULL;
    if (!file)
        return;
    fprintf(file, "%.6f %.6f %s %s\n", clock_now(CLOCK_MONOTONIC), clock_now(CLOCK_REALTIME), kind,
            function);
    fclose(file);
}

static bool fits(enum sort sort)
{
    return (strcmp(kind, "drop") == 0 && sort == SEND) ||
           (strcmp(kind, "skip") == 0 && sort == COLLECTIVE) || strcmp(kind, "loop") == 0 ||
           strcmp(kind, "stop") == 0;
}

__attribute__((noinline)) static void endless(void)
{
    static volatile double value = 1;
    for (;;)
        value = value * 0.999 + 0.001;
}

/* The moment may have come, and this is the call. Returns whether to leave it out. */
__attribute__((noinline, cold)) static bool strike(enum sort sort, const char *function)
{
    bool expected = true;
    if (clock_now(CLOCK_MONOTONIC) < moment || !fits(sort) ||
        !atomic_compare_exchange_strong(&armed, &expected, false))
        return false;
    tell(function);
    if (strcmp(kind, "loop") == 0)
        endless();
    if (strcmp(kind, "stop") == 0)
        raise(SIGSTOP);
    return sort != OTHER;
}

#define DUE(sort, function) \
    (atomic_load_explicit(&armed, memory_order_relaxed) && strike(sort, function))

/* To another rank. */
static bool is_message(MPI_Comm comm, int dest)
{
    int own;
    return dest != MPI_PROC_NULL && PMPI_Comm_rank(comm, &own) == MPI_SUCCESS && own != dest;
}

/* Others take part. */
static bool is_shared(MPI_Comm comm)
{
    int size;
    return PMPI_Comm_size(comm, &size) == MPI_SUCCESS && size > 1;
}

int MPI_Init(int *argc, char ***argv)
{
    int outcome = NEXT(MPI_Init)(argc, argv);
    start();
    return outcome;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int outcome = NEXT(MPI_Init_thread)(argc, argv, required, provided);
    start();
    return outcome;
}

/* Calls that only loop and stop are about. */
#define PLAIN(name, parameters, ...)         \
    int name parameters                      \
    {                                        \
        __typeof__(&(name)) go = NEXT(name); \
        (void)DUE(OTHER, #name);             \
        return go(__VA_ARGS__);              \
    }

#define MESSAGE(name)                                                                         \
    int name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) \
    {                                                                                         \
        __typeof__(&(name)) go = NEXT(name);                                                  \
        if (DUE(is_message(comm, dest) ? SEND : OTHER, #name))                                \
            return MPI_SUCCESS;                                                               \
        return go(buf, count, type, dest, tag, comm);                                         \
    }

#define REQUEST(name)                                                                         \
    int name(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, \
             MPI_Request *request)                                                            \
    {                                                                                         \
        __typeof__(&(name)) go = NEXT(name);                                                  \
        if (DUE(is_message(comm, dest) ? SEND : OTHER, #name)) {                              \
            *request = MPI_REQUEST_NULL;                                                      \
            return MPI_SUCCESS;                                                               \
        }                                                                                     \
        return go(buf, count, type, dest, tag, comm, request);                                \
    }

#define SHARED(name, parameters, ...)                         \
    int name parameters                                       \
    {                                                         \
        __typeof__(&(name)) go = NEXT(name);                  \
        if (DUE(is_shared(comm) ? COLLECTIVE : OTHER, #name)) \
            return MPI_SUCCESS;                               \
        return go(__VA_ARGS__);                               \
    }

MESSAGE(MPI_Send)
MESSAGE(MPI_Ssend)
MESSAGE(MPI_Rsend)
MESSAGE(MPI_Bsend)
REQUEST(MPI_Isend)
REQUEST(MPI_Issend)
REQUEST(MPI_Irsend)

/* What is sent is lost, what is received is not. */
int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int dest, int out_tag,
                 void *in, int in_count, MPI_Datatype in_type, int source, int in_tag,
                 MPI_Comm comm, MPI_Status *status)
{
    __typeof__(&MPI_Sendrecv) go = NEXT(MPI_Sendrecv);
    if (DUE(is_message(comm, dest) ? SEND : OTHER, "MPI_Sendrecv"))
        return NEXT(MPI_Recv)(in, in_count, in_type, source, in_tag, comm, status);
    return go(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm,
              status);
}

PLAIN(MPI_Recv,
      (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
       MPI_Status *status),
      buf, count, type, source, tag, comm, status)
PLAIN(MPI_Irecv,
      (void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
       MPI_Request *request),
      buf, count, type, source, tag, comm, request)
PLAIN(MPI_Wait, (MPI_Request * request, MPI_Status *status), request, status)
PLAIN(MPI_Waitall, (int count, MPI_Request requests[], MPI_Status statuses[]), count, requests,
      statuses)
PLAIN(MPI_Test, (MPI_Request * request, int *flag, MPI_Status *status), request, flag, status)
PLAIN(MPI_Testall, (int count, MPI_Request requests[], int *flag, MPI_Status statuses[]), count,
      requests, flag, statuses)
PLAIN(MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status), source, tag, comm,
      status)
PLAIN(MPI_Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status), source, tag,
      comm, flag, status)
SHARED(MPI_Barrier, (MPI_Comm comm), comm)
SHARED(MPI_Bcast, (void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm), buf, count,
       type, root, comm)
SHARED(MPI_Reduce,
       (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root,
        MPI_Comm comm),
       in, out, count, type, op, root, comm)
SHARED(MPI_Allreduce,
       (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), in, out,
       count, type, op, comm)
SHARED(MPI_Gather,
       (const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
        MPI_Datatype out_type, int root, MPI_Comm comm),
       in, in_count, in_type, out, out_count, out_type, root, comm)
SHARED(MPI_Allgather,
       (const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
        MPI_Datatype out_type, MPI_Comm comm),
       in, in_count, in_type, out, out_count, out_type, comm)
SHARED(MPI_Alltoall,
       (const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
        MPI_Datatype out_type, MPI_Comm comm),
       in, in_count, in_type, out, out_count, out_type, comm)
SHARED(MPI_Alltoallv,
       (const void *in, const int in_counts[], const int in_starts[], MPI_Datatype in_type,
        void *out, const int out_counts[], const int out_starts[], MPI_Datatype out_type,
        MPI_Comm comm),
       in, in_counts, in_starts, in_type, out, out_counts, out_starts, out_type, comm)

/* Fortran: all arguments are addresses, the last one is that of the error code. */
#define COMM(address)       MPI_Comm_f2c(*(const MPI_Fint *)(address))
#define AS_INTEGER(address) (*(const MPI_Fint *)(address))
#define SUCCEED(address)    (void)(*(MPI_Fint *)(address) = MPI_SUCCESS)

#define FORTRAN(name, parameters, sort, error, ...) \
    void name parameters;                           \
    void name parameters                            \
    {                                               \
        __typeof__(&(name)) go = NEXT(name);        \
        if (DUE(sort, #name)) {                     \
            SUCCEED(error);                         \
            return;                                 \
        }                                           \
        go(__VA_ARGS__);                            \
    }

#define SHARED_SORT(comm)        (is_shared(COMM(comm)) ? COLLECTIVE : OTHER)
#define MESSAGE_SORT(comm, dest) (is_message(COMM(comm), AS_INTEGER(dest)) ? SEND : OTHER)

void mpi_init_(void *error);
void mpi_init_(void *error)
{
    NEXT(mpi_init_)(error);
    start();
}

FORTRAN(mpi_send_, (void *a, void *b, void *c, void *dest, void *e, void *comm, void *g),
        MESSAGE_SORT(comm, dest), g, a, b, c, dest, e, comm, g)
FORTRAN(mpi_recv_, (void *a, void *b, void *c, void *d, void *e, void *f, void *g, void *h), OTHER,
        h, a, b, c, d, e, f, g, h)
FORTRAN(mpi_irecv_, (void *a, void *b, void *c, void *d, void *e, void *f, void *g, void *h), OTHER,
        h, a, b, c, d, e, f, g, h)
FORTRAN(mpi_wait_, (void *a, void *b, void *c), OTHER, c, a, b, c)
FORTRAN(mpi_barrier_, (void *comm, void *b), SHARED_SORT(comm), b, comm, b)
FORTRAN(mpi_bcast_, (void *a, void *b, void *c, void *d, void *comm, void *f), SHARED_SORT(comm), f,
        a, b, c, d, comm, f)
FORTRAN(mpi_reduce_, (void *a, void *b, void *c, void *d, void *e, void *f, void *comm, void *h),
        SHARED_SORT(comm), h, a, b, c, d, e, f, comm, h)
FORTRAN(mpi_allreduce_, (void *a, void *b, void *c, void *d, void *e, void *comm, void *g),
        SHARED_SORT(comm), g, a, b, c, d, e, comm, g)
FORTRAN(mpi_alltoall_, (void *a, void *b, void *c, void *d, void *e, void *f, void *comm, void *h),
        SHARED_SORT(comm), h, a, b, c, d, e, f, comm, h)
