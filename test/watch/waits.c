/* Waits in system calls that the kernel does not restart after a stop (signal(7)), until there is a
 * file "stop". Rank 0 mostly waits, rank 1 calls again and again with little work between. Writes
 * how many calls were made, and how many did not return what they return when nobody watches. */
#include <mpi.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int events, pair[2], semaphores;
static sigset_t signals;
static long calls, wrong;

/* Waits in one of four calls, for so long. */
static void wait_once(int which, long nanoseconds)
{
    const struct timespec limit = {0, nanoseconds};
    struct sembuf down = {.sem_op = -1};
    struct epoll_event event;
    char byte;
    errno = 0;
    bool right = false;
    if (which == 0)
        right = epoll_wait(events, &event, 1, (int)(nanoseconds / 1000000)) == 0;
    else if (which == 1)
        right = recv(pair[0], &byte, 1, 0) < 0 && errno == EAGAIN;
    else if (which == 2)
        right = semtimedop(semaphores, &down, 1, &limit) < 0 && errno == EAGAIN;
    else
        right = sigtimedwait(&signals, NULL, &limit) < 0 && errno == EAGAIN;
    if (!right)
        fprintf(stderr, "wait %d: %s\n", which, strerror(errno));
    calls++;
    wrong += !right;
}

/* What a real program does between two waits. */
static void relax(double seconds)
{
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        ;
}

int main(int argc, char **argv)
{
    int rank, round = 0;
    char name[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const struct timeval limit = {0, rank == 0 ? 300000 : 1000};
    events = epoll_create1(0);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    semaphores = semget(IPC_PRIVATE, 1, 0600);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    fclose(fopen(rank == 0 ? "begun.0" : "begun.1", "w"));
    for (; access("stop", F_OK) != 0; round++) {
        wait_once(round % 4, limit.tv_usec * 1000);
        if (rank == 1)
            relax(0.0001);
    }
    semctl(semaphores, 0, IPC_RMID);
    snprintf(name, sizeof name, "waits.%d", rank);
    FILE *file = fopen(name, "w");
    fprintf(file, "calls: %ld, disturbed: %ld\n", calls, wrong);
    fclose(file);
    MPI_Finalize();
    return 0;
}
