/* A class owns a row communicator, and only the first of the row reduces on it.
 * ranks: 4
 * expect: collective.divergence
 */
#include <mpi.h>

class Row
{
  public:
    explicit Row(int rank)
    {
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &comm_);
        MPI_Comm_rank(comm_, &rank_);
    }
    ~Row()
    {
        MPI_Comm_free(&comm_);
    }
    Row(const Row &) = delete;
    Row &operator=(const Row &) = delete;
    int sum(int value) const
    {
        int total = 0;
        if (rank_ == 0) /* HERE collective.divergence */
            MPI_Allreduce(&value, &total, 1, MPI_INT, MPI_SUM, comm_);
        return total;
    }

  private:
    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
};

int main()
{
    int rank;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        Row row(rank);
        row.sum(rank);
    }
    MPI_Finalize();
    return 0;
}
