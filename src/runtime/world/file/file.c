#include "runtime/world/file/file.h"

#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/object.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/file/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Thread_local int inside_library;

static struct table by_handle;

/* Makes a file. The real communicator exists only for its handle. */
static struct vfile *file_make(struct vcomm *comm, int amode)
{
    struct vfile *file = rank_memory(calloc(1, sizeof *file));
    comm->site = NULL; /* not made by the program */
    comm->file = file;
    *file = (struct vfile){.handle = MPI_FILE_NULL,
                           .comm = comm,
                           .amode = amode,
                           .etype_bytes = 1,
                           .handler = MPI_ERRORS_RETURN};
    return file;
}

struct vfile *file_null(void)
{
    static struct vfile *null;
    if (!null) {
        const struct world_call call = {.name = "MPI_File_open"}; /* or another call of files */
        int *self = construct_copy(&world_rank, 1);
        null = file_make(
            comm_add(construct_handle(&call, MPI_COMM_SELF), 0, self, 1, NULL, 0, NULL), 0);
    }
    return null;
}

/* Returns another reference to the handler: the library counts those of a file. */
static MPI_Errhandler handler_again(MPI_File on, MPI_Errhandler handler)
{
    MPI_Errhandler again = MPI_ERRHANDLER_NULL;
    NEXT(PMPI_File_set_errhandler)(on, handler);
    NEXT(PMPI_File_get_errhandler)(on, &again);
    NEXT(PMPI_File_set_errhandler)(on, MPI_ERRORS_RETURN);
    return again;
}

static void handler_end(MPI_Errhandler handler)
{
    if (handler != MPI_ERRORS_RETURN && handler != MPI_ERRORS_ARE_FATAL)
        NEXT(PMPI_Errhandler_free)(&handler);
}

struct vfile *file_new(const struct world_call *at, const struct vcomm *on, int context, int amode)
{
    int *members = construct_copy(on->members, on->size);
    struct vcomm *comm = comm_add(construct_handle(at, MPI_COMM_SELF), context, members, on->size,
                                  NULL, 0, at->site);
    struct vfile *file = file_make(comm, amode);
    file->handler = handler_again(MPI_FILE_NULL, file_null()->handler);
    file->chosen = file_null()->chosen;
    return file;
}

void file_add(struct vfile *file, MPI_File handle, const struct world_call *at)
{
    file->handle = handle;
    NEXT(PMPI_File_set_errhandler)(handle, MPI_ERRORS_RETURN);
    table_add(&by_handle, &file->by_handle, (uintptr_t)handle);
    object_created(OBJECT_FILE, (intptr_t)handle, at->site);
}

void file_delete(struct vfile *file)
{
    MPI_Comm handle = file->comm->handle;
    if (file->handle != MPI_FILE_NULL)
        table_remove(&by_handle, &file->by_handle);
    handler_end(file->handler);
    file->comm->file = NULL;
    comm_remove(file->comm, NULL);
    NEXT(PMPI_Comm_free)(&handle);
    free(file);
}

struct vfile *file_find(MPI_File handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vfile, by_handle);
}

struct vfile *file_require(const struct world_call *at, MPI_File handle)
{
    struct vfile *file = file_find(handle);
    if (!file)
        rank_stop("%s: the file is null, was closed, or is none", at->name);
    return file;
}

struct file_gathering {
    char *all;
    size_t size;
};

static int file_finish_exchange(struct collective *collective, const uint64_t *table)
{
    const struct file_gathering *gathering = collective->data;
    for (int i = 0; i < collective->comm->size; i++) {
        size_t size;
        const void *said = collective_bytes(table, i, &size);
        memcpy(gathering->all + (size_t)i * gathering->size, said, gathering->size);
    }
    return MPI_SUCCESS;
}

void file_exchange(const struct world_call *at, struct vfile *file, const char *alike,
                   const void *mine, size_t size, void *all)
{
    struct file_gathering gathering = {all, size};
    struct collective collective = collective_of(at, file->comm);
    snprintf(collective.alike, sizeof collective.alike, "%s", alike);
    collective_need(&collective, 0, file->comm->size);
    if (size > 0) {
        collective.finish = file_finish_exchange;
        collective.data = &gathering;
        collective_send_bytes(&collective, mine, size);
    }
    collective_run(&collective, NULL);
}

