#include "runtime/guard/requests.h"

#include "runtime/guard/known.h"
#include "runtime/next.h"

#include <pthread.h>
#include <stdlib.h>

atomic_int requests_tracked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct operation *tracked;

void *operation_alloc(struct operation *operation, size_t size)
{
    if (operation->memory_count == OPERATION_MEMORY)
        return NULL;
    void *memory = malloc(size ? size : 1);
    if (memory)
        operation->memory[operation->memory_count++] = memory;
    return memory;
}

int operation_add(struct operation *operation, MPI_Request request)
{
    MPI_Request *others =
        realloc(operation->others, (size_t)(operation->other_count + 1) * sizeof *others);
    if (!others) {
        NEXT(PMPI_Wait)(&request, MPI_STATUS_IGNORE);
        return -1;
    }
    others[operation->other_count++] = request;
    operation->others = others;
    return 0;
}

int operation_finish(struct operation *operation)
{
    int outcome = operation->finish ? operation->finish(operation) : MPI_SUCCESS;
    if (operation->held != MPI_DATATYPE_NULL) {
        NEXT(PMPI_Type_free)(&operation->held);
        known_forget();
    }
    for (int i = 0; i < operation->memory_count; i++)
        free(operation->memory[i]);
    free(operation->others);
    free(operation);
    return outcome;
}

void requests_track(struct operation *operation, MPI_Request key)
{
    operation->key = key;
    pthread_mutex_lock(&lock);
    operation->next = tracked;
    tracked = operation;
    atomic_fetch_add(&requests_tracked, 1);
    pthread_mutex_unlock(&lock);
}

static struct operation *guard_requests_find(MPI_Request key)
{
    if (key == MPI_REQUEST_NULL)
        return NULL;
    pthread_mutex_lock(&lock);
    struct operation *operation = tracked;
    while (operation && operation->key != key)
        operation = operation->next;
    pthread_mutex_unlock(&lock);
    return operation;
}

static void guard_requests_forget(struct operation *operation)
{
    pthread_mutex_lock(&lock);
    for (struct operation **link = &tracked; *link; link = &(*link)->next)
        if (*link == operation) {
            *link = operation->next;
            atomic_fetch_sub(&requests_tracked, 1);
            break;
        }
    pthread_mutex_unlock(&lock);
}

/* Finishes an operation whose request is complete; the first error counts. */
static int request_end(struct operation *operation, int outcome)
{
    if (!operation || operation->persistent)
        return outcome;
    guard_requests_forget(operation);
    int finished = operation_finish(operation);
    return outcome == MPI_SUCCESS ? finished : outcome;
}

static bool pieces_left(const struct operation *operation)
{
    for (int i = 0; i < operation->other_count; i++)
        if (operation->others[i] != MPI_REQUEST_NULL)
            return true;
    return false;
}

/* The program's requests, and the others that belong to each. */
struct flat {
    int count;
    MPI_Request *requests;
    MPI_Status *statuses;
    int *owners;  /* index of the program's request */
    int *pieces;  /* index in its others; -1: the request itself */
    int *indices; /* space for Waitsome */
};

static int pieces_of(const struct operation *operation)
{
    return operation ? operation->other_count : 0;
}

static void flat_free(struct flat *flat)
{
    free(flat->requests);
    free(flat->statuses);
    free(flat->owners);
    free(flat->pieces);
    free(flat->indices);
}

static void flat_push(struct flat *flat, MPI_Request request, int owner, int piece)
{
    flat->requests[flat->count] = request;
    flat->owners[flat->count] = owner;
    flat->pieces[flat->count++] = piece;
}

/* Makes the list. With `in_turn`, it has a request of the program only if all others that belong to
 * it are complete. */
