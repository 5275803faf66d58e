/* manage.c: operations on files besides reading and writing, and queries.
 *
 * The first rank changes the file itself, between two meetings of all ranks. So accesses of other
 * ranks come before or after the change. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/error/object.h"
#include "runtime/world/file/file.h"
#include "runtime/world/file/inside.h"

#include <stdio.h>
#include <string.h>

typedef int change_function(MPI_File file, MPI_Offset size);

/* Lets the first rank change the file; the others get the class of its error. */
static int manage_change(const struct world_call *at, MPI_File handle, MPI_Offset size,
                         change_function *by_library)
{
    struct vfile *file = file_require(at, handle);
    char alike[WORLD_ALIKE];
    int code = MPI_SUCCESS, class = MPI_SUCCESS;
    snprintf(alike, sizeof alike, "size %lld", (long long)size);
    file_meet(at, file, alike);
    if (file->comm->rank == 0) {
        code = INSIDE(by_library(handle, size));
        if (code != MPI_SUCCESS)
            NEXT(PMPI_Error_class)(code, &class);
    }
    class = (int)file_first_says(at, file, class);
    return file_outcome(at, file, code != MPI_SUCCESS ? code : class);
}

int world_File_set_size(const struct world_call *at, MPI_File fh, MPI_Offset size)
{
    return manage_change(at, fh, size, NEXT(PMPI_File_set_size));
}

int world_File_preallocate(const struct world_call *at, MPI_File fh, MPI_Offset size)
{
    return manage_change(at, fh, size, NEXT(PMPI_File_preallocate));
}

int world_File_sync(const struct world_call *at, MPI_File fh)
{
    struct vfile *file = file_require(at, fh);
    int code = INSIDE(NEXT(PMPI_File_sync)(fh));
    file_meet(at, file, "");
    return file_outcome(at, file, code);
}

int world_File_set_info(const struct world_call *at, MPI_File fh, MPI_Info info)
{
    struct vfile *file = file_require(at, fh);
    int code = INSIDE(NEXT(PMPI_File_set_info)(fh, info));
    file_meet(at, file, "");
    return file_outcome(at, file, code);
}

int world_File_set_atomicity(const struct world_call *at, MPI_File fh, int flag)
{
    struct vfile *file = file_require(at, fh);
    int code = INSIDE(NEXT(PMPI_File_set_atomicity)(fh, flag));
    file_meet(at, file, flag ? "flag true" : "flag false");
    return file_outcome(at, file, code);
}

/* Sets the view. Pointers move to its start. The current displacement of a sequential file is the
 * position of the shared pointer. */
int world_File_set_view(const struct world_call *at, MPI_File fh, MPI_Offset disp,
                        MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                        MPI_Info info)
{
    struct vfile *file = file_require(at, fh);
    MPI_Count bytes = 0;
    int64_t shared = 0;
    char alike[WORLD_ALIKE];
    NEXT(PMPI_Type_size_x)(etype, &bytes);
    snprintf(alike, sizeof alike, "etype of %lld bytes, datarep %.16s", (long long)bytes, datarep);
    file_meet(at, file, alike);
    if (file->comm->rank == 0)
        shared = file_pointer_set(at, file, 0);
    shared = file_first_says(at, file, shared);
    if (disp == MPI_DISPLACEMENT_CURRENT && (file->amode & MPI_MODE_SEQUENTIAL))
        INSIDE(NEXT(PMPI_File_get_byte_offset)(fh, shared, &disp));
    int code = INSIDE(
        NEXT(PMPI_File_set_view)(fh, disp, etype, filetype, (char *)(uintptr_t)datarep, info));
    if (code == MPI_SUCCESS)
        file->etype_bytes = bytes > 0 ? bytes : 1;
    return file_outcome(at, file, code);
}

int world_File_get_view(const struct world_call *at, MPI_File fh, MPI_Offset *disp,
                        MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)
{
    int code = INSIDE(NEXT(PMPI_File_get_view)(fh, disp, etype, filetype, datarep));
    if (code != MPI_SUCCESS)
        return file_outcome(at, file_require(at, fh), code);
    datatype_obtained(*etype, (uint64_t)(uintptr_t)at->site);
    datatype_obtained(*filetype, (uint64_t)(uintptr_t)at->site);
    return MPI_SUCCESS;
}

int world_File_get_group(const struct world_call *at, MPI_File fh, MPI_Group *group)
{
    return world_Comm_group(at, file_require(at, fh)->comm->handle, group);
}

int world_File_get_amode(const struct world_call *at, MPI_File fh, int *amode)
{
    *amode = file_require(at, fh)->amode;
    return MPI_SUCCESS;
}

/* Gives the length of the file in etypes of the view. */
static int manage_end_of(MPI_File fh, MPI_Offset *end)
{
    MPI_Offset before = 0;
    int code = INSIDE(NEXT(PMPI_File_get_position)(fh, &before));
    if (code == MPI_SUCCESS)
        code = INSIDE(NEXT(PMPI_File_seek)(fh, 0, MPI_SEEK_END));
    if (code == MPI_SUCCESS)
        code = INSIDE(NEXT(PMPI_File_get_position)(fh, end));
    INSIDE(NEXT(PMPI_File_seek)(fh, before, MPI_SEEK_SET));
    return code;
}

static int seek_of_first(const struct world_call *at, const struct vfile *file, MPI_Offset offset,
                         int whence)
{
    MPI_Offset end = 0;
    int code = MPI_SUCCESS;
    if (whence == MPI_SEEK_CUR)
        offset += file_pointer_add(at, file, 0);
    else if (whence == MPI_SEEK_END)
        code = manage_end_of(file->handle, &end);
    else if (whence != MPI_SEEK_SET)
        code = MPI_ERR_ARG;
    offset += end;
    if (code == MPI_SUCCESS && offset < 0)
        code = MPI_ERR_ARG;
    if (code == MPI_SUCCESS)
        file_pointer_set(at, file, offset);
    return code;
}

int world_File_seek_shared(const struct world_call *at, MPI_File fh, MPI_Offset offset, int whence)
{
    struct vfile *file = file_require(at, fh);
    char alike[WORLD_ALIKE];
    int code = MPI_SUCCESS;
    snprintf(alike, sizeof alike, "offset %lld, whence %d", (long long)offset, whence);
    file_meet(at, file, alike);
    if (file->comm->rank == 0)
        code = seek_of_first(at, file, offset, whence);
    return file_outcome(at, file, (int)file_first_says(at, file, code));
}

int world_File_get_position_shared(const struct world_call *at, MPI_File fh, MPI_Offset *offset)
{
    *offset = file_pointer_add(at, file_require(at, fh), 0);
    return MPI_SUCCESS;
}
