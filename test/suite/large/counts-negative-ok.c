/* All counts of a gather are right.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

#if MPI_VERSION < 4 /* there are no functions for large counts */
typedef int count_type, place_type;
#define MPI_Gatherv_c MPI_Gatherv
#else
typedef MPI_Count count_type;
typedef MPI_Aint place_type;
#endif

int main(int argc, char **argv)
{
    int rank, one = 1, all[2] = {0};
    count_type counts[2] = {1, 1};
    place_type places[2] = {0, 1};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gatherv_c(&one, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
