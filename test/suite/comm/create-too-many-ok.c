/* Makes communicators of some ranks until the library of one has no more. All ranks are told alike,
 * those outside the group too.
 * ranks: 3
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>
#include <stddef.h>

enum { MOST = 3000 }; /* MPICH has 2048 */

int main(void)
{
    static MPI_Comm made[MOST];
    int rank, count = 0, both[] = {0, 1};
    MPI_Group world, group;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (;;) {
        MPI_Group_incl(world, 1 + count % 2, both, &group); /* 0; 0 and 1; 0; ... */
        int code = MPI_Comm_create(MPI_COMM_WORLD, group, &made[count]);
        MPI_Group_free(&group);
        if (code != MPI_SUCCESS || ++count == MOST)
            break;
    }
    MPI_Group_free(&world);
    int least = count, most = count;
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    assert(least == most);
#ifdef MPICH_VERSION
    assert(count < MOST);
#endif
    for (int i = 0; i < count; i++)
        if (made[i] != MPI_COMM_NULL)
            MPI_Comm_free(&made[i]);
    MPI_Finalize();
    return 0;
}