void file_meet(const struct world_call *at, struct vfile *file, const char *alike)
{
    file_exchange(at, file, alike, NULL, 0, NULL);
}

int64_t file_first_says(const struct world_call *at, struct vfile *file, int64_t mine)
{
    int64_t *all = rank_memory(calloc((size_t)file->comm->size, sizeof *all));
    file_exchange(at, file, "", &mine, sizeof mine, all);
    int64_t first = all[0];
    free(all);
    return first;
}

static int64_t move_pointer(const struct world_call *at, const struct vfile *file,
                            enum pointer_mode mode, int64_t by)
{
    struct world_op operation = rank_operation(OP_POINTER, at);
    operation.context = file->comm->context;
    operation.pointer = (struct op_pointer){.mode = mode, .amount = (uint64_t)by};
    return (int64_t)rank_wait(&operation)->value;
}

int64_t file_pointer_add(const struct world_call *at, const struct vfile *file, int64_t more)
{
    return move_pointer(at, file, POINTER_ADD, more);
}

int64_t file_pointer_set(const struct world_call *at, const struct vfile *file, int64_t value)
{
    return move_pointer(at, file, POINTER_SET, value);
}

int file_outcome(const struct world_call *at, const struct vfile *file, int code)
{
    return code == MPI_SUCCESS ? code : errors_of_library(at, file->comm->handle, code);
}

int file_wrong(const struct world_call *at, const struct vfile *file, int error_class,
               const char *what)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    return problem_raise(&problem, file->comm->handle, error_class, "%s: %s", at->name, what);
}

bool file_errors_are_fatal(const struct vfile *file)
{
    return file->handler == MPI_ERRORS_ARE_FATAL || file->handler == MPI_ERRORS_ABORT;
}

/* Returns the file on which to call a handler. Open MPI refuses MPI_FILE_NULL and gets another
 * file. */
static MPI_File stand_in(MPI_File handle)
{
#ifndef TUTTI_FAMILY_MPICH
    static MPI_File other;
    if (handle != MPI_FILE_NULL)
        return handle;
    if (!other)
        INSIDE(NEXT(PMPI_File_open)(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL,
                                    &other));
    return other;
#else
    return handle;
#endif
}

void file_errors_call(struct vfile *file, int code)
{
    MPI_File handle = stand_in(file->handle);
    bool of_program = file->handle != MPI_FILE_NULL;
    NEXT(PMPI_File_set_errhandler)(handle, file->handler);
    NEXT(PMPI_File_call_errhandler)(handle, code);
    if (!of_program || file_find(handle)) /* the handler may have closed it */
        NEXT(PMPI_File_set_errhandler)(handle, MPI_ERRORS_RETURN);
}

static struct vfile *file_or_null(const struct world_call *at, MPI_File handle)
{
    return handle == MPI_FILE_NULL ? file_null() : file_require(at, handle);
}

int world_File_set_errhandler(const struct world_call *at, MPI_File file, MPI_Errhandler errhandler)
{
    struct vfile *on = file_or_null(at, file);
    int code = NEXT(PMPI_File_set_errhandler)(file, errhandler);
    if (code != MPI_SUCCESS)
        return file_outcome(at, on, code);
    MPI_Errhandler old = on->handler;
    on->handler = handler_again(file, errhandler);
    on->chosen = true;
    handler_end(old);
    return MPI_SUCCESS;
}

int world_File_get_errhandler(const struct world_call *at, MPI_File file,
                              MPI_Errhandler *errhandler)
{
    *errhandler = handler_again(file, file_or_null(at, file)->handler);
    object_given(OBJECT_ERRHANDLER, (intptr_t)*errhandler, at->site);
    return MPI_SUCCESS;
}

int world_File_call_errhandler(const struct world_call *at, MPI_File file, int errorcode)
{
    struct vfile *on = file_or_null(at, file);
    if (!file_errors_are_fatal(on)) {
        file_errors_call(on, errorcode);
        return MPI_SUCCESS;
    }
    struct problem problem = {.at = at, .rule = "crash.abort"};
    problem_stop(&problem, "the program calls a fatal error handler with code %d", errorcode);
}
