/* Cases of arguments that MPI forbids; see requests/requests.c. */
#include <mpi.h>
#include <stdlib.h>

#define WORLD MPI_COMM_WORLD

int condition(void);

void counts(int *data, int n)
{
    MPI_Send(data, -1, MPI_INT, 0, 0, WORLD); /* warn: arg.count */
    MPI_Bcast(data, -5, MPI_INT, 0, WORLD);   /* warn: arg.count */
    MPI_Send(data, 0, MPI_INT, 0, 0, WORLD);
    MPI_Send(data, n, MPI_INT, 0, 0, WORLD);
}

void ranks(int *data)
{
    MPI_Request request;
    MPI_Send(data, 1, MPI_INT, -7, 0, WORLD);             /* warn: arg.rank */
    MPI_Send(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD); /* warn: arg.rank */
    MPI_Send(data, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    MPI_Recv(data, 1, MPI_INT, -7, 0, WORLD, MPI_STATUS_IGNORE); /* warn: arg.rank */
    MPI_Recv(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(data, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE);
}

void tags(int *data)
{
    MPI_Send(data, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD); /* warn: arg.tag */
    MPI_Recv(data, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(data, 1, MPI_INT, 0, -3, WORLD, MPI_STATUS_IGNORE); /* warn: arg.tag */
    MPI_Sendrecv(data, 1, MPI_INT, 0, 3, data + 1, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(data, 1, MPI_INT, 0, MPI_ANY_TAG, /* warn: arg.tag */
                 data + 1, 1, MPI_INT, 0, 3, WORLD, MPI_STATUS_IGNORE);
}

void roots(int *data, MPI_Comm comm)
{
    MPI_Bcast(data, 1, MPI_INT, -5, comm); /* warn: arg.root */
    MPI_Bcast(data, 1, MPI_INT, MPI_ROOT, comm);
    MPI_Bcast(data, 1, MPI_INT, MPI_PROC_NULL, comm);
    MPI_Bcast(data, 1, MPI_INT, MPI_ROOT, WORLD);      /* warn: arg.root */
    MPI_Bcast(data, 1, MPI_INT, MPI_PROC_NULL, WORLD); /* warn: arg.root */
    MPI_Bcast(data, 1, MPI_INT, 3, MPI_COMM_SELF);     /* warn: arg.root */
    MPI_Bcast(data, 1, MPI_INT, 3, WORLD);
}

void handles(int *data, int *more)
{
    int size;
    MPI_Comm none = MPI_COMM_NULL;
    MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_NULL);           /* warn: arg.comm */
    MPI_Comm_size(none, &size);                                /* warn: arg.comm */
    MPI_Send(data, 1, MPI_DATATYPE_NULL, 0, 0, WORLD);         /* warn: arg.datatype */
    MPI_Allreduce(data, more, 1, MPI_INT, MPI_OP_NULL, WORLD); /* warn: arg.op */
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data, 1, MPI_INT, WORLD);
    MPI_Allreduce(MPI_IN_PLACE, data, 1, /* warn: arg.datatype */
                  MPI_DATATYPE_NULL, MPI_SUM, WORLD);
    MPI_Gather(data, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, WORLD);
    MPI_Comm_c2f(none);
}

void operations(double *data, double *more, int *numbers, int *others)
{
    MPI_Allreduce(data, more, 1, MPI_DOUBLE, MPI_BAND, WORLD); /* warn: arg.op */
    MPI_Allreduce(numbers, others, 1, MPI_INT, MPI_BAND, WORLD);
    MPI_Allreduce(numbers, others, 1, MPI_INT, MPI_MAXLOC, WORLD); /* warn: arg.op */
    MPI_Allreduce(numbers, others, 1, MPI_2INT, MPI_MAXLOC, WORLD);
    MPI_Allreduce(data, more, 1, MPI_DOUBLE_INT, MPI_SUM, WORLD); /* warn: arg.op */
    MPI_Allreduce(data, more, 8, MPI_BYTE, MPI_BOR, WORLD);
    MPI_Allreduce(data, more, 8, MPI_BYTE, MPI_SUM, WORLD); /* warn: arg.op */
    MPI_Allreduce(data, more, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, WORLD);
    MPI_Allreduce(data, more, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, WORLD); /* warn: arg.op */
    MPI_Allreduce(numbers, others, 1, MPI_SIGNED_CHAR, MPI_SUM, WORLD);
    MPI_Allreduce(numbers, others, 1, MPI_C_BOOL, MPI_LAND, WORLD);
}

void null_buffers(int n, MPI_Datatype type)
{
    MPI_Send(NULL, 1, MPI_INT, 0, 0, WORLD); /* warn: arg.buffer */
    MPI_Send(NULL, 0, MPI_INT, 0, 0, WORLD);
    MPI_Send(NULL, n, MPI_INT, 0, 0, WORLD);
    MPI_Send(MPI_BOTTOM, 1, type, 0, 0, WORLD);
    MPI_Send(NULL, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    MPI_Bcast(NULL, 4, MPI_DOUBLE, 0, WORLD); /* warn: arg.buffer */
}

void in_place(int *data)
{
    MPI_Allreduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Allreduce(data, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, WORLD); /* warn: arg.buffer */
    MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, WORLD);               /* warn: arg.buffer */
}

void same_memory(int *data, int rank)
{
    int value = 3, other;
    MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_SUM, WORLD); /* warn: arg.buffer */
    MPI_Allreduce(&value, &other, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Allgather(data, 1, MPI_INT, data, 1, MPI_INT, WORLD); /* warn: arg.buffer */
    MPI_Allgather(data + 9, 1, MPI_INT, data, 1, MPI_INT, WORLD);
    if (rank == 0)
        MPI_Reduce(MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM, 0, WORLD);
    else
        MPI_Reduce(data, data, 1, MPI_INT, MPI_SUM, 0, WORLD);
    MPI_Sendrecv(data, 1, MPI_INT, 0, 0, data, 1, MPI_INT, 0, 0, /* warn: arg.buffer */
                 WORLD, MPI_STATUS_IGNORE);
}

void results(int *data, int *sent)
{
    MPI_Isend(sent, 1, MPI_INT, 0, 0, WORLD, NULL); /* warn: arg.request */
    MPI_Comm_rank(WORLD, NULL);                     /* warn: arg.other */
    MPI_Recv(data, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
}
