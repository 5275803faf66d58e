/* request.h: the requests of a rank and how they complete.
 *
 * A handle is a real request of the program's MPI, a persistent receive that is never started, so
 * that Fortran and other code that looks into handles finds something real. What it stands for is
 * here. The scheduler tells completions by the number of the operation; data lands in the buffer
 * when a completion call returns the request, not before. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_H
#define TUTTI_RUNTIME_WORLD_REQUEST_H

#include "runtime/weak.h"
#include "runtime/world/comm.h"
#include "runtime/world/protocol.h"
#include "runtime/world/rank.h"
#include "runtime/world/table.h"

#include <stdbool.h>

struct vrequest;
/* Gives MPI_SUCCESS or the error class of what became of it. */
typedef int finish_function(struct vrequest *request, const struct world_answer *answer);

struct vrequest {
    MPI_Request handle;
    uint32_t number; /* of the operation under way */
    bool persistent, active;
    bool done;  /* the scheduler told; answer is valid */
    bool freed; /* MPI_Request_free of an active one: goes away when done */
    struct world_answer answer;
    struct world_op operation; /* what is posted; kept for MPI_Start */
    finish_function *finish;   /* lets the data land */
    /* Of the call, for finish and start. */
    void *buffer;
    int count;
    MPI_Datatype datatype;
    struct vcomm *comm;
    void *state;          /* of a collective; freed with the request */
    bool holds_datatype;  /* since the program may free it */
    struct world_call at; /* where it was started last */
    struct table_entry by_handle, by_number;
    struct vrequest *next; /* whose handle can be used again, too */
};

struct vrequest *request_new(void);
struct vrequest *request_find(MPI_Request handle); /* NULL: unknown or MPI_REQUEST_NULL */
void request_delete(struct vrequest *request);

/* Posts the operation as that of the request, which is active from now on. */
void request_post(struct vrequest *request, const struct world_op *operation);
/* The same with the operation that an inactive request describes. */
void request_start(struct vrequest *request, const struct world_call *at);

void status_set(MPI_Status *status, int source, int tag, uint64_t bytes);
void status_set_empty(MPI_Status *status);

#endif
