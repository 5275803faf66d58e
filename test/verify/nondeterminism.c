/* Programs that depend on something outside MPI, or seem to: nondeterminism WHAT. The workers send
 * messages with a number as tag, the master takes them in any order. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGES = 2 };

static const char *what;
static int before; /* what was read before MPI_Init */

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static int from_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int)(time.tv_nsec % 1000003);
}

static int from_system(void)
{
    unsigned char bytes[2];
    return getrandom(bytes, sizeof bytes, 0) == sizeof bytes ? bytes[0] * 256 + bytes[1] : -1;
}

/* A file that everybody who reads it changes, not in the folder of the program. */
static int from_file(void)
{
    int value = 0;
    int file = open(getenv("COUNTER"), O_RDWR | O_CREAT, 0666);
    if (pread(file, &value, sizeof value, 0) < 0)
        return -1;
    value++;
    if (pwrite(file, &value, sizeof value, 0) != sizeof value)
        return -1;
    close(file);
    return value;
}

static int number(int i)
{
    if (is("clock"))
        return from_clock();
    if (is("rand"))
        return rand();
    if (is("system"))
        return from_system();
    if (is("file"))
        return i == 1 ? from_file() : 0;
    if (is("process"))
        return (int)getpid();
    if (is("before"))
        return before;
    /* Nothing of this depends on more than MPI. */
    if (is("seed"))
        return rand() % 1000;
    if (is("wtime"))
        return (int)(MPI_Wtime() * 1e6) % 1000;
    if (is("address"))
        return (int)((unsigned long)&what / 16 % 1000 + (unsigned long)malloc(1000) / 16 % 1000);
    return i;
}

int main(int argc, char **argv)
{
    int rank, size, value = 0;
    what = argc > 1 ? argv[1] : "";
    before = is("before") ? from_clock() : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (is("rand"))
        srand((unsigned)from_clock() + (unsigned)getpid());
    for (int i = 0; rank > 0 && i < MESSAGES; i++)
        MPI_Send(&value, 1, MPI_INT, 0, number(i) & 0x7fff, MPI_COMM_WORLD); /* send */
    for (int i = 0; rank == 0 && i < MESSAGES * (size - 1); i++)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