static int flat_make(struct flat *flat, int count, const MPI_Request *requests, bool in_turn)
{
    size_t room = 1;
    for (int i = 0; i < count; i++)
        room += 1 + (size_t)pieces_of(guard_requests_find(requests[i]));
    *flat = (struct flat){.requests = malloc(room * sizeof *flat->requests),
                          .statuses = malloc(room * sizeof *flat->statuses),
                          .owners = malloc(room * sizeof *flat->owners),
                          .pieces = malloc(room * sizeof *flat->pieces),
                          .indices = malloc(room * sizeof *flat->indices)};
    if (!flat->requests || !flat->statuses || !flat->owners || !flat->pieces || !flat->indices) {
        flat_free(flat);
        return -1;
    }
    for (int i = 0; i < count; i++) {
        const struct operation *operation = guard_requests_find(requests[i]);
        bool left = operation && pieces_left(operation);
        for (int j = 0; left && j < operation->other_count; j++)
            if (operation->others[j] != MPI_REQUEST_NULL)
                flat_push(flat, operation->others[j], i, j);
        if (!left || !in_turn)
            flat_push(flat, requests[i], i, -1);
    }
    return 0;
}

int requests_waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    struct flat flat;
    if (flat_make(&flat, count, requests, false) != 0)
        return MPI_ERR_NO_MEM;
    int outcome = NEXT(PMPI_Waitall)(flat.count, flat.requests, flat.statuses);
    int error = MPI_SUCCESS; /* error of the pieces of one request, which come before it */
    for (int k = 0; k < flat.count; k++) {
        int i = flat.owners[k];
        struct operation *operation = guard_requests_find(requests[i]);
        int own = outcome == MPI_ERR_IN_STATUS ? flat.statuses[k].MPI_ERROR : outcome;
        error = error == MPI_SUCCESS ? own : error;
        if (flat.pieces[k] >= 0) {
            operation->others[flat.pieces[k]] = flat.requests[k];
            continue;
        }
        requests[i] = flat.requests[k];
        if (operation && flat.requests[k] == MPI_REQUEST_NULL)
            error = request_end(operation, error);
        if (statuses != MPI_STATUSES_IGNORE) {
            statuses[i] = flat.statuses[k];
            if (outcome == MPI_ERR_IN_STATUS)
                statuses[i].MPI_ERROR = error;
        }
        if (outcome == MPI_SUCCESS && error != MPI_SUCCESS)
            outcome = error;
        error = MPI_SUCCESS;
    }
    flat_free(&flat);
    return outcome;
}

int requests_testall(int count, MPI_Request *requests, int *flag, MPI_Status *statuses)
{
    struct flat flat;
    if (flat_make(&flat, count, requests, false) != 0)
        return MPI_ERR_NO_MEM;
    int outcome = NEXT(PMPI_Testall)(flat.count, flat.requests, flag, flat.statuses);
    for (int k = 0; outcome == MPI_SUCCESS && *flag && k < flat.count; k++) {
        if (flat.pieces[k] >= 0)
            continue;
        int i = flat.owners[k], error = request_end(guard_requests_find(requests[i]), MPI_SUCCESS);
        requests[i] = flat.requests[k];
        if (statuses != MPI_STATUSES_IGNORE)
            statuses[i] = flat.statuses[k];
        if (error != MPI_SUCCESS)
            outcome = error;
    }
    flat_free(&flat);
    return outcome;
}

int requests_wait(MPI_Request *request, MPI_Status *status)
{
    struct operation *operation = guard_requests_find(*request);
    if (!operation)
        return NEXT(PMPI_Wait)(request, status);
    int pieces = MPI_SUCCESS;
    for (int i = 0; i < operation->other_count; i++) {
        int each = NEXT(PMPI_Wait)(&operation->others[i], MPI_STATUS_IGNORE);
        pieces = pieces == MPI_SUCCESS ? each : pieces;
    }
    int outcome = NEXT(PMPI_Wait)(request, status);
    return request_end(operation, pieces == MPI_SUCCESS ? outcome : pieces);
}

