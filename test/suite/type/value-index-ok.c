/* Pairs of a value and an index have a datatype that the program asks for.
 * ranks: 3
 * expect: clean
 * mpi: 4.1
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Datatype pair;
    struct {
        double value;
        int index;
    } in, out;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    in.value = rank * 0.5;
    in.index = rank;
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &pair);
    assert(pair != MPI_DATATYPE_NULL);
    MPI_Allreduce(&in, &out, 1, pair, MPI_MAXLOC, MPI_COMM_WORLD);
    assert(out.index == size - 1);
    MPI_Finalize();
    return 0;
}
