/* Collectives that reach the small limits of a test's profile: each must give what it gives without
 * them. The exit code tells. Counts are such that pieces do not come out even, and ranks describe
 * the same data by different datatypes where MPI allows it. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1003, REQUESTS = 3 };

static int rank, size, faults;
static MPI_Comm comm;
static MPI_Datatype triple; /* three ints, the last one first, and a hole behind */
static int *data, *all, *other;

static int value(int from, int to, int i)
{
    return from * 1000003 + to * 10007 + i + 1;
}

static void fill(int *buffer, int from, int to)
{
    for (int i = 0; i < COUNT; i++)
        buffer[i] = value(from, to, i);
}

static void expect(const char *what, const int *buffer, int from, int to)
{
    for (int i = 0; i < COUNT; i++)
        if (buffer[i] != value(from, to, i)) {
            printf("%s: rank %d: element %d of rank %d is %d\n", what, rank, i, from, buffer[i]);
            faults++;
            return;
        }
}

/* In turn all ways to complete a request, among others that nobody repaired. */
static void complete(MPI_Request request)
{
    static int turn;
    MPI_Request requests[REQUESTS] = {MPI_REQUEST_NULL, request, MPI_REQUEST_NULL};
    MPI_Status statuses[REQUESTS];
    int flag = 0, index = -1, count = 0, indices[REQUESTS], token = rank, got = -1,
        peer = size - 1 - rank;
    MPI_Isend(&token, 1, MPI_INT, peer, 9, comm, &requests[0]);
    MPI_Irecv(&got, 1, MPI_INT, peer, 9, comm, &requests[2]);
    switch (turn++ % 9) {
    case 0:
        MPI_Wait(&requests[1], &statuses[0]);
        break;
    case 1:
        while (!flag)
            MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
        break;
    case 2:
        MPI_Waitall(REQUESTS, requests, statuses);
        break;
    case 3:
        while (!flag)
            MPI_Testall(REQUESTS, requests, &flag, MPI_STATUSES_IGNORE);
        break;
    case 4:
        for (int i = 0; i < REQUESTS; i++)
            MPI_Waitany(REQUESTS, requests, &index, &statuses[0]);
        break;
    case 5:
        for (int i = 0; i < REQUESTS; i += flag)
            MPI_Testany(REQUESTS, requests, &index, &flag, MPI_STATUS_IGNORE);
        break;
    case 6:
        for (int i = 0; i < REQUESTS; i += count)
            MPI_Waitsome(REQUESTS, requests, &count, indices, statuses);
        break;
    case 7:
        for (int i = 0; i < REQUESTS; i += count)
            MPI_Testsome(REQUESTS, requests, &count, indices, MPI_STATUSES_IGNORE);
        break;
    default:
        while (!flag)
            MPI_Request_get_status(requests[1], &flag, &statuses[0]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    if (requests[1] != MPI_REQUEST_NULL) {
        printf("rank %d: way %d leaves the request\n", rank, (turn - 1) % 9);
        faults++;
    }
    MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    faults += got != peer;
}

static void broadcasts(bool nonblocking)
{
    MPI_Request request;
    for (int root = 0; root < size; root += size - 1) {
        memset(data, 0, COUNT * sizeof *data);
        if (rank == root)
            fill(data, root, 0);
        if (nonblocking) {
            MPI_Ibcast(data, COUNT, MPI_INT, root, comm, &request);
            complete(request);
        } else
            MPI_Bcast(data, COUNT, MPI_INT, root, comm);
        expect("bcast", data, root, 0);
    }
}

/* The root has triples in another order and with holes, the others have plain ints. */
static void broadcast_of_types(bool nonblocking)
{
    MPI_Request request;
    int triples = COUNT / 3, *holes = calloc((size_t)triples * 4, sizeof *holes), wrong = 0;
    for (int i = 0; i < triples * 3; i++)
        data[i] = rank == 0 ? value(0, 0, i) : 0;
    for (int i = 0; rank % 2 == 0 && i < triples; i++) /* sent in the order 2, 0, 1 of memory */
        for (int j = 0; j < 3; j++)
            holes[4 * i + (j + 2) % 3] = rank == 0 ? value(0, 0, 3 * i + j) : 0;
    void *buffer = rank % 2 == 0 ? holes : data;
    int count = rank % 2 == 0 ? triples : triples * 3;
    MPI_Datatype type = rank % 2 == 0 ? triple : MPI_INT;
    if (nonblocking) {
        MPI_Ibcast(buffer, count, type, 0, comm, &request);
        complete(request);
    } else
        MPI_Bcast(buffer, count, type, 0, comm);
    for (int i = 0; i < triples; i++) {
        for (int j = 0; j < 3; j++)
            wrong += (rank % 2 == 0 ? holes[4 * i + (j + 2) % 3] : data[3 * i + j]) !=
                     value(0, 0, 3 * i + j);
        wrong += holes[4 * i + 3] != 0;
    }
    if (wrong)
        printf("bcast of types: rank %d: %d wrong\n", rank, wrong);
    faults += wrong;
    free(holes);
}

static void gathers(bool nonblocking, bool in_place)
{
    MPI_Request request;
    int root = size - 1;
    memset(all, 0, (size_t)size * COUNT * sizeof *all);
    fill(data, rank, root);
    void *send = data;
    if (in_place && rank == root) {
        fill(all + (size_t)rank * COUNT, rank, root);
        send = MPI_IN_PLACE;
    }
    if (nonblocking) {
        MPI_Igather(send, COUNT, MPI_INT, all, COUNT, MPI_INT, root, comm, &request);
        complete(request);
    } else
        MPI_Gather(send, COUNT, MPI_INT, all, COUNT, MPI_INT, root, comm);
    for (int i = 0; rank == root && i < size; i++)
        expect("gather", all + (size_t)i * COUNT, i, root);
}

static void scatters(bool nonblocking, bool in_place)
{
    MPI_Request request;
    int root = 1;
    for (int i = 0; i < size; i++)
        fill(all + (size_t)i * COUNT, root, i);
    memset(data, 0, COUNT * sizeof *data);
    void *receive = in_place && rank == root ? MPI_IN_PLACE : data;
    if (nonblocking) {
        MPI_Iscatter(all, COUNT, MPI_INT, receive, COUNT, MPI_INT, root, comm, &request);
        complete(request);
    } else
        MPI_Scatter(all, COUNT, MPI_INT, receive, COUNT, MPI_INT, root, comm);
    if (receive == data)
        expect("scatter", data, root, rank);
}

static void allgathers(bool nonblocking, bool in_place)
{
    MPI_Request request;
    memset(all, 0, (size_t)size * COUNT * sizeof *all);
    fill(in_place ? all + (size_t)rank * COUNT : data, rank, 0);
    void *send = in_place ? MPI_IN_PLACE : data;
    if (nonblocking) {
        MPI_Iallgather(send, COUNT, MPI_INT, all, COUNT, MPI_INT, comm, &request);
        complete(request);
    } else
        MPI_Allgather(send, COUNT, MPI_INT, all, COUNT, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        expect("allgather", all + (size_t)i * COUNT, i, 0);
}

/* Elements that lie far apart. */
static void spread(bool nonblocking, bool in_place)
{
    enum { FEW = 5, APART = 64 };
    MPI_Datatype far;
    MPI_Request request;
    int wrong = 0;
    MPI_Type_create_resized(MPI_INT, 0, APART * sizeof(int), &far);
    MPI_Type_commit(&far);
    memset(all, 0, (size_t)size * COUNT * sizeof *all);
    for (int i = 0; i < FEW; i++)
        (in_place ? all : data)[in_place ? (rank * FEW + i) * APART : i] = value(rank, 0, i);
    void *send = in_place ? MPI_IN_PLACE : data;
    if (nonblocking) {
        MPI_Iallgather(send, FEW, MPI_INT, all, FEW, far, comm, &request);
        complete(request);
    } else
        MPI_Allgather(send, FEW, MPI_INT, all, FEW, far, comm);
    for (int i = 0; i < size * FEW * APART; i++)
        wrong += all[i] != (i % APART ? 0 : value(i / APART / FEW, 0, i / APART % FEW));
    if (wrong)
        printf("spread: rank %d: %d wrong\n", rank, wrong);
    faults += wrong;
    MPI_Type_free(&far);
}

static void alltoalls(bool nonblocking, bool in_place)
{
    MPI_Request request;
    for (int i = 0; i < size; i++)
        fill((in_place ? all : other) + (size_t)i * COUNT, rank, i);
    void *send = in_place ? MPI_IN_PLACE : other;
    if (nonblocking) {
        MPI_Ialltoall(send, COUNT, MPI_INT, all, COUNT, MPI_INT, comm, &request);
        complete(request);
    } else
        MPI_Alltoall(send, COUNT, MPI_INT, all, COUNT, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        expect("alltoall", all + (size_t)i * COUNT, i, rank);
}

/* Not commutative: the order of the ranks shows. Pairs are functions x -> a x + b, one behind the
 * other. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const unsigned *first = in;
    unsigned *second = inout;
    (void)type;
    for (int i = 0; i < 2 * *count; i += 2) {
        second[i + 1] += second[i] * first[i + 1];
        second[i] *= first[i];
    }
}

static bool composed(const int *pair, int last, int i)
{
    unsigned a = 1, b = 0;
    for (int from = 0; from <= last; from++) {
        b = (unsigned)(from * 17 + i) * b + (unsigned)(from * 17 + i + 1);
        a *= (unsigned)(from * 17 + i);
    }
    return (unsigned)pair[0] == a && (unsigned)pair[1] == b;
}

static void inputs(int *buffer, int count)
{
    for (int i = 0; i < count; i++)
        buffer[i] = rank * 17 + i;
}

static void expect_sums(const char *what, const int *buffer, int count, int start)
{
    for (int i = 0; i < count; i++)
        if (buffer[i] != size * (size - 1) / 2 * 17 + size * (start + i)) {
            printf("%s: rank %d: element %d is %d\n", what, rank, i, buffer[i]);
            faults++;
            return;
        }
}

static void reductions(bool nonblocking, bool in_place)
{
    MPI_Request request;
    int root = in_place ? 0 : 1; /* MPICH 4.0.2 crashes in place at another one */
    void *send = in_place ? MPI_IN_PLACE : other;
    inputs(in_place ? all : other, COUNT);
    if (nonblocking) {
        MPI_Iallreduce(send, all, COUNT, MPI_INT, MPI_SUM, comm, &request);
        complete(request);
    } else
        MPI_Allreduce(send, all, COUNT, MPI_INT, MPI_SUM, comm);
    expect_sums("allreduce", all, COUNT, 0);
    inputs(in_place && rank == root ? all : other, COUNT);
    send = in_place && rank == root ? MPI_IN_PLACE : other;
    if (nonblocking) {
        MPI_Ireduce(send, all, COUNT, MPI_INT, MPI_SUM, root, comm, &request);
        complete(request);
    } else
        MPI_Reduce(send, all, COUNT, MPI_INT, MPI_SUM, root, comm);
    if (rank == root)
        expect_sums("reduce", all, COUNT, 0);
}

static void scans(bool nonblocking)
{
    MPI_Request request;
    MPI_Op op;
    int wrong = 0;
    MPI_Op_create(compose, 0, &op);
    inputs(other, COUNT);
    if (nonblocking) {
        MPI_Iscan(other, all, COUNT / 2, MPI_2INT, op, comm, &request);
        complete(request);
    } else
        MPI_Scan(other, all, COUNT / 2, MPI_2INT, op, comm);
    for (int i = 0; i + 1 < COUNT; i += 2)
        wrong += !composed(all + i, rank, i);
    if (nonblocking) {
        MPI_Iexscan(other, all, COUNT / 2, MPI_2INT, op, comm, &request);
        complete(request);
    } else
        MPI_Exscan(other, all, COUNT / 2, MPI_2INT, op, comm);
    for (int i = 0; rank > 0 && i + 1 < COUNT; i += 2)
        wrong += !composed(all + i, rank - 1, i);
    if (wrong)
        printf("scan: rank %d: %d wrong\n", rank, wrong);
    faults += wrong;
    MPI_Op_free(&op);
}

static void reduce_scatters(bool nonblocking, bool in_place)
{
    MPI_Request request;
    int counts[64], start = 0, total = 0;
    for (int i = 0; i < size; i++) {
        counts[i] = i == 1 ? 0 : 100 + 7 * i;
        start += i < rank ? counts[i] : 0;
        total += counts[i];
    }
    inputs(in_place ? all : other, total);
    void *send = in_place ? MPI_IN_PLACE : other;
    if (nonblocking) {
        MPI_Ireduce_scatter(send, all, counts, MPI_INT, MPI_SUM, comm, &request);
        complete(request);
    } else
        MPI_Reduce_scatter(send, all, counts, MPI_INT, MPI_SUM, comm);
    expect_sums(in_place ? "reduce_scatter in place" : "reduce_scatter", all, counts[rank], start);
}

static void reduce_scatter_blocks(bool nonblocking, bool in_place)
{
    const int count = 100;
    MPI_Request request;
    inputs(in_place ? all : other, count * size);
    void *send = in_place ? MPI_IN_PLACE : other;
    if (nonblocking) {
        MPI_Ireduce_scatter_block(send, all, count, MPI_INT, MPI_SUM, comm, &request);
        complete(request);
    } else
        MPI_Reduce_scatter_block(send, all, count, MPI_INT, MPI_SUM, comm);
    expect_sums(in_place ? "reduce_scatter_block in place" : "reduce_scatter_block", all, count,
                rank * count);
}

static void allgathervs(bool nonblocking)
{
    MPI_Request request;
    int counts[64], displs[64];
    for (int i = 0; i < size; i++) {
        counts[i] = COUNT;
        displs[i] = (size - 1 - i) * COUNT;
    }
    memset(all, 0, (size_t)size * COUNT * sizeof *all);
    fill(data, rank, 0);
    if (nonblocking) {
        MPI_Iallgatherv(data, COUNT, MPI_INT, all, counts, displs, MPI_INT, comm, &request);
        complete(request);
    } else
        MPI_Allgatherv(data, COUNT, MPI_INT, all, counts, displs, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        expect("allgatherv", all + displs[i], i, 0);
}

static void every_function(MPI_Comm on)
{
    comm = on;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        broadcasts(nonblocking);
        broadcast_of_types(nonblocking);
        allgathervs(nonblocking);
        scans(nonblocking);
        for (int in_place = 0; in_place < 2; in_place++) {
            gathers(nonblocking, in_place);
            scatters(nonblocking, in_place);
            allgathers(nonblocking, in_place);
            spread(nonblocking, in_place);
            if (!nonblocking ||
                !in_place) /* Open MPI 4.1.4 has no MPI_Ialltoall in place that works */
                alltoalls(nonblocking, in_place);
            reductions(nonblocking, in_place);
            reduce_scatters(nonblocking, in_place);
            reduce_scatter_blocks(nonblocking, in_place);
        }
    }
}

int main(int argc, char **argv)
{
    int world, members, total, packed;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &members);
    data = malloc(COUNT * sizeof *data);
    all = malloc((size_t)members * COUNT * sizeof *all);
    other = malloc((size_t)members * COUNT * sizeof *other);
    int lengths[] = {1, 2}, places[] = {2, 0};
    MPI_Datatype dense;
    MPI_Type_indexed(2, lengths, places, MPI_INT, &dense);
    MPI_Type_create_resized(dense, 0, 4 * sizeof(int), &triple);
    MPI_Type_commit(&triple);
    MPI_Type_free(&dense);
    every_function(MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, world == 0, 0, &half); /* one alone, the others together */
    if (world > 0)
        every_function(half);
    MPI_Comm_free(&half);
    MPI_Pack_size(1000, MPI_INT, MPI_COMM_WORLD, &packed);
    if (world == 0)
        printf("packed: %s\n", packed == MPI_UNDEFINED ? "undefined"
                               : packed == 4000        ? "4000"
                                                       : "?");
    MPI_Type_free(&triple);
    MPI_Allreduce(&faults, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world == 0)
        printf(total ? "%d faults\n" : "all is well\n", total);
    MPI_Finalize();
    return total ? 1 : 0;
}
