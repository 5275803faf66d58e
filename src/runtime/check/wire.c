#include "runtime/check/wire.h"

#include "runtime/next.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { WIRE_TAG = 1 };

struct sending {
    struct sending *next;
    MPI_Request request;
    char bytes[WIRE_BYTES];
};

static MPI_Comm wire_comm = MPI_COMM_NULL;
static int own_rank, world_size;
static MPI_Request receive_request = MPI_REQUEST_NULL;
static char receive_space[2][WIRE_BYTES]; /* one receives while the other is read */
static int receive_into;
static struct sending *sending_first, **sending_end = &sending_first, *sending_free;

static void post_receive(void)
{
    NEXT(PMPI_Irecv)
    (receive_space[receive_into], WIRE_BYTES, MPI_BYTE, MPI_ANY_SOURCE, WIRE_TAG, wire_comm,
     &receive_request);
}

bool wire_open(void)
{
    if (NEXT(PMPI_Comm_dup)(MPI_COMM_WORLD, &wire_comm) != MPI_SUCCESS)
        return false;
    NEXT(PMPI_Comm_rank)(wire_comm, &own_rank);
    NEXT(PMPI_Comm_size)(wire_comm, &world_size);
    post_receive();
    return true;
}

bool wire_is_open(void)
{
    return wire_comm != MPI_COMM_NULL;
}

int wire_rank(void)
{
    return own_rank;
}

int wire_size(void)
{
    return world_size;
}

/* Frees completed sends. They complete in the order of their start, nearly always at once: they fit
 * into any buffer. */
static void collect_sends(void)
{
    while (sending_first) {
        struct sending *sending = sending_first;
        int done = 0;
        NEXT(PMPI_Test)(&sending->request, &done, MPI_STATUS_IGNORE);
        if (!done)
            return;
        sending_first = sending->next;
        if (!sending_first)
            sending_end = &sending_first;
        sending->next = sending_free;
        sending_free = sending;
    }
}

void wire_send(int rank, const void *bytes, size_t size)
{
    collect_sends();
    struct sending *sending = sending_free;
    if (sending)
        sending_free = sending->next;
    else
        sending = malloc(sizeof *sending);
    if (!sending)
        return; /* the others wait for it in vain; without memory the program cannot continue anyway
                 */
    memcpy(sending->bytes, bytes, size);
    sending->next = NULL;
    *sending_end = sending;
    sending_end = &sending->next;
    NEXT(PMPI_Isend)
    (sending->bytes, (int)size, MPI_BYTE, rank, WIRE_TAG, wire_comm, &sending->request);
}

const void *wire_receive(void)
{
    int arrived = 0;
    NEXT(PMPI_Test)(&receive_request, &arrived, MPI_STATUS_IGNORE);
    if (!arrived)
        return NULL;
    const char *message = receive_space[receive_into];
    receive_into = !receive_into;
    post_receive();
    return message;
}

void wire_close(void)
{
    while (sending_first) {
        NEXT(PMPI_Wait)(&sending_first->request, MPI_STATUS_IGNORE);
        struct sending *sending = sending_first;
        sending_first = sending->next;
        free(sending);
    }
    sending_end = &sending_first;
    while (sending_free) {
        struct sending *sending = sending_free;
        sending_free = sending->next;
        free(sending);
    }
    NEXT(PMPI_Cancel)(&receive_request);
    NEXT(PMPI_Wait)(&receive_request, MPI_STATUS_IGNORE);
    NEXT(PMPI_Comm_free)(&wire_comm);
}
