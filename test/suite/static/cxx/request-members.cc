/* One of two members that keep requests is completed, the other never.
 * ranks: 2
 * expect: request.missing-wait
 */
#include <mpi.h>
#include <vector>

class Exchange
{
  public:
    void start(int other)
    {
        MPI_Irecv(received_.data(), 4, MPI_INT, other, 0, MPI_COMM_WORLD, &receive_);
        MPI_Isend(sent_.data(), 4, MPI_INT, other, 0, MPI_COMM_WORLD, &send_); /* HERE request.missing-wait */
    }
    void finish()
    {
        MPI_Wait(&receive_, MPI_STATUS_IGNORE);
    }

  private:
    std::vector<int> received_ = std::vector<int>(4), sent_ = std::vector<int>(4);
    MPI_Request receive_ = MPI_REQUEST_NULL, send_ = MPI_REQUEST_NULL;
};

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        Exchange exchange;
        exchange.start(1 - rank);
        exchange.finish();
    }
    MPI_Finalize();
    return 0;
}
