/* test_children.h: processes that a test starts and looks at. */
#ifndef TUTTI_WATCH_SAMPLE_TEST_CHILDREN_H
#define TUTTI_WATCH_SAMPLE_TEST_CHILDREN_H

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Memory that the test and its child share. */
struct shared {
    atomic_int ready;   /* set by the child when it does what the test wants to see */
    atomic_int finish;  /* set by the test */
    atomic_long counts; /* a counter of the child */
    atomic_long interrupted;
};

static inline struct shared *shared_make(void)
{
    void *memory = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        abort();
    return memory;
}

static inline void shared_free(struct shared *shared)
{
    munmap(shared, sizeof *shared);
}

static inline void nap_ms(long milliseconds)
{
    const struct timespec nap = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&nap, NULL);
}

/* Runs the function in a process that dies with the test, and exits with the function's result. */
static inline pid_t child_start(int (*run)(struct shared *shared), struct shared *shared)
{
    pid_t parent = getpid(), pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(99);
    _exit(run(shared));
}

static inline void child_wait_ready(struct shared *shared)
{
    while (!atomic_load(&shared->ready))
        nap_ms(1);
}

/* Returns the exit code, or 1000 plus the number of the signal that ended the process. */
static inline int child_end(pid_t pid)
{
    int status = 0;
    if (waitpid(pid, &status, 0) != pid)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static inline int child_kill(pid_t pid)
{
    kill(pid, SIGKILL);
    return child_end(pid);
}

#endif
