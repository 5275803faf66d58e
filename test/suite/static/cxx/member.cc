/* A member function meets a barrier if the object's rank is 0.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>

class World
{
  public:
    World()
        : comm_(MPI_COMM_WORLD)
    {
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }
    void meet() const
    {
        if (rank_ == 0) /* HERE collective.divergence */
            MPI_Barrier(comm_);
    }
    int rank() const
    {
        return rank_;
    }
    int size() const
    {
        return size_;
    }

  private:
    MPI_Comm comm_;
    int rank_ = 0, size_ = 0;
};

int main()
{
    MPI_Init(nullptr, nullptr);
    World world;
    world.meet();
    int code = world.rank() < world.size() ? 0 : 1;
    MPI_Finalize();
    return code;
}
