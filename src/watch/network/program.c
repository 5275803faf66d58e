/* program.c: the program tutti-watch-node, which is started on each node of a job but that of the
 * command itself.
 *
 *   tutti-watch-node CALL PATH        by the first process of the job on the node; the path is that
 *                                     of the file in shared memory
 *   tutti-watch-node CALL --job ID    by srun, for a job of Slurm that runs already
 *
 * CALL is as in node.h. */
#include "launch/slurm.h"
#include "runtime/beacon/path.h"
#include "watch/network/node.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As no child of the process that started it: launchers and programs wait for their children. What
 * it inherits it must not keep open: launchers wait until that is closed. The first process ends
 * when the file names the second: then the ranks know whom to admit. */
static bool become_independent(struct board *board)
{
    if (close_range(3, ~0U, 0) != 0)
        for (int i = 3; i < 1024; i++)
            close(i);
    pid_t pid = fork();
    if (pid < 0)
        return false;
    if (pid > 0) {
        board->file->monitor = pid;
        _exit(0);
    }
    setsid();
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    return true;
}

static int watch_beacons(const char *call, const char *path)
{
    struct board board;
    struct error error;
    if (board_open(&board, path, &error) != 0 || !become_independent(&board))
        return 1;
    bool reached = node_run(&(struct node_options){.call = call, .board = &board});
    board_close(&board);
    return reached ? 0 : 1;
}

static int watch_stacks(const char *call, const char *job)
{
    char name[BEACON_NODE];
    struct board board;
    struct sampler sampler = {0};
    struct error error;
    struct node_options options = {.call = call, .board = &board, .sampler = &sampler};
    pid_t *pids = NULL;
    size_t count = 0;
    struct arena arena = {0};
    if (board_private(&board, &error) != 0)
        return 1;
    beacon_node(name);
    if (slurm_processes(job, name, &arena, &pids, &count, &error) != 0 ||
        sampler_open(&sampler, pids, count, &error) != 0)
        options.problem = error.text;
    else
        sampler_start(&sampler, sampler_size_of(sampler.ranks[0].pid), &board);
    bool reached = node_run(&options);
    sampler_close(&sampler);
    board_close(&board);
    arena_free(&arena);
    return reached ? 0 : 1;
}

int main(int argc, char **argv)
{
    unsetenv("LD_PRELOAD");
    if (argc == 3)
        return watch_beacons(argv[1], argv[2]);
    if (argc == 4 && strcmp(argv[2], "--job") == 0)
        return watch_stacks(argv[1], argv[3]);
    static const char usage[] = "tutti-watch-node is started by `tutti watch`\n";
    return write(STDERR_FILENO, usage, sizeof usage - 1) > 0 ? 2 : 3;
}
