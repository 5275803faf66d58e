/* A program in a process where something is missing, from before MPI_Init or from after it, as the
 * arguments say. It prints how often it was told of the end of a child, and returns 5 if the
 * results are right. Functions of libc that a guest calls fail for the guest alone: "without-NAME".
 */
#include <mpi.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char *const *words;
static volatile sig_atomic_t children, timers, admitted;

static bool is(const char *what)
{
    for (char *const *word = words; word && *word; word++)
        if (strcmp(*word, what) == 0)
            return true;
    return false;
}

static bool is_guest(const void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) && strstr(info.dli_fname, "libtutti-");
}

static bool fails(const char *name, const void *caller)
{
    char what[64];
    snprintf(what, sizeof what, "without-%s", name);
    if (!is(what) || !is_guest(caller))
        return false;
    errno = ENOMEM;
    return true;
}

int socket(int domain, int type, int protocol)
{
    return fails("socket", __builtin_return_address(0))
               ? -1
               : (int)syscall(SYS_socket, domain, type, protocol);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t length)
{
    return fails("connect", __builtin_return_address(0))
               ? -1
               : (int)syscall(SYS_connect, descriptor, address, length);
}

ssize_t recvmsg(int descriptor, struct msghdr *message, int flags)
{
    return fails("recvmsg", __builtin_return_address(0))
               ? -1
               : syscall(SYS_recvmsg, descriptor, message, flags);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    return fails("mmap", __builtin_return_address(0))
               ? MAP_FAILED
               : (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}

int posix_fallocate(int descriptor, off_t offset, off_t length)
{
    return fails("posix_fallocate", __builtin_return_address(0))
               ? ENOSPC
               : (syscall(SYS_fallocate, descriptor, 0, offset, length) == 0 ? 0 : errno);
}

/* For "scope-N": guests find the kernel's restriction of debuggers in a file of the test. */
static const char *standing_in_for(const char *path, const void *caller)
{
    static const char scope[] = "/proc/sys/kernel/yama/ptrace_scope";
    for (char *const *word = words; word && *word && strcmp(path, scope) == 0; word++)
        if (strncmp(*word, "scope-", 6) == 0 && is_guest(caller))
            return *word;
    return path;
}

/* Counts how often a guest names a process that may look at this one. */
int prctl(int what, ...)
{
    unsigned long values[4];
    va_list arguments;
    va_start(arguments, what);
    for (int i = 0; i < 4; i++)
        values[i] = va_arg(arguments, unsigned long);
    va_end(arguments);
    admitted += what == PR_SET_PTRACER && is_guest(__builtin_return_address(0));
    return (int)syscall(SYS_prctl, what, values[0], values[1], values[2], values[3]);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return fails("open", __builtin_return_address(0))
               ? -1
               : (int)syscall(SYS_openat, AT_FDCWD,
                              standing_in_for(path, __builtin_return_address(0)), flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    static FILE *(*next)(const char *, const char *);
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "fopen");
    return fails("fopen", __builtin_return_address(0)) ? NULL : next(path, mode);
}

static void count(int signal)
{
    *(signal == SIGCHLD ? &children : &timers) += 1;
}

static void limit(int resource, rlim_t soft)
{
    struct rlimit now;
    getrlimit(resource, &now);
    now.rlim_cur = soft;
    setrlimit(resource, &now);
}

static size_t address_space(void)
{
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu", &pages) != 1)
        _exit(9);
    fclose(file);
    return pages * 4096;
}

static void fill_shared_memory(void)
{
    static char block[4096];
    int file = open("/dev/shm/full", O_WRONLY | O_CREAT, 0600);
    while (write(file, block, sizeof block) > 0)
        ;
    close(file);
}

/* In a world of mounts of its own. */
static void mount_proc(const char *from, const char *type, unsigned long flags)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount(from, "/proc", type, flags, NULL) != 0)
        _exit(9);
}

static void before(void)
{
    static const struct itimerval often = {{0, 1000}, {0, 1000}};
    const struct sigaction counts = {.sa_handler = count}; /* without SA_RESTART */
    struct rlimit files;
    if (is("unlimited") && getrlimit(RLIMIT_FSIZE, &files) == 0)
        limit(RLIMIT_FSIZE, files.rlim_max);
    if (is("ignored"))
        signal(SIGCHLD, SIG_IGN);
    if (is("counted"))
        sigaction(SIGCHLD, &counts, NULL);
    if (is("timer")) {
        sigaction(SIGALRM, &counts, NULL);
        setitimer(ITIMER_REAL, &often, NULL);
    }
    if (is("read-only")) {
        mount_proc("/proc", NULL, MS_BIND);
        mount_proc("/proc", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY);
    }
    if (is("input")) {
        close(0);
        close(1);
    }
}

static void run_child(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exit 3", NULL);
        _exit(9);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            _exit(9);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 3)
        _exit(9);
}

static void after(int rank)
{
    if (is("children"))
        run_child();
    if (is("shm") && rank == 0)
        fill_shared_memory();
    if (is("descriptors")) {
        int next = dup(2);
        close(next);
        limit(RLIMIT_NOFILE, (rlim_t)next);
    }
    if (is("memory")) /* enough for stacks to grow, and for no mapping of a guest */
        limit(RLIMIT_AS, address_space() + (256 << 10));
    if (is("files"))
        limit(RLIMIT_FSIZE, 100);
    if (is("no-proc"))
        mount_proc("none", "tmpfs", 0);
    if (is("closed"))
        for (int i = 3; i < 256; i++) {
            dup2(2, i);
            close(i);
        }
}

#define TIMES4(call) \
    call;            \
    call;            \
    call;            \
    call
#define TIMES16(call) \
    TIMES4(call);     \
    TIMES4(call);     \
    TIMES4(call);     \
    TIMES4(call)
#define TIMES64(call) \
    TIMES16(call);    \
    TIMES16(call);    \
    TIMES16(call);    \
    TIMES16(call)
#define TIMES512(call) \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call);     \
    TIMES64(call)

/* Calls from many places, and enough of them to fill what a guest has mapped. */
static bool work(int size)
{
    int one = 1, all, sum = 0;
    for (int i = 0; i < 20; i++) {
        TIMES512((MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF), sum += all));
    }
    for (int i = 0; i < 100 && size > 0; i++) {
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
    }
    return sum == 20 * 512 + 100 * size;
}

int main(int argc, char **argv)
{
    struct rlimit memory;
    int rank, size, sum = 0;
    words = argv;
    struct sigaction pipe;
    sigaction(SIGPIPE, NULL, &pipe);
    bool ignores = pipe.sa_handler == SIG_IGN;
    getrlimit(RLIMIT_AS, &memory);
    before();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    bool closed = is("closed"); /* what MPI needs, too */
    after(rank);
    if (!closed)
        MPI_Barrier(MPI_COMM_WORLD);
    bool right = work(closed ? 0 : size);
    setrlimit(RLIMIT_AS, &memory); /* MPI_Finalize needs some */
    if (rank == 0)
        fprintf(stderr, "admitted: %d\nchildren: %d, ignores SIGPIPE: %d\n", (int)admitted,
                (int)children, ignores);
    if (closed)
        _exit(right ? 5 : 6);
    MPI_Finalize();
    return right ? 5 : 6;
}
