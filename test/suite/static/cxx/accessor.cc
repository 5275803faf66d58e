/* The rank comes from an accessor.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>

class World
{
  public:
    World()
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }
    int rank() const
    {
        return rank_;
    }
    int size() const
    {
        return size_;
    }
    bool first() const
    {
        return rank() == 0;
    }

  private:
    int rank_ = 0, size_ = 0;
};

static void work(const World &world)
{
    if (world.first()) /* HERE collective.divergence */
        MPI_Barrier(MPI_COMM_WORLD);
}

int main()
{
    MPI_Init(nullptr, nullptr);
    World world;
    work(world);
    MPI_Finalize();
    return world.first() && world.size() == 0;
}
