/* Calls of MPI in all spellings, for calls/test_analysis.c. */
#include <mpi.h>

void mpi_barrier_(MPI_Fint *comm, MPI_Fint *error);
void mpi_barrier__(MPI_Fint *comm, MPI_Fint *error);
void mpi_barrier(MPI_Fint *comm, MPI_Fint *error);
void MPI_BARRIER(MPI_Fint *comm, MPI_Fint *error);
void pmpi_barrier_(MPI_Fint *comm, MPI_Fint *error);
void mpi_barrier___(MPI_Fint *comm, MPI_Fint *error); /* none */
void MPI_Barrier_all(void);                           /* none */

/* A tool's wrapper: a function of the program that calls MPI. */
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Ibarrier(comm, request);
}

int main(void)
{
    int n = 3;
    MPI_Fint comm = 0, error;
    MPI_Request request;
    int (*barrier)(MPI_Comm) = MPI_Barrier;
    MPI_Bcast(&n, 1, MPI_INT, 2, MPI_COMM_WORLD);
    PMPI_Barrier(MPI_COMM_SELF);
    mpi_barrier_(&comm, &error);
    mpi_barrier__(&comm, &error);
    mpi_barrier(&comm, &error);
    MPI_BARRIER(&comm, &error);
    pmpi_barrier_(&comm, &error);
    mpi_barrier___(&comm, &error);
    MPI_Barrier_all();
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    barrier(MPI_COMM_WORLD);
    MPI_Reduce(&n, 0, n + 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return 0;
}
