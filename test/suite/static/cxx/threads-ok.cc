/* A member function with a collective in a single construct.
 * ranks: 2
 * expect: clean
 */
#include <mpi.h>

struct Field {
    double norm = 0;
    void update(double value)
    {
#pragma omp parallel
        {
#pragma omp single
            MPI_Allreduce(&value, &norm, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
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
