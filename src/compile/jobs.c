#include "compile/jobs.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/processors.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct running {
    pid_t pid; /* 0: none */
    size_t job;
    double until; /* 0: no limit */
};

struct pool {
    struct job *jobs;
    struct running *running;
    size_t places, busy;
    double seconds;
    sigset_t watched, before; /* signals that are waited for; signals that the caller has blocked */
    sigset_t theirs;          /* signals that are blocked in the jobs */
    int interrupt;
};

static int jobs_start(struct pool *pool, size_t number, struct error *error)
{
    const struct job *job = &pool->jobs[number];
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &pool->theirs);
    if (job->directory)
        posix_spawn_file_actions_addchdir_np(&files, job->directory);
    if (job->output) {
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, job->output,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0666);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    }
    size_t place = 0;
    while (pool->running[place].pid)
        place++;
    struct running *running = &pool->running[place];
    int failed =
        posix_spawnp(&running->pid, job->words[0], &files, &attributes, job->words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failed) {
        running->pid = 0;
        errno = failed;
        return error_errno(error, "cannot run %s", job->words[0]);
    }
    running->job = number;
    running->until = pool->seconds > 0 ? clock_seconds() + pool->seconds : 0;
    pool->busy++;
    return 0;
}

static void jobs_end_all(struct pool *pool, int signal)
{
    for (size_t i = 0; i < pool->places; i++)
        if (pool->running[i].pid)
            kill(pool->running[i].pid, signal);
}

/* Collects jobs that ended, and ends those whose time is over. */
static void jobs_collect(struct pool *pool)
{
    for (size_t i = 0; i < pool->places; i++) {
        struct running *running = &pool->running[i];
        int status;
        if (!running->pid)
            continue;
        struct job *job = &pool->jobs[running->job];
        if (waitpid(running->pid, &status, WNOHANG) == running->pid) {
            job->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            running->pid = 0;
            pool->busy--;
        } else if (running->until > 0 && clock_seconds() > running->until) {
            job->timed_out = true;
            kill(running->pid, SIGKILL);
        }
    }
}

/* Waits until a job ends, or a signal asks to end all. */
static void wait_for_one(struct pool *pool)
{
    const struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
    size_t busy = pool->busy;
    jobs_collect(pool);
    if (pool->busy < busy)
        return;
    int signal = sigtimedwait(&pool->watched, NULL, &moment);
    if (signal > 0 && signal != SIGCHLD) {
        pool->interrupt = pool->interrupt ? pool->interrupt : signal;
        jobs_end_all(pool, signal);
    }
}

static int run_pool(struct pool *pool, size_t count, struct error *error)
{
    int failed = 0;
    for (size_t next = 0; !failed && !pool->interrupt && (next < count || pool->busy > 0);) {
        if (next < count && pool->busy < pool->places)
            failed = jobs_start(pool, next++, error);
        else
            wait_for_one(pool);
    }
    if (failed)
        jobs_end_all(pool, SIGTERM);
    while (pool->busy > 0)
        wait_for_one(pool);
    return failed;
}

/* Signals that end the command. */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* Lists the signals to watch. A signal that nohup ignores stays ignored. */
static void jobs_watch(sigset_t *watched)
{
    sigemptyset(watched);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != SIG_IGN)
            sigaddset(watched, signals[i]);
    }
}

int jobs_run(struct job *jobs, size_t count, size_t at_once, double seconds,
             struct jobs_result *result, struct error *error)
{
    struct pool pool = {.jobs = jobs, .seconds = seconds};
    pool.places = at_once > 0 ? at_once : (size_t)processors_usable();
    pool.places = pool.places < count ? pool.places : count;
    pool.running = memory_zero(pool.places + 1, sizeof *pool.running);
    jobs_watch(&pool.watched);
    sigaddset(&pool.watched, SIGCHLD);
    sigprocmask(SIG_BLOCK, &pool.watched, &pool.before);
    pool.theirs = pool.before; /* without signals that the caller holds back, since this function
                                  takes them */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigismember(&pool.watched, signals[i]))
            sigdelset(&pool.theirs, signals[i]);
    int failed = run_pool(&pool, count, error);
    sigprocmask(SIG_SETMASK, &pool.before, NULL);
    free(pool.running);
    result->interrupt = pool.interrupt;
    return failed;
}

void jobs_hold(sigset_t *before)
{
    sigset_t held;
    jobs_watch(&held);
    sigprocmask(SIG_BLOCK, &held, before);
}

int jobs_held(void)
{
    const struct timespec now = {0};
    sigset_t held;
    jobs_watch(&held);
    int signal = sigtimedwait(&held, NULL, &now);
    return signal > 0 ? signal : 0;
}

void jobs_end_by(int number)
{
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}
