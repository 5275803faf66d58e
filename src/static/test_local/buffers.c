/* Cases of buffers that an operation owns; see requests/requests.c. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

void use(int value);
int condition(void);
void progress(void);

void send_written(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    value = 2; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void send_written_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    value = 2;
    use(value);
}

void send_read_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void receive_read(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    use(value); /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void receive_read_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(value);
}

void element(void)
{
    int data[4] = {0};
    MPI_Request request;
    MPI_Irecv(data, 2, MPI_INT, 0, 0, WORLD, &request);
    data[1] = 3; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(data[0]);
}

void element_ok(void)
{
    int data[4] = {0};
    MPI_Request request;
    MPI_Irecv(data, 2, MPI_INT, 0, 0, WORLD, &request);
    data[2] = 3;
    use(data[3]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(data[0]);
}

void variable_index_ok(int i)
{
    int data[4] = {0};
    MPI_Request request;
    MPI_Irecv(data, 2, MPI_INT, 0, 0, WORLD, &request);
    data[i] = 3;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void allocated(void)
{
    double *data = malloc(100 * sizeof *data);
    MPI_Request request;
    MPI_Isend(data, 100, MPI_DOUBLE, 0, 0, WORLD, &request);
    data[99] = 1.0; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(data);
}

void parameter(double *data)
{
    MPI_Request request;
    MPI_Isend(data, 10, MPI_DOUBLE, 0, 0, WORLD, &request);
    data[0] = 1.0; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void other_memory_ok(double *data, double *more)
{
    MPI_Request request;
    MPI_Isend(data, 10, MPI_DOUBLE, 0, 0, WORLD, &request);
    more[0] = 1.0;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void callers_request(int *data, MPI_Request *request)
{
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, request);
    use(data[0]); /* warn: race.buffer */
}

void callers_request_ok(int *data, MPI_Request *request)
{
    MPI_Irecv(data, 1, MPI_INT, 0, 0, WORLD, request);
    progress();
    use(data[0]);
}

void received_twice(void)
{
    int value;
    MPI_Request requests[2];
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, WORLD, &requests[1]); /* warn: race.buffer */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

void received_in_loop(int n)
{
    int value;
    MPI_Request requests[16];
    for (int i = 0; i < n; i++)
        MPI_Irecv(&value, 1, MPI_INT, i, 0, WORLD, &requests[i]); /* warn: race.buffer */
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

void sent_in_loop_ok(int n)
{
    int value = 2;
    MPI_Request requests[16];
    for (int i = 0; i < n; i++)
        MPI_Isend(&value, 1, MPI_INT, i, 0, WORLD, &requests[i]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

void received_apart_ok(int n)
{
    int values[16];
    MPI_Request requests[16];
    for (int i = 0; i < n; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i, 0, WORLD, &requests[i]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

void given_to_receive(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE); /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void given_to_send_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 1, 0, WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void other_rank_touches_ok(int rank)
{
    int value = 1;
    MPI_Request request;
    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, WORLD, &request);
    if (rank == 1)
        value = 5;
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(value);
}

void unknown_touch_ok(int rank, int n)
{
    int value = 1;
    MPI_Request request;
    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, WORLD, &request);
    if (condition())
        value = n;
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(value);
}

void tested(void)
{
    int value, done;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, WORLD, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done)
        value = 3; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(value);
}

void tested_ok(void)
{
    int value, done;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, WORLD, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
        use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void nobody_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
    use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void empty_ok(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Irecv(&value, 0, MPI_INT, 0, 0, WORLD, &request);
    use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void collective(void)
{
    int value = 1, sum = 0;
    MPI_Request request;
    MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    use(sum); /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void collective_ok(void)
{
    int value = 1, sum = 0;
    MPI_Request request;
    MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, WORLD, &request);
    use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use(sum);
}

void broadcast(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Ibcast(&value, 1, MPI_INT, 0, WORLD, &request);
    value = 4; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void broadcast_root_ok(int rank)
{
    int value = 1;
    MPI_Request request;
    MPI_Ibcast(&value, 1, MPI_INT, 0, WORLD, &request);
    if (rank == 0)
        use(value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void reduce_elsewhere_ok(void)
{
    int value = 1, sum = 0;
    MPI_Request request;
    MPI_Ireduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, WORLD, &request);
    use(sum);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void copied(void)
{
    char text[64];
    MPI_Request request;
    memset(text, 0, sizeof text);
    MPI_Isend(text, 64, MPI_CHAR, 0, 0, WORLD, &request);
    memset(text, 1, sizeof text); /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void persistent(void)
{
    int value = 1;
    MPI_Request request;
    MPI_Send_init(&value, 1, MPI_INT, 0, 0, WORLD, &request);
    value = 2;
    MPI_Start(&request);
    value = 3; /* warn: race.buffer */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    value = 4;
    MPI_Request_free(&request);
}

void swapped_ok(int n)
{
    double first[8] = {0}, second[8] = {0};
    MPI_Request request;
    double *now = first, *next = second;
    for (int i = 0; i < n; i++) {
        MPI_Isend(now, 8, MPI_DOUBLE, 0, 0, WORLD, &request);
        next[0] = i;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        double *other = now;
        now = next;
        next = other;
    }
}
