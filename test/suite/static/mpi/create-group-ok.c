/* MPI_Comm_create_group is a collective of the group, and its members call it.
 * ranks: 3
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, members[2] = {0, 1};
    MPI_Group all, two;
    MPI_Comm some;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &two);
    if (rank < 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, two, 5, &some);
        MPI_Barrier(some);
        MPI_Comm_free(&some);
    }
    MPI_Group_free(&two);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
