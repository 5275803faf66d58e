/* Absolute addresses of two variables, of which the second has another type.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>

static int count = 7;
static float weight = 2.5F; /* CREATED mismatch.datatype */

int main(void)
{
    int lengths[2] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype members[2] = {MPI_INT, MPI_INT}, type;

    MPI_Init(NULL, NULL);
    MPI_Get_address(&count, &places[0]);
    MPI_Get_address(&weight, &places[1]);
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
