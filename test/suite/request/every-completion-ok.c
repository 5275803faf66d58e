/* Every completion call completes a nonblocking exchange, each in its own way.
 * ranks: 2
 * expect: clean
 */
#include <assert.h>
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, n, flag, at[2], out[2] = {1, 2}, in[2];
    MPI_Request r[4];
    MPI_Status s[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    for (int way = 0; way < 8; way++) {
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &r[i]);
            MPI_Isend(&out[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &r[2 + i]);
        }
        for (int left = 2; left > 0; left -= n) {
            n = flag = 0;
            if (way == 0)
                n = MPI_Wait(&r[left - 1], s) == MPI_SUCCESS;
            else if (way == 1)
                n = MPI_Waitany(2, r, at, s) == MPI_SUCCESS;
            else if (way == 2)
                MPI_Waitsome(2, r, &n, at, s);
            else if (way == 3)
                MPI_Test(&r[left - 1], &n, s);
            else if (way == 4)
                MPI_Testany(2, r, at, &n, s);
            else if (way == 5)
                MPI_Testsome(2, r, &n, at, s);
            else if (way == 6)
                MPI_Testall(2, r, &flag, s);
            else
                flag = MPI_Waitall(2, r, s) == MPI_SUCCESS;
            if (flag)
                n = left;
        }
        assert(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL && in[0] == 1 && in[1] == 2);
        MPI_Waitall(2, r + 2, s + 2);
    }
    MPI_Finalize();
    return 0;
}
