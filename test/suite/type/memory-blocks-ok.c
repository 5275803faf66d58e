/* The blocks that a rank gathers lie on members of their type.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    struct {
        int first[4];
        int second[4];
    } all = {{0}, {0}};
    int mine[4] = {1, 2, 3, 4};
    int counts[2] = {4, 4}, places[2] = {0, 4};

    MPI_Init(NULL, NULL);
    MPI_Allgatherv(mine, 4, MPI_INT, &all, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
