/* A template reduces any type, and all ranks call it.
 * ranks: 2 3
 * expect: clean
 */
#include <mpi.h>

template <typename T>
struct Type;
template <>
struct Type<int> {
    static MPI_Datatype get()
    {
        return MPI_INT;
    }
};
template <>
struct Type<double> {
    static MPI_Datatype get()
    {
        return MPI_DOUBLE;
    }
};

template <typename T>
static T sum(T value, MPI_Comm comm)
{
    T total{};
    MPI_Allreduce(&value, &total, 1, Type<T>::get(), MPI_SUM, comm);
    return total;
}

int main()
{
    int rank;
    double total;

    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    total = sum(rank, MPI_COMM_WORLD);
    if (total > 0)
        total = sum(1.5, MPI_COMM_WORLD);
    MPI_Finalize();
    return total < 0;
}
