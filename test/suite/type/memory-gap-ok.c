/* A structured datatype has the gap before a member.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>
#include <stddef.h>

struct cell {
    int number;
    char tag;
    double weight;
};

int main(void)
{
    struct cell cells[3] = {{1, 'a', 0.5}, {2, 'b', 1.5}, {3, 'c', 2.5}};
    int lengths[3] = {1, 1, 1};
    MPI_Aint places[3] = {0, offsetof(struct cell, tag), offsetof(struct cell, weight)};
    MPI_Datatype members[3] = {MPI_INT, MPI_CHAR, MPI_DOUBLE}, packed, type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(3, lengths, places, members, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct cell), &type);
    MPI_Type_commit(&type);
    MPI_Bcast(cells, 3, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&packed);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
