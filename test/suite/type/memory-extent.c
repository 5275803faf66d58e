/* The datatype is shorter than the struct, so the second element is read from the middle.
 * ranks: 2
 * expect: mismatch.datatype
 */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct particle {
    double place[3];
    int kind;
};

int main(void)
{
    struct particle *particles = calloc(4, sizeof *particles); /* CREATED mismatch.datatype */
    int lengths[2] = {3, 1};
    MPI_Aint places[2] = {offsetof(struct particle, place), offsetof(struct particle, kind)};
    MPI_Datatype members[2] = {MPI_DOUBLE, MPI_INT}, packed, type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(2, lengths, places, members, &packed);
    MPI_Type_create_resized(packed, 0, 28, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(particles, 4, type, 0, MPI_COMM_WORLD); /* HERE mismatch.datatype */
    MPI_Type_free(&packed);
    MPI_Type_free(&type);
    free(particles);
    MPI_Finalize();
    return 0;
}