int requests_test(MPI_Request *request, int *flag, MPI_Status *status)
{
    if (!guard_requests_find(*request))
        return NEXT(PMPI_Test)(request, flag, status);
    return requests_testall(1, request, flag,
                            status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status);
}

int requests_any_of(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status)
{
    for (;;) {
        struct flat flat;
        int which, done = 1;
        if (flat_make(&flat, count, requests, true) != 0)
            return MPI_ERR_NO_MEM;
        int outcome = flag ? NEXT(PMPI_Testany)(flat.count, flat.requests, &which, &done, status)
                           : NEXT(PMPI_Waitany)(flat.count, flat.requests, &which, status);
        bool none = !done || which == MPI_UNDEFINED;
        int owner = none ? MPI_UNDEFINED : flat.owners[which];
        int piece = none ? -1 : flat.pieces[which];
        MPI_Request left = none ? MPI_REQUEST_NULL : flat.requests[which];
        flat_free(&flat);
        if (!none && piece >= 0) {
            guard_requests_find(requests[owner])->others[piece] = left;
            if (outcome == MPI_SUCCESS)
                continue;
        } else if (!none) {
            outcome = request_end(guard_requests_find(requests[owner]), outcome);
            requests[owner] = left;
        }
        *index = owner;
        if (flag)
            *flag = done;
        return outcome;
    }
}

/* Handles what Waitsome or Testsome completed. Returns how many requests of the program are
 * complete; `error` is the first error of a repaired one. */
static int take_some(const struct flat *flat, int done, MPI_Request *requests, int *indices,
                     MPI_Status *statuses, int *error)
{
    int complete_count = 0;
    for (int k = 0; k < done; k++) {
        int which = flat->indices[k], owner = flat->owners[which];
        struct operation *operation = guard_requests_find(requests[owner]);
        if (flat->pieces[which] >= 0) {
            operation->others[flat->pieces[which]] = flat->requests[which];
            continue;
        }
        int outcome = request_end(operation, MPI_SUCCESS);
        *error = *error == MPI_SUCCESS ? outcome : *error;
        requests[owner] = flat->requests[which];
        if (statuses != MPI_STATUSES_IGNORE)
            statuses[complete_count] = flat->statuses[k];
        indices[complete_count++] = owner;
    }
    return complete_count;
}

int requests_some_of(int count, MPI_Request *requests, int *outcount, int *indices,
                     MPI_Status *statuses, bool wait)
{
    for (;;) {
        struct flat flat;
        int done = 0, error = MPI_SUCCESS;
        if (flat_make(&flat, count, requests, true) != 0)
            return MPI_ERR_NO_MEM;
        int outcome = wait ? NEXT(PMPI_Waitsome)(flat.count, flat.requests, &done, flat.indices,
                                                 flat.statuses)
                           : NEXT(PMPI_Testsome)(flat.count, flat.requests, &done, flat.indices,
                                                 flat.statuses);
        bool none = done == MPI_UNDEFINED || done == 0;
        int taken = none ? 0 : take_some(&flat, done, requests, indices, statuses, &error);
        flat_free(&flat);
        if (outcome == MPI_SUCCESS && !none && taken == 0)
            continue; /* only pieces */
        *outcount = none ? done : taken;
        return outcome == MPI_SUCCESS ? error : outcome;
    }
}

/* MPI forbids this for collectives that are active, but libraries do it. Memory that the operation
 * still uses is not freed. */
int requests_free(MPI_Request *request)
{
    struct operation *operation = guard_requests_find(*request);
    if (operation) {
        guard_requests_forget(operation);
        for (MPI_Request *other = operation->others;
             other < operation->others + operation->other_count; other++)
            if (*other != MPI_REQUEST_NULL)
                NEXT(PMPI_Request_free)(other);
    }
    int outcome = NEXT(PMPI_Request_free)(request);
    if (operation && operation->persistent)
        operation_finish(operation);
    return outcome;
}

