/* A base class starts a send, and the derived class completes it.
 * ranks: 2
 * expect: clean
 */
#include <memory>
#include <mpi.h>

class Message
{
  public:
    virtual ~Message() = default;
    virtual void finish() = 0;
    void start(int to)
    {
        MPI_Isend(&value_, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &request_);
    }

  protected:
    int value_ = 7;
    MPI_Request request_ = MPI_REQUEST_NULL;
};

class Counted : public Message
{
  public:
    void finish() override
    {
        if (request_ != MPI_REQUEST_NULL)
            MPI_Wait(&request_, MPI_STATUS_IGNORE);
        count_++;
    }

  private:
    int count_ = 0;
};

int main()
{
    int rank, value;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::unique_ptr<Message> message(new Counted);
        message->start(1);
        message->finish();
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
