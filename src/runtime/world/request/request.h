/* request.h: the requests of a rank and how they complete.
 *
 * A handle is a real request of the program's MPI, a persistent receive that is never started, so
 * that Fortran and other code that looks into handles finds something real. What it stands for is
 * here. The scheduler tells completions by the number of the operation; data lands in the buffer
 * when a completion call returns the request, not before.
 *
 * The handle of a request that is gone rests, with what is known of it, until many others have gone
 * too: so the use of a stale copy is known for what it is. */
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
/* Gives an error class, or MPI_SUCCESS. */
typedef int finish_function(struct vrequest *request, const struct world_answer *answer);
typedef int start_function(struct vrequest *request, const struct world_call *at);

struct vrequest {
    MPI_Request handle;
    uint32_t number; /* of the operation under way; 0: none is needed */
    bool persistent, active;
    bool started;   /* ever */
    bool cancelled; /* MPI_Cancel was called, whatever came of it */
    uint32_t idle;  /* the problem that was told of a wait before the first start; 0: none */
    bool tested;    /* that was no wait, but a test */
    bool done;      /* the scheduler told; answer is valid */
    bool halfway;   /* a call asked for its operation, which is complete: its partner's is next */
    bool known;     /* the program knows that it is complete: no poll says otherwise */
    bool landed;    /* and the data are where they belong */
    bool freed;     /* MPI_Request_free of an active one: goes away when done */
    bool gone;      /* the handle rests */
    bool general;   /* of MPI_Grequest_start: the handle is the library's own */
    int partitions; /* of a partitioned message; else 0 */
    int error;      /* class, once landed */
    struct world_answer answer;
    struct world_op operation; /* what is posted; kept for MPI_Start. Its call made the request */
    struct world_call at;      /* the call that started it last */
    struct world_call end;     /* the call that ended it, once it is gone */
    finish_function *finish;   /* lets the data land */
    /* The send of MPI_Isendrecv, the message of MPI_Psend_init: without a handle, freed with this.
     */
    struct vrequest *partner;
    struct pending pending; /* the buffer that it owns while it is active; holds the datatype */
    struct pending *blocks; /* those of a collective, which has several */
    int block_count;
    /* Of the call, for finish and start. */
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
    struct vcomm *comm;
    void *state;           /* of a collective; freed with the request */
    MPI_Status *status;    /* what the library said of a file access; freed with the request */
    start_function *start; /* of a persistent one: MPI_Start */
    void *kept;            /* for it, until give_up */
    void (*give_up)(struct vrequest *request);
    struct table_entry by_handle, by_number;
    const struct caller *waiter;      /* a thread that is in a call to complete it; NULL: none */
    struct vrequest *previous, *next; /* in the order of creation; or of their end, if gone */
};

struct vrequest *request_new(void);
/* One that never had a handle, for a part of another one. */
struct vrequest *request_new_part(void);
/* One whose handle the library made. */
struct vrequest *request_new_general(MPI_Request handle);
void request_delete(struct vrequest *request, const struct world_call *at);
/* What a collective had for one start, before the next. */
void request_clear(struct vrequest *request);

/* NULL: MPI_REQUEST_NULL. A handle that is not one, or not any more, is a finding. */
struct vrequest *request_of(const struct world_call *at, MPI_Request handle);
/* The same; MPI_Grequest_complete may come after MPI_Request_free. */
struct vrequest *request_of_general(const struct world_call *at, MPI_Request handle);

/* Posts the operation as that of the request, which is active from now on. */
void request_post(struct vrequest *request, const struct world_op *operation);

/* Takes in what the scheduler told about operations in the background. */
void request_hear(void);
/* The same if there are requests that the program has let go: whatever call waits, it may tell the
 * program that such a message has come. */
void request_hear_freed(void);
/* The operation that the request still waits for; 0: none, it is complete. */
uint32_t request_awaits(const struct vrequest *request);
/* Of a complete one: lets the data land, once, and gives its error class. */
int request_land(struct vrequest *request, const struct world_call *at);
/* Hands a complete one back: data lands, the handle goes or rests. Gives its error class. */
int request_return(struct vrequest *request, const struct world_call *at, MPI_Request *handle,
                   MPI_Status *status);
/* What a complete request tells the program. */
void request_status(const struct vrequest *request, MPI_Status *status);

/* MPI_Request_free of an active one: it goes on without its handle, and ends by itself. */
void request_let_go(struct vrequest *request, const struct world_call *at);

/* At MPI_Finalize: what is still active, and what was not freed. */
void request_check_end(const struct world_call *at);

void status_set(MPI_Status *status, int source, int tag, uint64_t bytes);
void status_set_empty(MPI_Status *status);

#endif
