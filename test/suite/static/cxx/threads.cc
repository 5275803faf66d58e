/* A member function with a collective in a region of all threads.
 * ranks: 2
 * expect: thread.multithreaded-collective
 */
#include <mpi.h>

struct Field {
    double norm = 0;
    void update(double value)
    {
#pragma omp parallel
        {
            MPI_Allreduce(&value, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* HERE thread.multithreaded-collective */
        }
    }
};

int main()
{
    int provided;
    Field field;

    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    field.update(1);
    MPI_Finalize();
    return 0;
}
