/* The elements of a datatype overlap, and are unpacked.
 * ranks: 1
 * expect: arg.datatype
 */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int values[4] = {0}, packed[4] = {1, 2, 3, 4}, position = 0;
    MPI_Datatype pair, narrow;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    MPI_Unpack(packed, sizeof packed, &position, values, 2, narrow, MPI_COMM_WORLD); /* HERE arg.datatype */
    MPI_Type_free(&pair);
    MPI_Type_free(&narrow);
    MPI_Finalize();
    return 0;
}
