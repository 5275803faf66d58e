/* The second block that a rank gathers lies on a member of another type.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    struct {
        int first[4];
        float second[4];
    } all = {{0}, {0}}; /* CREATED mismatch.datatype */
    int mine[4] = {1, 2, 3, 4};
    int counts[2] = {4, 4}, places[2] = {0, 4};

    MPI_Init(NULL, NULL);
    MPI_Allgatherv(mine, 4, MPI_INT, &all, counts, places, MPI_INT, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    MPI_Finalize();
    return 0;
}
