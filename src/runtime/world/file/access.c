/* access.c: reads and writes of files.
 *
 * Data are in the file, or in the buffer, when the call that starts the access returns. MPI allows
 * that, and no library can be earlier. Ranks leave a collective access together, so all see the
 * data of each rank. */
#include "runtime/world/file/access.h"

#include "runtime/next.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/file/inside.h"
#include "runtime/world/request/request.h"

#include <limits.h>
#include <stdlib.h>

#define LARGE_OR(function, large, ...)                                       \
    (access->count > INT_MAX                                                 \
         ? NEXT(large)(__VA_ARGS__, access->count, access->datatype, status) \
         : NEXT(function)(__VA_ARGS__, (int)access->count, access->datatype, status))

static int access_transfer(const struct file_access *access, MPI_Status *status)
{
    MPI_File file = access->file->handle;
    bool own = access->place == FILE_AT_OWN_POINTER;
    if (access->writes && own)
        return INSIDE(LARGE_OR(PMPI_File_write, PMPI_File_write_c, file, access->buffer));
    if (access->writes)
        return INSIDE(LARGE_OR(PMPI_File_write_at, PMPI_File_write_at_c, file, access->offset,
                               access->buffer));
    if (own)
        return INSIDE(LARGE_OR(PMPI_File_read, PMPI_File_read_c, file, access->buffer));
    return INSIDE(
        LARGE_OR(PMPI_File_read_at, PMPI_File_read_at_c, file, access->offset, access->buffer));
}

/* Returns the number of etypes by which the access moves the shared pointer. */
static int64_t amount_of(const struct file_access *access)
{
    MPI_Count bytes = 0;
    NEXT(PMPI_Type_size_x)(access->datatype, &bytes);
    return access->count * bytes / access->file->etype_bytes;
}

/* Places the data of each rank after those of the ranks before it. */
static void access_order(struct file_access *access)
{
    struct vfile *file = access->file;
    int64_t mine = amount_of(access), total = 0;
    int64_t *all = rank_memory(calloc((size_t)file->comm->size, sizeof *all));
    file_exchange(access->at, file, "", &mine, sizeof mine, all);
    for (int i = 0; i < file->comm->size; i++) {
        if (i == file->comm->rank)
            access->offset = total;
        total += all[i];
    }
    free(all);
    int64_t start = file->comm->rank == 0 ? file_pointer_add(access->at, file, total) : 0;
    access->offset += file_first_says(access->at, file, start);
}

static int access_perform(struct file_access *access, MPI_Status *status)
{
    bool shared = access->place == FILE_AT_SHARED_POINTER;
    if (shared && access->collective)
        access_order(access);
    else if (shared)
        access->offset = file_pointer_add(access->at, access->file, amount_of(access));
    else if (access->collective && !access->writes)
        file_meet(access->at, access->file, "");
    int code = access_transfer(access, status);
    if (access->collective && access->writes)
        file_meet(access->at, access->file, "");
    return code;
}

/* Checks MPI 4.0, section 14.2.1: a sequential file has only the shared pointer. */
static int check_sequential(const struct file_access *access)
{
    if (!(access->file->amode & MPI_MODE_SEQUENTIAL) || access->place == FILE_AT_SHARED_POINTER)
        return MPI_SUCCESS;
    return file_wrong(access->at, access->file, MPI_ERR_UNSUPPORTED_OPERATION,
                      "the file is open with MPI_MODE_SEQUENTIAL");
}

static void access_describe(struct pending *pending, const struct file_access *access)
{
    pending_describe(pending, access->buffer, (uint64_t)access->count, access->datatype,
                     !access->writes);
}

static int check_access(const struct file_access *access)
{
    struct pending pending;
    int error = check_sequential(access);
    if (error != MPI_SUCCESS)
        return error;
    access_describe(&pending, access);
    pending_touch(&pending, access->at);
    pending_release(&pending);
    return MPI_SUCCESS;
}

