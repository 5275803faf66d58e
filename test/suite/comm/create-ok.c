/* Comm_create and Comm_create_group follow the order of the group.
 * ranks: 1 2 3 5
 * expect: clean
 */
#include <mpi.h>
#include <stdio.h>

static void check(int right, const char *what)
{
    if (!right) {
        fprintf(stderr, "wrong: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(void)
{
    int ranks[5], r, value;
    MPI_Group world, turned, even;
    MPI_Comm comm, part = MPI_COMM_NULL;
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < size; i++)
        ranks[i] = size - 1 - i;
    MPI_Group_incl(world, size, ranks, &turned);
    MPI_Comm_create(MPI_COMM_WORLD, turned, &comm);
    MPI_Comm_rank(comm, &r);
    check(r == size - 1 - rank, "rank in the turned communicator");
    for (int i = 0; 2 * i < size; i++)
        ranks[i] = 2 * i;
    MPI_Group_incl(world, (size + 1) / 2, ranks, &even);
    if (rank % 2 == 0)
        MPI_Comm_create_group(comm, even, 17, &part);
    value = rank == 0 ? 5 : -1;
    if (part != MPI_COMM_NULL) {
        MPI_Comm_rank(part, &r);
        check(r == rank / 2, "rank among the even ones");
        MPI_Bcast(&value, 1, MPI_INT, 0, part);
        MPI_Comm_free(&part);
    }
    check(value == (rank % 2 ? -1 : 5), "broadcast among the even ones");
    MPI_Comm_create(MPI_COMM_WORLD, even, &part);
    check((part == MPI_COMM_NULL) == (rank % 2), "null where not in the group");
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Group_free(&even);
    MPI_Group_free(&turned);
    MPI_Group_free(&world);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
