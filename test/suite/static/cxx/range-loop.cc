/* The loop goes over the items of this rank, which are not equally many.
 * ranks: 2 3
 * expect: collective.divergence
 */
#include <mpi.h>

struct Items {
    int count;
    int begin() const
    {
        return 0;
    }
    int end() const
    {
        return count;
    }
};

int main()
{
    int rank, size, sum = 0;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Items items{rank + 1};
    for (int i = items.begin(); i != items.end(); i++) /* HERE collective.divergence */
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return rank < 0;
}
