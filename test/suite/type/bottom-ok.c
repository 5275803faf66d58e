/* MPI_BOTTOM with absolute addresses, in a message and in a broadcast.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int number = 0, lengths[3] = {1, 2, 1};
    double pair[2] = {0, 0};
    char *letter = calloc(1, 1);
    MPI_Aint places[3];
    MPI_Datatype members[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, type;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (letter == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Get_address(&number, &places[0]);
    MPI_Get_address(pair, &places[1]);
    MPI_Get_address(letter, &places[2]);
    MPI_Type_create_struct(3, lengths, places, members, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        number = 7;
        pair[1] = 1.5;
        *letter = 'x';
    }
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
    check(number == 7 && pair[0] == 0 && pair[1] == 1.5 && *letter == 'x', "broadcast");
    if (rank == 0) {
        number = 8;
        MPI_Send(MPI_BOTTOM, 1, type, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        pair[1] = 0;
        MPI_Recv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    check(number == (rank < 2 ? 8 : 7) && pair[1] == 1.5, "message");
    check(MPI_Aint_diff(places[1], places[0]) == (char *)pair - (char *)&number, "difference");
    check(MPI_Aint_add(places[0], 4) == places[0] + 4, "sum of addresses");
    MPI_Type_free(&type);
    free(letter);
    MPI_Finalize();
    return 0;
}
