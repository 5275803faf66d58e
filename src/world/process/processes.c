#include "world/process/processes.h"

#include "base/memory.h"
#include "launch/descendants.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A process number that a rank wrote, and the result of checking it. */
struct checked {
    pid_t said, process;
};

struct processes {
    const struct world_segment *segment;
    pid_t root;
    struct checked ranks[];
};

struct processes *processes_new(const struct world_segment *segment, int ranks, pid_t root)
{
    struct processes *processes =
        memory_zero(1, sizeof *processes + (size_t)ranks * sizeof *processes->ranks);
    processes->segment = segment;
    processes->root = root;
    return processes;
}

void processes_free(struct processes *processes)
{
    free(processes);
}

pid_t processes_check(const struct processes *processes, pid_t said)
{
    struct descendant process;
    return descendant_find(said, processes->root, &process) ? said : 0;
}

static pid_t said_by(const struct processes *processes, int rank)
{
    return atomic_load(&processes->segment->rank[rank].process);
}

pid_t processes_rank(struct processes *processes, int rank)
{
    pid_t said = processes ? said_by(processes, rank) : 0;
    if (said <= 0)
        return 0;
    struct checked *checked = &processes->ranks[rank];
    if (checked->said != said)
        *checked = (struct checked){said, processes_check(processes, said)};
    return checked->process;
}

static void signal_checked(const struct processes *processes, pid_t said, int signal)
{
    struct descendant process;
    if (descendant_find(said, processes->root, &process))
        descendant_signal(&process, signal);
}

void processes_signal_rank(struct processes *processes, int rank, int signal)
{
    signal_checked(processes, said_by(processes, rank), signal);
}

void processes_signal_thread(const struct processes *processes, int rank, int thread, int signal)
{
    struct descendant process;
    if (descendant_find(said_by(processes, rank), processes->root, &process))
        syscall(SYS_tgkill, process.pid, thread, signal);
}

void processes_signal_template(struct processes *processes, int signal)
{
    signal_checked(processes, atomic_load(&processes->segment->first), signal);
}
