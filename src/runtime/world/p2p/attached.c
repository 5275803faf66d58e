#include "runtime/world/p2p/attached.h"

#include "runtime/world/calls.h"
#include "runtime/world/datatype/data.h"
#include "runtime/world/environment/environment.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/rank/callers.h"
#include "runtime/world/request/completion.h"

#include <limits.h>
#include <stdlib.h>

/* The owner of a buffer: a communicator, a session by its number, or otherwise the process. */
struct attached_owner {
    struct vcomm *comm;
    int session;
};

struct attached {
    struct attached_owner owner;
    void *memory; /* MPI_BUFFER_AUTOMATIC: as much as is needed */
    uint64_t size, used;
    /* Messages in the buffer, oldest first. */
    uint32_t *numbers;
    uint64_t *sizes;
    int count, room;
    bool asking; /* a thread asks the scheduler about the messages; others must not change the
                    list */
    struct attached *next;
};

static struct attached *buffers;

static struct attached *attached_find(struct attached_owner owner)
{
    struct attached *buffer = buffers;
    while (buffer && (buffer->owner.comm != owner.comm || buffer->owner.session != owner.session))
        buffer = buffer->next;
    return buffer;
}

/* Returns the buffer that a message of the communicator goes to; NULL: none. */
static struct attached *attached_for(const struct world_call *at, struct vcomm *comm)
{
    const struct attached_owner communicator = {.comm = comm}, process = {0},
                                session = {.session = environment_only_session()};
    struct attached *buffer = attached_find(communicator);
    if (!buffer && session.session)
        buffer = attached_find(session);
    for (const struct attached *other = buffers; other && !session.session && !buffer;
         other = other->next)
        if (other->owner.session)
            rank_stop("%s: a session has a buffer, and the virtual world does not know whether the "
                      "communicator belongs to that session",
                      at->name);
    return buffer ? buffer : attached_find(process);
}

static void begin_asking(struct attached *buffer)
{
    while (buffer->asking)
        callers_pause();
    buffer->asking = true;
}

static void end_asking(struct attached *buffer)
{
    buffer->asking = false;
    callers_resume();
}

/* Removes messages that were received; returns whether there were any. It asks the scheduler and
 * ignores completions in the inbox, so that a replay makes the same calls. */
static bool attached_make_room(const struct world_call *at, struct attached *buffer)
{
    begin_asking(buffer);
    int asked = buffer->count; /* another thread may add messages meanwhile */
    bool *received = rank_memory(calloc((size_t)asked + 1, sizeof *received));
    bool any = asked > 0 && completion_ask(at, WAIT_FOR_SOME, OP_POLLS | OP_SPACE, asked,
                                           buffer->numbers, received);
    int kept = 0;
    for (int i = 0; i < buffer->count; i++) {
        if (i < asked && received[i]) {
            buffer->used -= buffer->sizes[i];
            continue;
        }
        buffer->numbers[kept] = buffer->numbers[i];
        buffer->sizes[kept++] = buffer->sizes[i];
    }
    buffer->count = kept;
    free(received);
    end_asking(buffer);
    return any;
}

static bool attached_fits(const struct attached *buffer, uint64_t bytes)
{
    return buffer->memory == MPI_BUFFER_AUTOMATIC || buffer->used + bytes <= buffer->size;
}

int attached_reserve(const struct world_call *at, struct vcomm *comm, MPI_Count elements,
                     MPI_Datatype datatype, struct attached_space *space)
{
    struct attached *buffer = attached_for(at, comm);
    *space = (struct attached_space){buffer, data_size(elements, datatype) + MPI_BSEND_OVERHEAD};
    while (buffer && !attached_fits(buffer, space->bytes) && buffer->count > 0 &&
           attached_make_room(at, buffer))
        continue;
    if (buffer && attached_fits(buffer, space->bytes))
        return MPI_SUCCESS;
    struct problem problem = {
        .at = at,
        .rule = "arg.buffer",
        .why = "Until it is received, a message takes as many bytes of the attached buffer as "
               "MPI_Pack_size says, plus MPI_BSEND_OVERHEAD."};
    if (!buffer)
        return problem_raise(&problem, comm->handle, MPI_ERR_BUFFER, "%s: no buffer is attached",
                             at->name);
    return problem_raise(&problem, comm->handle, MPI_ERR_BUFFER,
                         "%s needs %llu bytes of the attached buffer, which has %llu left of %llu",
                         at->name, (unsigned long long)space->bytes,
                         (unsigned long long)(buffer->size - buffer->used),
                         (unsigned long long)buffer->size);
}

void attached_add(const struct attached_space *space, uint32_t number)
{
    struct attached *buffer = space->buffer;
    if (buffer->count == buffer->room) {
        buffer->room = buffer->room ? 2 * buffer->room : 64;
        size_t room = (size_t)buffer->room;
        buffer->numbers = rank_memory(realloc(buffer->numbers, room * sizeof *buffer->numbers));
        buffer->sizes = rank_memory(realloc(buffer->sizes, room * sizeof *buffer->sizes));
    }
    buffer->numbers[buffer->count] = number;
    buffer->sizes[buffer->count++] = space->bytes;
    buffer->used += space->bytes;
}

static int attached_refuse(const struct world_call *at, const struct vcomm *comm, const char *what)
{
    struct problem problem = {.at = at, .rule = "arg.buffer"};
    return problem_raise(&problem, comm ? comm->handle : MPI_COMM_NULL, MPI_ERR_BUFFER, "%s: %s",
                         at->name, what);
}

