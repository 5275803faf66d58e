/* Unusual code: no case may crash the analysis or cause a warning. See requests/requests.c. */
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

jmp_buf place;

void jumps(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    if (setjmp(place))
        return;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void computed(int *data, int which)
{
    static void *const places[] = {&&first, &&second};
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    goto *places[which & 1];
first:
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
second:
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void assembly(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    __asm__ volatile("" : : "r"(&request) : "memory");
}

int recursive(int *data, int n)
{
    MPI_Request request;
    if (n == 0)
        return 0;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    int result = recursive(data + 1, n - 1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return result;
}

void forever(int *data)
{
    MPI_Request request;
    MPI_Isend(data, 1, MPI_INT, 0, 0, WORLD, &request);
    for (;;)
        ;
}

void empty(void)
{
}

void through_pointer(int *data, int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                                            MPI_Request *))
{
    MPI_Request request;
    send(data, 1, MPI_INT, 0, 0, WORLD, &request);
}

void parallel(int *data, int n)
{
    MPI_Request requests[4];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        MPI_Isend(data + i, 1, MPI_INT, 0, i, WORLD, &requests[i]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

void dynamic(int *data, int n)
{
    MPI_Request requests[n];
    for (int i = 0; i < n; i++)
        MPI_Isend(data + i, 1, MPI_INT, 0, i, WORLD, &requests[i]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}