/* Asks about the pieces that belong to a request. Sets `flag` to 0 if one is not complete, and
 * leaves it otherwise. */
static int look_at_pieces(MPI_Request request, int *flag)
{
    const struct operation *operation = guard_requests_find(request);
    for (int i = 0; operation && i < operation->other_count; i++) {
        int complete = 1;
        if (operation->others[i] == MPI_REQUEST_NULL)
            continue;
        int outcome =
            NEXT(PMPI_Request_get_status)(operation->others[i], &complete, MPI_STATUS_IGNORE);
        if (outcome != MPI_SUCCESS || !complete) {
            *flag = 0;
            return outcome;
        }
    }
    return MPI_SUCCESS;
}

/* The program learns that the operation is complete, and may look at its buffer from now on: does
 * the work at the end. */
static int requests_settle(MPI_Request request)
{
    struct operation *operation = guard_requests_find(request);
    int (*finish)(struct operation *operation) = operation ? operation->finish : NULL;
    if (!finish)
        return MPI_SUCCESS;
    operation->finish = NULL;
    return finish(operation);
}

int requests_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    *flag = 1;
    int outcome = look_at_pieces(request, flag);
    if (outcome == MPI_SUCCESS && *flag)
        outcome = NEXT(PMPI_Request_get_status)(request, flag, status);
    return outcome == MPI_SUCCESS && *flag ? requests_settle(request) : outcome;
}

int requests_get_status_all(int count, const MPI_Request *requests, int *flag, MPI_Status *statuses)
{
    int outcome = NEXT(PMPI_Request_get_status_all)(count, requests, flag, statuses);
    for (int i = 0; i < count && outcome == MPI_SUCCESS && *flag; i++)
        outcome = look_at_pieces(requests[i], flag);
    for (int i = 0; i < count && outcome == MPI_SUCCESS && *flag; i++)
        outcome = requests_settle(requests[i]);
    return outcome;
}

/* Does MPI_Request_get_status_any. The library names a request whose last piece is complete,
 * although other pieces of it may not be: then it is asked again without this request. */
int requests_get_status_any(int count, const MPI_Request *requests, int *index, int *flag,
                            MPI_Status *status)
{
    MPI_Request *left = malloc(((size_t)count + 1) * sizeof *left);
    bool without = false, again = true;
    int outcome = left ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    for (int i = 0; left && i < count; i++)
        left[i] = requests[i];
    while (outcome == MPI_SUCCESS && again) {
        outcome = NEXT(PMPI_Request_get_status_any)(count, left, index, flag, status);
        bool named = outcome == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED;
        if (named)
            outcome = look_at_pieces(left[*index], flag);
        else if (outcome == MPI_SUCCESS && without)
            *flag = 0; /* one is active, and the library was not asked about it */
        again = named && outcome == MPI_SUCCESS && !*flag;
        if (again)
            left[*index] = MPI_REQUEST_NULL;
        else if (named && outcome == MPI_SUCCESS)
            outcome = requests_settle(left[*index]);
        without = without || again;
    }
    free(left);
    return outcome;
}

int requests_get_status_some(int count, const MPI_Request *requests, int *outcount, int *indices,
                             MPI_Status *statuses)
{
    int outcome = NEXT(PMPI_Request_get_status_some)(count, requests, outcount, indices, statuses);
    if (outcome != MPI_SUCCESS || *outcount == MPI_UNDEFINED)
        return outcome;
    int complete_count = 0;
    for (int k = 0; k < *outcount && outcome == MPI_SUCCESS; k++) {
        int complete = 1;
        outcome = look_at_pieces(requests[indices[k]], &complete);
        if (!complete || outcome != MPI_SUCCESS)
            continue;
        outcome = requests_settle(requests[indices[k]]);
        if (statuses != MPI_STATUSES_IGNORE)
            statuses[complete_count] = statuses[k];
        indices[complete_count++] = indices[k];
    }
    *outcount = complete_count;
    return outcome;
}
