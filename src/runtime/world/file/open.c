/* open.c: opens, closes and deletes files.
 *
 * The first rank opens the file before the others, with all that must happen once: it creates the
 * file, checks that it does not exist (MPI_MODE_EXCL), and marks it for deletion. The others open
 * the existing file. Every rank returns only when all have opened the file, with an error if one of
 * them failed. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/error/object.h"
#include "runtime/world/file/file.h"
#include "runtime/world/file/inside.h"

#include <stdio.h>
#include <stdlib.h>

static int open_class_of(int code)
{
    int class = MPI_ERR_OTHER;
    if (code == MPI_SUCCESS)
        return MPI_SUCCESS;
    NEXT(PMPI_Error_class)(code, &class);
    return class;
}

/* Opens the real file. MPI_MODE_UNIQUE_OPEN is dropped, since all ranks have the file open, and
 * MPI_MODE_SEQUENTIAL, since accesses at the shared pointer use explicit offsets. */
static int open_real(const char *filename, int amode, MPI_Info info, bool first, MPI_File *made)
{
    int mode = amode & ~(MPI_MODE_UNIQUE_OPEN | MPI_MODE_SEQUENTIAL);
    if (!first)
        mode &= ~(MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE);
    if ((amode & MPI_MODE_SEQUENTIAL) && (amode & MPI_MODE_RDWR))
        return MPI_ERR_AMODE;
    return INSIDE(NEXT(PMPI_File_open)(MPI_COMM_SELF, filename, mode, info, made));
}

/* Sets the shared pointer of a file that is opened for appending. */
static void start_at_end(const struct world_call *at, const struct vfile *file, MPI_File made)
{
    MPI_Offset size = 0;
    if (INSIDE(NEXT(PMPI_File_get_size)(made, &size)) == MPI_SUCCESS && size > 0)
        file_pointer_set(at, file, size);
}

/* Returns the class of the first error in rank order. */
static int worst_error(const struct world_call *at, struct vfile *file, int code)
{
    int mine = open_class_of(code), found = MPI_SUCCESS;
    int *all = rank_memory(calloc((size_t)file->comm->size, sizeof *all));
    file_exchange(at, file, "", &mine, sizeof mine, all);
    for (int i = 0; i < file->comm->size && found == MPI_SUCCESS; i++)
        found = all[i];
    free(all);
    return found;
}

/* Returns a context for the file, once all ranks have called MPI_File_open. */
static int context_for(const struct world_call *at, struct vcomm *on, int amode)
{
    struct collective collective = collective_of(at, on);
    snprintf(collective.alike, sizeof collective.alike, "amode %d", amode);
    collective.constructs = true;
    collective_need(&collective, 0, on->size);
    collective_run(&collective, NULL);
    return (int)collective.context;
}

int world_File_open(const struct world_call *at, MPI_Comm comm, const char *filename, int amode,
                    MPI_Info info, MPI_File *fh)
{
    struct vcomm *on = comm_require(at, comm);
    if (on->remote)
        return comm_wrong_kind(at, comm, "an inter-communicator");
    struct vfile *file = file_new(at, on, context_for(at, on, amode), amode);
    MPI_File made = MPI_FILE_NULL;
    int code = MPI_SUCCESS;
    if (on->rank == 0) {
        code = open_real(filename, amode, info, true, &made);
        if (code == MPI_SUCCESS && (amode & MPI_MODE_APPEND))
            start_at_end(at, file, made);
    }
    int error = (int)file_first_says(at, file, open_class_of(code));
    if (error == MPI_SUCCESS) {
        if (on->rank > 0)
            code = open_real(filename, amode, info, false, &made);
        error = worst_error(at, file, code);
    }
    if (error != MPI_SUCCESS) {
        if (made != MPI_FILE_NULL)
            INSIDE(NEXT(PMPI_File_close)(&made));
        file_delete(file);
        return file_outcome(at, file_null(), code != MPI_SUCCESS ? code : error);
    }
    file_add(file, made, at);
    *fh = made;
    return MPI_SUCCESS;
}

/* Closes the real file first: when a rank returns, all data are written and the file is deleted if
 * requested. */
int world_File_close(const struct world_call *at, MPI_File *fh)
{
    struct vfile *file = file_require(at, *fh);
    if (file->split.call.name) {
        int error = file_wrong(at, file, MPI_ERR_FILE, "a split collective has not ended");
        pending_give_up(&file->split.pending);
        pending_release(&file->split.pending);
        file->split.call.name = NULL;
        if (error != MPI_SUCCESS && file_errors_are_fatal(file))
            return error;
    }
    int code = INSIDE(NEXT(PMPI_File_close)(fh));
    file_meet(at, file, "");
    if (code != MPI_SUCCESS)
        return file_outcome(at, file, code);
    object_freed(OBJECT_FILE, (intptr_t)file->handle, at->site);
    file_delete(file);
    *fh = MPI_FILE_NULL;
    return MPI_SUCCESS;
}
