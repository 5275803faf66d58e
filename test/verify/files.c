/* Programs that write files and read them again: files WHAT PATH. The workers' messages come in any
 * order; the master keeps them in a file, and what it reads there later decides what ranks send. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *what, *path;

static int is(const char *name)
{
    return strcmp(what, name) == 0;
}

static void append(int value, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file || fprintf(file, "%d\n", value) < 0 || fclose(file) != 0)
        abort();
}

/* How many lines there are, and the last of them. */
static int count(int *last)
{
    int lines = 0;
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", last) == 1)
        lines++;
    if (file)
        fclose(file);
    return lines;
}

/* Puts a number at the begin of a file that is there, and gives what was there. */
static int exchange(int value)
{
    int before = 0;
    FILE *file = fopen(path, "r+");
    if (!file || fread(&before, sizeof before, 1, file) != 1 || fseek(file, 0, SEEK_SET) != 0 ||
        fwrite(&value, sizeof value, 1, file) != 1 || fclose(file) != 0)
        abort();
    return before;
}

static int as_it_should_be(int size)
{
    int value, last = 0, lines = 0;
    if (is("folder"))
        mkdir("results", 0777); /* not there at the start */
    for (int i = 1; i < size; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!is("exchange"))
            append(value, i == 1 && is("write") ? "w" : "a");
    }
    if (is("exchange"))
        return exchange(1) == 0;
    if (is("append"))
        lines = 1; /* there is one line at the start */
    return count(&last) == size - 1 + lines && last == value;
}

int main(int argc, char **argv)
{
    int rank, size, tag;
    what = argc > 2 ? argv[1] : "";
    path = argc > 2 ? argv[2] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    tag = rank == 0 ? as_it_should_be(size) : 0;
    MPI_Bcast(&tag, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, tag, MPI_COMM_WORLD); /* send */
    if (rank == 0)
        MPI_Recv(&rank, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return tag == 1 ? 0 : 3;
}