int file_access(struct file_access *access, MPI_Status *status)
{
    int error = check_access(access);
    return error != MPI_SUCCESS
               ? error
               : file_outcome(access->at, access->file, access_perform(access, status));
}

static int finish_access(struct vrequest *request, const struct world_answer *answer)
{
    (void)request, (void)answer;
    return MPI_SUCCESS;
}

/* Completes the request for the scheduler; the program learns of it later. */
static void post_complete(struct vrequest *request, const struct world_call *at)
{
    request->operation = rank_operation(OP_GENERAL, at);
    request_post(request, &request->operation);
    struct world_op done = rank_operation(OP_COMPLETE, at);
    done.subject.number = request->number;
    rank_post(&done);
}

/* Starts a collective access: its request is complete when all members have started it. */
static struct vrequest *start_collective(const struct file_access *access, MPI_Request *handle)
{
    struct collective collective = collective_of(access->at, access->file->comm);
    collective_need(&collective, 0, access->file->comm->size);
    collective_run(&collective, handle);
    return request_of(access->at, *handle);
}

int file_access_start(struct file_access *access, MPI_Request *handle)
{
    int error = check_access(access);
    if (error != MPI_SUCCESS)
        return error;
    MPI_Status *status = rank_memory(calloc(1, sizeof *status));
    bool collective = access->collective;
    access->collective = false;
    int code = access_perform(access, status);
    *handle = MPI_REQUEST_NULL;
    if (code != MPI_SUCCESS && !collective) {
        free(status);
        return file_outcome(access->at, access->file, code);
    }
    struct vrequest *request = collective ? start_collective(access, handle) : request_new();
    request->status = status;
    access_describe(&request->pending, access);
    pending_begin(&request->pending, access->at);
    if (!collective) {
        *handle = request->handle;
        request->finish = finish_access;
        request->comm = comm_retain(access->file->comm);
        post_complete(request, access->at);
    }
    return file_outcome(access->at, access->file, code);
}

/* Reports a wrong split collective: a file has only one at a time. */
static int wrong_split(const struct file_access *access, int error_class, const char *what)
{
    const struct split *split = &access->file->split;
    struct problem problem = {.at = access->at,
                              .rule = error_class == MPI_ERR_BUFFER ? "arg.buffer" : "arg.other",
                              .related = split->call.name ? "started at" : NULL,
                              .related_site = split->call.site};
    return problem_raise(&problem, access->file->comm->handle, error_class, "%s: %s",
                         access->at->name, what);
}

int file_access_begin(struct file_access *access)
{
    struct split *split = &access->file->split;
    if (split->call.name)
        return wrong_split(access, MPI_ERR_OTHER, "another split collective has not ended");
    int error = check_access(access);
    if (error != MPI_SUCCESS)
        return error;
    int code = access_perform(access, &split->status);
    if (code != MPI_SUCCESS)
        return file_outcome(access->at, access->file, code);
    split->call = *access->at;
    split->buffer = access->buffer;
    access_describe(&split->pending, access);
    pending_begin(&split->pending, access->at);
    return MPI_SUCCESS;
}

/* Returns whether the names belong together: MPI_File_read_all_end ends MPI_File_read_all_begin. */
static bool access_belongs(const char *end, const char *begin)
{
    while (*end && *end == *begin) {
        end++;
        begin++;
    }
    return end[0] == 'e' && end[1] == 'n' && begin[0] == 'b';
}

int file_access_end(const struct file_access *access, MPI_Status *status)
{
    struct split *split = &access->file->split;
    if (!split->call.name || !access_belongs(access->at->name, split->call.name))
        return wrong_split(access, MPI_ERR_OTHER, "no such split collective has begun");
    if (split->buffer != access->buffer)
        return wrong_split(access, MPI_ERR_BUFFER, "buf is not the buffer that it began with");
    pending_end(&split->pending, access->at);
    pending_release(&split->pending);
    split->call.name = NULL;
    if (status != MPI_STATUS_IGNORE) {
        split->status.MPI_ERROR = status->MPI_ERROR;
        *status = split->status;
    }
    return MPI_SUCCESS;
}
