/* One rank makes calls to itself, kind by kind; prints the name of each kind and nanoseconds per
 * call, the least of forty rounds. */
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 40, CALLS = 20000 };

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_SELF);
}

static void iprobe(void)
{
    int found;
    MPI_Iprobe(0, 7, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
}

static void requests(void)
{
    int in, out = 1;
    MPI_Request pair[2];
    MPI_Status statuses[2];
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &pair[0]);
    MPI_Isend(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &pair[1]);
    MPI_Waitall(2, pair, statuses);
}

static void replace(void)
{
    int value = 1;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } kinds[] = {{"MPI_Barrier", barrier},
                 {"MPI_Iprobe", iprobe},
                 {"MPI_Irecv, MPI_Isend, MPI_Waitall", requests},
                 {"MPI_Sendrecv_replace", replace}};
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double least = 1;
        for (int round = 0; round < ROUNDS; round++) {
            double start = MPI_Wtime();
            for (int call = 0; call < CALLS; call++)
                kinds[i].call();
            double took = (MPI_Wtime() - start) / CALLS;
            least = took < least ? took : least;
        }
        printf("%s\t%.1f\n", kinds[i].name, least * 1e9);
    }
    MPI_Finalize();
    return 0;
}