static int attached_begin(const struct world_call *at, struct attached_owner owner, void *memory,
                          MPI_Count bytes)
{
    if (attached_find(owner))
        return attached_refuse(at, owner.comm, "a buffer is attached already");
    if (memory != MPI_BUFFER_AUTOMATIC && (!memory || bytes < 0))
        return attached_refuse(at, owner.comm,
                               memory ? "the size is negative" : "the buffer is a null pointer");
    struct attached *buffer = rank_memory(calloc(1, sizeof *buffer));
    *buffer = (struct attached){
        .owner = owner, .memory = memory, .size = (uint64_t)bytes, .next = buffers};
    buffers = buffer;
    if (owner.comm)
        comm_retain(owner.comm);
    return MPI_SUCCESS;
}

/* Waits until every message in the buffer has been received; not for those that another thread adds
 * meanwhile. */
static void attached_flush(const struct world_call *at, struct attached *buffer)
{
    begin_asking(buffer);
    int asked = buffer->count;
    if (asked > 0)
        completion_ask(at, WAIT_FOR_ALL, 0, asked, buffer->numbers, NULL);
    for (int i = 0; i < asked; i++)
        buffer->used -= buffer->sizes[i];
    buffer->count -= asked;
    for (int i = 0; i < buffer->count; i++) {
        buffer->numbers[i] = buffer->numbers[asked + i];
        buffer->sizes[i] = buffer->sizes[asked + i];
    }
    end_asking(buffer);
}

/* `given` is the address of a pointer. */
static int attached_end(const struct world_call *at, struct attached_owner owner, void *given,
                        MPI_Count *bytes)
{
    struct attached *buffer = attached_find(owner);
    if (!buffer)
        return attached_refuse(at, owner.comm, "no buffer is attached");
    attached_flush(at, buffer);
    *(void **)given = buffer->memory;
    *bytes = (MPI_Count)buffer->size;
    struct attached **link = &buffers;
    while (*link != buffer)
        link = &(*link)->next;
    *link = buffer->next;
    if (owner.comm)
        comm_release(owner.comm);
    free(buffer->numbers);
    free(buffer->sizes);
    free(buffer);
    return MPI_SUCCESS;
}

static int attached_end_small(const struct world_call *at, struct attached_owner owner, void *given,
                              int *bytes)
{
    MPI_Count all = 0;
    int error = attached_end(at, owner, given, &all);
    if (error == MPI_SUCCESS)
        *bytes = all > INT_MAX ? MPI_UNDEFINED : (int)all;
    return error;
}

int world_Buffer_attach(const struct world_call *at, void *given, MPI_Count bytes)
{
    return attached_begin(at, (struct attached_owner){0}, given, bytes);
}

int world_Buffer_detach(const struct world_call *at, void *given, int *bytes)
{
    return attached_end_small(at, (struct attached_owner){0}, given, bytes);
}

int world_Buffer_detach_c(const struct world_call *at, void *given, MPI_Count *bytes)
{
    return attached_end(at, (struct attached_owner){0}, given, bytes);
}

int world_Buffer_flush(const struct world_call *at)
{
    struct attached *buffer = attached_find((struct attached_owner){0});
    if (buffer)
        attached_flush(at, buffer);
    return MPI_SUCCESS;
}

int world_Comm_attach_buffer(const struct world_call *at, MPI_Comm comm, void *given,
                             MPI_Count bytes)
{
    return attached_begin(at, (struct attached_owner){.comm = comm_require(at, comm)}, given,
                          bytes);
}

int world_Comm_detach_buffer(const struct world_call *at, MPI_Comm comm, void *given, int *bytes)
{
    return attached_end_small(at, (struct attached_owner){.comm = comm_require(at, comm)}, given,
                              bytes);
}

int world_Comm_detach_buffer_c(const struct world_call *at, MPI_Comm comm, void *given,
                               MPI_Count *bytes)
{
    return attached_end(at, (struct attached_owner){.comm = comm_require(at, comm)}, given, bytes);
}

int world_Comm_flush_buffer(const struct world_call *at, MPI_Comm comm)
{
    struct attached *buffer =
        attached_find((struct attached_owner){.comm = comm_require(at, comm)});
    if (buffer)
        attached_flush(at, buffer);
    return MPI_SUCCESS;
}

int world_Session_attach_buffer(const struct world_call *at, MPI_Session session, void *given,
                                MPI_Count bytes)
{
    struct attached_owner owner = {0};
    int error = environment_session_number(at, session, &owner.session);
    return error == MPI_SUCCESS ? attached_begin(at, owner, given, bytes) : error;
}

int world_Session_detach_buffer(const struct world_call *at, MPI_Session session, void *given,
                                int *bytes)
{
    struct attached_owner owner = {0};
    int error = environment_session_number(at, session, &owner.session);
    return error == MPI_SUCCESS ? attached_end_small(at, owner, given, bytes) : error;
}

int world_Session_detach_buffer_c(const struct world_call *at, MPI_Session session, void *given,
                                  MPI_Count *bytes)
{
    struct attached_owner owner = {0};
    int error = environment_session_number(at, session, &owner.session);
    return error == MPI_SUCCESS ? attached_end(at, owner, given, bytes) : error;
}

int world_Session_flush_buffer(const struct world_call *at, MPI_Session session)
{
    struct attached_owner owner = {0};
    int error = environment_session_number(at, session, &owner.session);
    struct attached *buffer = error == MPI_SUCCESS ? attached_find(owner) : NULL;
    if (buffer)
        attached_flush(at, buffer);
    return error;
}
