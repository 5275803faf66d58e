/* request.h: the requests of a rank and their completion.
 *
 * A handle is a real request of the program's MPI, a persistent receive that is never started, so
 * that Fortran and other code that inspects handles finds a real one. The request that it stands
 * for is here. The scheduler reports completions by the number of the operation. Data land in the
 * buffer when a completion call returns the request, not before.
 *
 * The handle of a request that is gone rests, with its data here, until many others have gone too.
 * So the use of a stale copy is recognised. */
#ifndef TUTTI_RUNTIME_WORLD_REQUEST_REQUEST_H
#define TUTTI_RUNTIME_WORLD_REQUEST_REQUEST_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/model/table.h"
#include "runtime/world/protocol.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/rank/rank.h"
#include "runtime/world/request/pending.h"

#include <stdbool.h>

struct vrequest;
/* Returns an error class, or MPI_SUCCESS. */
typedef int finish_function(struct vrequest *request, const struct world_answer *answer);
typedef int start_function(struct vrequest *request, const struct world_call *at);

struct vrequest {
    MPI_Request handle;
    uint32_t number; /* of the operation under way; 0: none is needed */
    bool persistent, active;
    bool started;   /* it was started at least once */
    bool cancelled; /* MPI_Cancel was called, whatever the result */
    uint32_t idle;  /* number of the OP_PROBLEM about a wait before the first start; 0: none */
    bool tested;    /* that problem was about a test, not a wait */
    bool done;      /* the scheduler has reported the end; `answer` is valid */
    bool halfway;   /* its own operation was found complete; the partner's is asked for next */
    bool known;     /* the program knows that it is complete, so no poll may deny it */
    bool landed;    /* the data are in the buffer */
    bool freed;     /* by MPI_Request_free while active: it is deleted when done */
    bool gone;      /* the handle rests */
    bool general;   /* of MPI_Grequest_start: the handle belongs to the library */
    int partitions; /* of a partitioned message; else 0 */
    int error;      /* error class, once landed */
    struct world_answer answer;
    struct world_op operation; /* the posted operation, kept for MPI_Start; its call created the
                                  request */
    struct world_call at;      /* the call that started it last */
    struct world_call end;     /* the call that ended it, once it is gone */
    finish_function *finish;   /* lets the data land */
    /* The send of MPI_Isendrecv, or the message of MPI_Psend_init. It has no handle and is freed
     * with this request. */
    struct vrequest *partner;
    struct pending pending; /* the buffer that it owns while active; holds the datatype */
    struct pending *blocks; /* the buffers of a collective, which has several */
    int block_count;
    /* Arguments of the call, for `finish` and `start`. */
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    struct vcomm *comm;
    void *state;           /* of a collective; freed with the request */
    MPI_Status *status;    /* status of a file access, from the library; freed with the request */
    start_function *start; /* of a persistent one: MPI_Start */
    void *kept;            /* data for `start`, until give_up() is called */
    void (*give_up)(struct vrequest *request);
    struct table_entry by_handle, by_number;
    const struct caller *waiter;      /* the thread whose call is to complete it; NULL: none */
    struct vrequest *previous, *next; /* in the order of creation or, if gone, of their end */
};

struct vrequest *request_new(void);
/* Returns one without a handle, as a part of another request. */
struct vrequest *request_new_part(void);
/* Returns one for a handle that the library created. */
struct vrequest *request_new_general(MPI_Request handle);
void request_delete(struct vrequest *request, const struct world_call *at);
/* Frees the state of a collective's last start. */
void request_clear(struct vrequest *request);

/* Returns the request; NULL for MPI_REQUEST_NULL. A handle that is not valid, or no longer, is a
 * finding. */
struct vrequest *request_of(const struct world_call *at, MPI_Request handle);
/* Does the same for MPI_Grequest_complete, which may come after MPI_Request_free. */
struct vrequest *request_of_general(const struct world_call *at, MPI_Request handle);

/* Posts the operation of the request, which is active from now on. */
void request_post(struct vrequest *request, const struct world_op *operation);

/* Takes in the scheduler's reports of completed operations. */
void request_hear(void);
/* Does the same if the program has freed active requests: the answer of any waiting call may tell
 * the program that their messages have arrived. */
void request_hear_freed(void);
/* Returns the operation that the request still waits for; 0: none, it is complete. */
uint32_t request_awaits(const struct vrequest *request);
/* Returns the destination or source of the request's message; 0: it has no message. */
int32_t request_peer(const struct vrequest *request);
/* Lets the data of a complete request land, once, and returns its error class. */
int request_land(struct vrequest *request, const struct world_call *at);
/* Returns a complete request to the program: data land, the handle goes or rests. Returns its error
 * class. */
int request_return(struct vrequest *request, const struct world_call *at, MPI_Request *handle,
                   MPI_Status *status);
/* Fills in the status of a complete request. */
void request_status(const struct vrequest *request, MPI_Status *status);

/* Does MPI_Request_free of an active request: it goes on without its handle and is deleted when
 * done. */
void request_let_go(struct vrequest *request, const struct world_call *at);

/* Reports, at MPI_Finalize, requests that are still active and those that were not freed. */
void request_check_end(const struct world_call *at);

void status_set(MPI_Status *status, int source, int tag, uint64_t bytes);
void status_set_empty(MPI_Status *status);

#endif
