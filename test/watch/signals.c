/* Notes each signal that it gets, "rank signal", until a file "end" appears. With an argument, it
 * handles no signal. */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int rank, notes;

static void note(int signal)
{
    char line[32];
    int length = snprintf(line, sizeof line, "%d %d\n", rank, signal);
    if (write(notes, line, (size_t)length) != length)
        _exit(3);
}

int main(int argc, char **argv)
{
    static const int numbers[] = {SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF,
                                  SIGIO,   SIGPWR,  SIGSTKFLT, SIGABRT,   SIGXCPU};
    char ready[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    notes = open("notes", O_WRONLY | O_APPEND | O_CREAT, 0600);
    for (size_t i = 0; argc == 1 && i < sizeof numbers / sizeof *numbers; i++)
        signal(numbers[i], note);
    if (argc == 1) {
        signal(SIGRTMIN, note);
        signal(SIGRTMAX, note);
    }
    snprintf(ready, sizeof ready, "ready.%d", rank);
    FILE *file = fopen(ready, "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    while (access("end", F_OK) != 0) {
        MPI_Barrier(MPI_COMM_SELF);
        usleep(10000);
    }
    MPI_Finalize();
    return 0;
}
