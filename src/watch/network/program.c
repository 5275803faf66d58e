/* program.c: the program tutti-watch-node, which runs on each node of a job except the node of the
 * command.
 *
 *   tutti-watch-node CALL             started by the first process of the job on the node; the
 *                                     standard input is the socket at which processes ask for the
 *                                     board
 *   tutti-watch-node CALL --job ID    started by srun, for a Slurm job that runs already
 *
 * CALL is "ADDRESS:PORT,... FILE": the addresses of the hub, and the file with the secret, which is
 * used if the environment does not have it (secret.h). CORES_VARIABLE names the folder for core
 * files.
 */
#include "launch/slurm.h"
#include "runtime/beacon/path.h"
#include "watch/network/node.h"
#include "watch/sample/stack_reader.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Closes all inherited descriptors except the socket, since launchers wait until they are closed.
 * Returns the socket. */
static int keep_socket_alone(void)
{
    enum { OWN = 3 };
    if (close_range(OWN, ~0U, 0) != 0)
        for (int i = OWN; i < 1024; i++)
            close(i);
    int listener = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, OWN);
    dup2(STDOUT_FILENO, STDIN_FILENO); /* /dev/null */
    return listener;
}

/* Continues in a process that is no child of the one that started it, since launchers and programs
 * wait for their children. The board names the new process before it is served, so that the ranks
 * know which process to admit. */
static bool become_independent(struct board *board)
{
    pid_t pid = fork();
    if (pid < 0)
        return false;
    if (pid > 0)
        _exit(0);
    board->file->monitor = getpid();
    setsid();
    signal(SIGHUP, SIG_IGN);
    return true;
}

static int watch_beacons(struct node_options options)
{
    struct board board;
    struct error error;
    int listener = keep_socket_alone();
    if (listener < 0 || board_open(&board, listener, &error) != 0 || !become_independent(&board) ||
        board_serve(&board, &error) != 0)
        return 1;
    options.board = &board;
    bool reached = node_run(&options);
    board_close(&board);
    return reached ? 0 : 1;
}

static int watch_stacks(struct node_options options, const char *job)
{
    char name[BEACON_NODE];
    struct board board;
    struct sampler sampler = {0};
    struct error error;
    pid_t *pids = NULL;
    size_t count = 0;
    struct arena arena = {0};
    if (board_private(&board, &error) != 0)
        return 1;
    beacon_node(name);
    options.board = &board;
    options.sampler = &sampler;
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

/* Parses CALL and finds the secret. Returns false if there is no secret: then no hub would accept
 * this monitor. */
static bool program_understand(char *call, struct secret *secret, struct node_options *options)
{
    struct error error;
    char *blank = strchr(call, ' ');
    if (secret_find(blank && blank[1] ? blank + 1 : NULL, secret, &error) != 0) {
        dprintf(STDERR_FILENO, "tutti-watch-node: %s\n", error.text);
        return false;
    }
    if (blank)
        *blank = '\0';
    const char *cores = getenv(CORES_VARIABLE);
    *options = (struct node_options){
        .addresses = call, .secret = secret, .cores = cores && *cores == '/' ? cores : NULL};
    return true;
}

/* Sets up signals. The process that started this one blocks signals. A write beyond a file size
 * limit must be an ordinary error. */
static void program_take_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
    struct secret secret;
    struct node_options options;
    bool running = argc == 4 && strcmp(argv[2], "--job") == 0;

    if (argc == 2 && strcmp(argv[1], STACK_READER_WORD) == 0)
        return stack_reader_main();
    unsetenv("LD_PRELOAD");
    program_take_signals();
    if ((argc == 2 || running) && !program_understand(argv[1], &secret, &options))
        return 1;
    if (argc == 2)
        return watch_beacons(options);
    if (running)
        return watch_stacks(options, argv[3]);
    static const char usage[] = "tutti-watch-node is started by `tutti watch`\n";
    return write(STDERR_FILENO, usage, sizeof usage - 1) > 0 ? 2 : 3;
}
