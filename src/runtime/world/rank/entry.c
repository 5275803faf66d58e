#include "runtime/world/rank/entry.h"

#include "runtime/next.h"
#include "runtime/symbolic/abi.h"
#include "runtime/weak.h"
#include "runtime/world/datatype/travel.h"
#include "runtime/world/environment/environment.h"
#include "runtime/world/rank/ending.h"
#include "runtime/world/rank/rank.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

typedef int main_function(int count, char **words, char **variables);

static main_function *program;

static const struct world_begin *entry_begin(void)
{
    return (const struct world_begin *)((const char *)world + world->begin);
}

/* Returns text number `index` in the list. */
static const char *text_at(uint32_t index)
{
    const char *text = entry_begin()->text;
    for (; index > 0; index--)
        text += strlen(text) + 1;
    return text;
}

/* Ranks other than 0 have an empty standard input, as under mpiexec. */
static void entry_take_input(int rank)
{
    const char *path =
        rank == 0 ? text_at(entry_begin()->words + entry_begin()->directory) : "/dev/null";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        rank_stop("cannot read %s, the standard input of rank %d: %s", path, rank, strerror(errno));
    if (file == STDIN_FILENO) {
        fcntl(file, F_SETFD, 0);
        return;
    }
    dup2(file, STDIN_FILENO);
    close(file);
}

static void limit_resource(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max > most)
        now.rlim_max = most;
    if (now.rlim_cur > now.rlim_max)
        now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* Makes the kernel choose the rank, not the command, if memory runs out. */
static void give_way(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (write(file, "1000", 4) < 0)
        errno = 0; /* not allowed: the kernel chooses as usual */
    close(file);
}

static void take_variables(void)
{
    uint32_t first = entry_begin()->words + entry_begin()->directory + entry_begin()->input;
    for (uint32_t i = 0; i < entry_begin()->variables; i++)
        putenv(rank_memory(strdup(text_at(first + i))));
}

void entry_settle(int rank)
{
    if (entry_begin()->input)
        entry_take_input(rank);
    const char *directory = entry_begin()->directory ? text_at(entry_begin()->words) : NULL;
    if (directory && chdir(directory) != 0)
        rank_stop("cannot start rank %d in %s: %s", rank, directory, strerror(errno));
    if (entry_begin()->file_bytes > 0)
        limit_resource(RLIMIT_FSIZE, entry_begin()->file_bytes);
    /* Tests provoke crashes, and nobody needs a core file of each. A limit of 1 byte is too small
     * for a file; it also tells a program that gets core dumps from the kernel, which a limit of 0
     * does not. */
    limit_resource(RLIMIT_CORE, 1);
    give_way();
}

char **entry_words(char **own, int *count)
{
    uint32_t words = entry_begin()->words;
    if (words == 0)
        return own;
    const char *text = entry_begin()->text;
    size_t list = (words + 1) * sizeof(char *), length = (size_t)(text_at(words) - text);
    char **result = rank_memory(malloc(list + length));
    char *copy = memcpy((char *)result + list, text, length);
    for (uint32_t i = 0; i < words; i++, copy += strlen(copy) + 1)
        result[i] = copy;
    result[words] = NULL;
    if (count)
        *count = (int)words;
    return result;
}

/* Runs instead of the program's main(). A process without MPI, such as a shell that starts the
 * program, is not part of the world. */
static int entry_enter(int count, char **words, char **variables)
{
    if (!NEXT_OR_NULL(PMPI_Init_thread))
        return program(count, words, variables);
    __typeof__(tutti_symbolic_start) *symbolic_start =
        (__typeof__(symbolic_start))(uintptr_t)dlsym(RTLD_DEFAULT, "tutti_symbolic_start");
    environment_prepare();
    take_variables(); /* also needed by ranks started by exec */
    words = entry_words(words, &count);
    if (symbolic_start)
        travel_begin(symbolic_start(world_rank));
    return program(count, words, environ);
}

/* Limits the forks of an execution. A rank that forks without end would fill the machine faster
 * than anybody can end it. The limit resembles RLIMIT_NPROC, which would count all processes of the
 * user. */
EXPORTED pid_t fork(void)
{
    enum { FORKS_MAX = 128, REFUSED_MICROSECONDS = 10000 };
    if (!world || !world->at_main || world_rank < 0)
        return NEXT(fork)();
    if (atomic_load(&world->forks) < FORKS_MAX && atomic_fetch_add(&world->forks, 1) < FORKS_MAX)
        return NEXT(fork)();
    usleep(REFUSED_MICROSECONDS); /* many processes that retry are a load, too */
    errno = EAGAIN;
    return -1;
}

/* The runtime of tests calls this. */
int tutti_world_rank(void);

EXPORTED int tutti_world_rank(void)
{
    return world_rank;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c): of Fortran's library and of glibc. */

/* Fortran's main() calls this first; it installs Fortran's own signal handlers. */
void _gfortran_set_options(int count, int *options);

EXPORTED void _gfortran_set_options(int count, int *options)
{
    NEXT(_gfortran_set_options)(count, options);
    if (world)
        ending_watch();
}

/* glibc's start code calls this, and it calls main(). */
int __libc_start_main(main_function *main, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*loader_end)(void), void *stack_end);

EXPORTED int __libc_start_main(main_function *main, int count, char **words, void (*init)(void),
                               void (*fini)(void), void (*loader_end)(void), void *stack_end)
{
    program = main;
    return NEXT(__libc_start_main)(world && world->at_main ? entry_enter : main, count, words, init,
                                   fini, loader_end, stack_end);
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c) */
