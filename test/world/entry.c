/* entry.c: a program that does as its first word says, before or behind MPI_Init. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words)
{
    int rank, size, sum, flag;
    char directory[4096], line[256];
    const char *what = count > 1 ? words[1] : "";
    MPI_Initialized(&flag);
    printf("initialised %d, %d words:", flag, count);
    for (int i = 1; i < count; i++)
        printf(" %s", words[i]);
    printf("\n");
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d of %d: sum %d in %s\n", rank, size, sum,
           strrchr(getcwd(directory, sizeof directory), '/'));
    while (fgets(line, sizeof line, stdin))
        printf("read %s", line);
    MPI_Finalize();
    return 0;
}
