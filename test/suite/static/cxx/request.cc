/* A member function starts a receive that no one completes.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>

class Receive
{
  public:
    Receive(int *value, int from)
    {
        MPI_Irecv(value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &request_); /* HERE request.missing-wait */
    }
    ~Receive()
    {
    }

  private:
    MPI_Request request_;
};

int main()
{
    int rank, value = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        Receive receive(&value, 0);
    } else if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
