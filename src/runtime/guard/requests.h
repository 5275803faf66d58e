/* requests.h: nonblocking operations that a repair changed. Such an operation has several requests
 * behind the one that the program knows, memory that must live until it is complete, and work to do
 * then.
 *
 * The program's request is a real one, that of the last piece. It is completed last, so its handle
 * cannot mean another operation before. Requests that no repair made are passed on; this costs one
 * comparison as long as there are no others. */
#ifndef TUTTI_RUNTIME_GUARD_REQUESTS_H
#define TUTTI_RUNTIME_GUARD_REQUESTS_H

#include "runtime/weak.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { OPERATION_MEMORY = 12 };

struct operation {
    MPI_Request key;     /* the program's */
    MPI_Request *others; /* requests of the earlier pieces; MPI_REQUEST_NULL once complete */
    int other_count;
    void *memory[OPERATION_MEMORY]; /* freed at the end */
    int memory_count;
    bool persistent;                            /* it lives until its request is freed */
    int (*finish)(struct operation *operation); /* NULL: there is no work at the end */
    void *work;                                 /* argument of `finish`; lives in `memory` */
    MPI_Datatype held; /* for `finish`; freed at the end; or MPI_DATATYPE_NULL */
    struct operation *next;
};

/* Returns memory of the operation; NULL if there is none, or if the operation has too much
 * already. */
void *operation_alloc(struct operation *operation, size_t size);
/* Adds a piece that was started. Returns -1 if there is no memory: then the piece has been waited
 * for. */
int operation_add(struct operation *operation, MPI_Request request);

/* Does the remaining work of a complete operation, and frees it. Returns an error code. */
int operation_finish(struct operation *operation);

/* Records that the program has `key`, and takes the operation over. */
void requests_track(struct operation *operation, MPI_Request key);

extern atomic_int requests_tracked;
static inline bool requests_any(void)
{
    return atomic_load_explicit(&requests_tracked, memory_order_relaxed) > 0;
}

/* Implement the functions of MPI for requests some of which may be tracked. */
int requests_wait(MPI_Request *request, MPI_Status *status);
int requests_test(MPI_Request *request, int *flag, MPI_Status *status);
int requests_waitall(int count, MPI_Request *requests, MPI_Status *statuses);
int requests_testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses);
int requests_any_of(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status);
int requests_some_of(int count, MPI_Request *requests, int *outcount, int *indices,
                     MPI_Status *statuses, bool wait);
int requests_free(MPI_Request *request);
int requests_get_status(MPI_Request request, int *flag, MPI_Status *status);
int requests_get_status_all(int count, const MPI_Request *requests, int *flag,
                            MPI_Status *statuses);
int requests_get_status_any(int count, const MPI_Request *requests, int *index, int *flag,
                            MPI_Status *status);
int requests_get_status_some(int count, const MPI_Request *requests, int *outcount, int *indices,
                             MPI_Status *statuses);

#endif
