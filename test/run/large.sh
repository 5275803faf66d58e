#!/usr/bin/env bash
# tutti run: large messages, which are written while they are read, and space that is reused.
. "$(dirname "$0")/../lib.sh"

cat >app.c <<'C'
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 6 << 20 };

static unsigned char *data, *room;

static void fill(size_t bytes, int seed)
{
    for (size_t i = 0; i < bytes; i++)
        data[i] = (unsigned char)(i * 7 + i / 4096 + (size_t)seed);
}

static void check(size_t bytes, size_t space, int seed)
{
    for (size_t i = 0; i < bytes; i++)
        assert(room[i] == (unsigned char)(i * 7 + i / 4096 + (size_t)seed));
    for (size_t i = bytes; i < space; i++)
        assert(room[i] == 0xee);
}

/* Every form of send, sizes around those at which the way changes, a receive with more room. */
static void forms(int rank, int size)
{
    static const int sizes[] = {0, 1, 131071, 131072, 262143, 262144, 262145, 393217, 4 << 20};
    int count = sizeof sizes / sizeof *sizes;
    for (int i = 0; i < count; i++)
        for (int form = 0; form < 4; form++) {
            int bytes = sizes[i], next = (rank + 1) % size, before = (rank + size - 1) % size;
            MPI_Request request = MPI_REQUEST_NULL;
            MPI_Status status;
            fill((size_t)bytes, rank + form);
            memset(room, 0xee, MOST);
            if (form == 0) {
                MPI_Sendrecv(data, bytes, MPI_BYTE, next, 1, room, MOST, MPI_BYTE, before, 1,
                             MPI_COMM_WORLD, &status);
            } else {
                if (form == 1)
                    MPI_Isend(data, bytes, MPI_BYTE, next, 1, MPI_COMM_WORLD, &request);
                else if (form == 2)
                    MPI_Send_init(data, bytes, MPI_BYTE, next, 1, MPI_COMM_WORLD, &request);
                else if (rank == 0)
                    MPI_Ssend(data, bytes, MPI_BYTE, next, 1, MPI_COMM_WORLD);
                if (form == 2)
                    MPI_Start(&request);
                MPI_Recv(room, MOST, MPI_BYTE, before, 1, MPI_COMM_WORLD, &status);
                if (form == 3 && rank != 0)
                    MPI_Ssend(data, bytes, MPI_BYTE, next, 1, MPI_COMM_WORLD);
                MPI_Wait(&request, MPI_STATUS_IGNORE);
                if (form == 2)
                    MPI_Request_free(&request);
            }
            int got;
            MPI_Get_count(&status, MPI_BYTE, &got);
            assert(got == bytes);
            check((size_t)bytes, MOST, before + form);
        }
}

/* Dense on one side, every second element on the other. */
static void strided(int rank)
{
    enum { ELEMENTS = 200000 };
    MPI_Datatype every;
    int *numbers = (int *)data;
    MPI_Type_vector(ELEMENTS, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    memset(data, 0, MOST);
    if (rank == 0) {
        for (int i = 0; i < ELEMENTS; i++)
            numbers[i] = i;
        MPI_Send(numbers, ELEMENTS, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Recv(numbers, ELEMENTS, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < ELEMENTS; i++)
            assert(numbers[i] == i);
    } else if (rank == 1) {
        MPI_Recv(numbers, 1, every, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < ELEMENTS; i++)
            assert(numbers[2 * i] == i && numbers[2 * i + 1] == 0);
        MPI_Send(numbers, 1, every, 0, 3, MPI_COMM_WORLD);
    }
    MPI_Type_free(&every);
}

/* A message that is received last does not keep the space of the 12 GiB between. */
static void space(int rank)
{
    int first = 42;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&first, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 3072; i++)
            MPI_Send(data, 4 << 20, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        for (int i = 0; i < 3072; i++)
            MPI_Recv(room, 4 << 20, MPI_BYTE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&first, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Dies while the message is written: half of the buffer cannot be read. */
static void half(int rank)
{
    if (rank == 0) {
        mprotect(data + MOST / 2, MOST / 2, PROT_NONE);
        MPI_Send(data, MOST, MPI_BYTE, 1, 6, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(room, MOST, MPI_BYTE, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    data = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    room = malloc(MOST);
    if (strcmp(argv[1], "forms") == 0)
        forms(rank, size);
    if (strcmp(argv[1], "strided") == 0)
        strided(rank);
    if (strcmp(argv[1], "space") == 0)
        space(rank);
    if (strcmp(argv[1], "half") == 0)
        half(rank);
    free(room);
    MPI_Finalize();
    return 0;
}
C

for flavour in $(flavours); do
    mpi_cc "$flavour" -O1 app.c -o app
    for ranks in 2 3; do
        expect_exit 0 "$TUTTI" run --no-out -n "$ranks" -- ./app forms
    done
    expect_exit 0 "$TUTTI" run --no-out -n 2 -- ./app strided
    expect_exit 0 "$TUTTI" run --no-out -n 2 -- ./app space
    expect_exit 1 "$TUTTI" run --no-out --json=half.json --time-limit=200 -n 2 -- ./app half
    jq -e '[.findings[].rule] == ["crash.signal"] and .findings[0].ranks == [0]' half.json >/dev/null ||
        { cat half.json >&2; fail "$flavour: a sender that dies while it sends"; }
done
