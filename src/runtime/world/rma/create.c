/* create.c: creates, queries and frees windows. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/errors.h"
#include "runtime/world/error/object.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/memory/allocator.h"
#include "runtime/world/rewind/rewind.h"
#include "runtime/world/rma/epoch.h"
#include "runtime/world/rma/locks.h"
#include "runtime/world/rma/queue.h"
#include "runtime/world/rma/window.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, PAGE = 4096 };

static int check_part(const struct world_call *at, struct vcomm *comm, MPI_Aint size,
                      MPI_Aint disp_unit)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    if (comm->remote)
        return comm_wrong_kind(at, comm->handle, "an inter-communicator");
    if (size < 0)
        return problem_raise(&problem, comm->handle, MPI_ERR_SIZE,
                             "%s: size is %lld, which is negative", at->name, (long long)size);
    if (disp_unit <= 0)
        return problem_raise(&problem, comm->handle, MPI_ERR_DISP,
                             "%s: disp_unit is %lld: not a positive number of bytes", at->name,
                             (long long)disp_unit);
    return MPI_SUCCESS;
}

/* Completes a new window: attributes and hints. */
static void create_hand_out(struct vwin *window, void *base, MPI_Info info, MPI_Win *win)
{
    const struct part *mine = &window->parts[window->comm->rank];
    window->base = base;
    window->size = (MPI_Aint)mine->size;
    window->unit = (int)mine->unit;
    window->model = MPI_WIN_UNIFIED;
    if (info != MPI_INFO_NULL)
        NEXT(PMPI_Win_set_info)(window->handle, info);
    *win = window->handle;
}

int world_Win_create(const struct world_call *at, void *base, MPI_Aint size, MPI_Aint disp_unit,
                     MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    struct vcomm *on = comm_require(at, comm);
    int code = check_part(at, on, size, disp_unit);
    if (code != MPI_SUCCESS)
        return code;
    struct part mine = {(uint64_t)(uintptr_t)base, (uint64_t)size, disp_unit, 0, 0};
    struct vwin *window = window_make(at, on, MPI_WIN_FLAVOR_CREATE, &mine);
    window->watch = allocator_watch(mine.base, mine.size);
    create_hand_out(window, base, info, win);
    return MPI_SUCCESS;
}

int world_Win_allocate(const struct world_call *at, MPI_Aint size, MPI_Aint disp_unit,
                       MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    struct vcomm *on = comm_require(at, comm);
    int code = check_part(at, on, size, disp_unit);
    if (code != MPI_SUCCESS)
        return code;
    size_t space = ((size_t)size / ALIGN + 1) * ALIGN;
    void *base = memset(rank_memory(aligned_alloc(ALIGN, space)), 0, space);
    struct part mine = {(uint64_t)(uintptr_t)base, (uint64_t)size, disp_unit, 0, 0};
    struct vwin *window = window_make(at, on, MPI_WIN_FLAVOR_ALLOCATE, &mine);
    window->allocated = base;
    allocator_note(base, (size_t)size,
                   (const void *)(uintptr_t)world_site_address((uintptr_t)at->site));
    create_hand_out(window, base, info, win);
    *(void **)baseptr = base;
    return MPI_SUCCESS;
}

int world_Win_create_dynamic(const struct world_call *at, MPI_Info info, MPI_Comm comm,
                             MPI_Win *win)
{
    struct vcomm *on = comm_require(at, comm);
    int code = check_part(at, on, 0, 1);
    if (code != MPI_SUCCESS)
        return code;
    struct part mine = {.unit = 1};
    create_hand_out(window_make(at, on, MPI_WIN_FLAVOR_DYNAMIC, &mine), MPI_BOTTOM, info, win);
    return MPI_SUCCESS;
}

/* Allocates the memory of a shared window. Its parts lie one behind the other, as MPI 4.0, section
 * 12.2.3, says for the default. The first member allocates for all and returns the offset; the
 * others return 0. */
static uint64_t shared_memory(const struct world_call *at, struct vcomm *comm, uint64_t size,
                              uint64_t *payload)
{
    const int words[] = {(int)(uint32_t)size, (int)(uint32_t)(size >> 32)};
    struct exchange exchange = construct_exchange(at, comm, "", words, 2);
    uint64_t total = 0;
    for (int i = 0; i < comm->size; i++)
        total += (uint32_t)exchange.said[i].list[0] | (uint64_t)(uint32_t)exchange.said[i].list[1]
                                                          << 32;
    free(exchange.said);
    *payload = 0;
    if (comm->rank != 0)
        return 0;
    char *memory = rank_payload(total + PAGE, payload);
    memset(memory, 0, total + PAGE);
    return (*payload + PAGE - 1) / PAGE * PAGE;
}

int world_Win_allocate_shared(const struct world_call *at, MPI_Aint size, MPI_Aint disp_unit,
                              MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    struct vcomm *on = comm_require(at, comm);
    uint64_t payload;
    int code = check_part(at, on, size, disp_unit);
    if (code != MPI_SUCCESS)
        return code;
    struct part mine = {.size = (uint64_t)size, .unit = disp_unit};
    mine.base = shared_memory(at, on, mine.size, &payload);
    struct vwin *window = window_make(at, on, MPI_WIN_FLAVOR_SHARED, &mine);
    uint64_t place = window->parts[0].base;
    for (int i = 0; i < on->size; i++) {
        struct part *part = &window->parts[i];
        if (part->segment != (uint64_t)(uintptr_t)world)
            rank_stop("%s: ranks that are started by exec do not share memory at the same place",
                      at->name);
        part->base = part->size > 0 ? part->segment + place : 0;
        place += part->size;
    }
    rewind_share();
    window->memory = payload;
    void *base = (void *)(uintptr_t)window->parts[on->rank].base; /* NOLINT */
    create_hand_out(window, base, info, win);
    *(void **)baseptr = base;
    return MPI_SUCCESS;
}

int world_Win_shared_query_c(const struct world_call *at, MPI_Win win, int rank, MPI_Aint *size,
                             MPI_Aint *disp_unit, void *baseptr)
{
    const struct vwin *window = window_find(win);
    struct problem problem = {.at = at, .rule = "arg.other"};
    if (window->flavour != MPI_WIN_FLAVOR_SHARED)
        return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_FLAVOR,
                             "%s: the window was not made by MPI_Win_allocate_shared", at->name);
    int index = rank == MPI_PROC_NULL ? 0 : rank; /* MPI_PROC_NULL: the first member with memory */
    while (rank == MPI_PROC_NULL && index < window->comm->size - 1 &&
           window->parts[index].size == 0)
        index++;
    const struct part *part = &window->parts[index];
    *size = (MPI_Aint)part->size;
    *disp_unit = (MPI_Aint)part->unit;
    *(void **)baseptr = (void *)(uintptr_t)part->base; /* NOLINT(performance-no-int-to-ptr) */
    return MPI_SUCCESS;
}

int world_Win_shared_query(const struct world_call *at, MPI_Win win, int rank, MPI_Aint *size,
                           int *disp_unit, void *baseptr)
{
    MPI_Aint unit = 0;
    int error = world_Win_shared_query_c(at, win, rank, size, &unit, baseptr);
    if (error == MPI_SUCCESS)
        *disp_unit = (int)unit;
    return error;
}

static int check_dynamic(const struct world_call *at, const struct vwin *window)
{
    struct problem problem = {.at = at, .rule = "arg.other"};
    if (window->flavour == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_FLAVOR,
                         "%s: the window was not made by MPI_Win_create_dynamic", at->name);
}

int world_Win_attach(const struct world_call *at, MPI_Win win, void *base, MPI_Aint size)
{
    struct vwin *window = window_find(win);
    struct regions *regions = &window->regions;
    struct problem problem = {.at = at, .rule = "arg.other"};
    int code = check_dynamic(at, window);
    if (code != MPI_SUCCESS)
        return code;
    if (size < 0)
        return problem_raise(&problem, window->comm->handle, MPI_ERR_SIZE,
                             "%s: size is %lld, which is negative", at->name, (long long)size);
    uint64_t low = (uint64_t)(uintptr_t)base, high = low + (uint64_t)size;
    for (uint64_t i = 0; i < regions->count; i++)
        if (low < regions->list[i].high && regions->list[i].low < high)
            return problem_raise(&problem, window->comm->handle, MPI_ERR_RMA_ATTACH,
                                 "%s: some of the memory is attached already", at->name);
    regions->list =
        rank_memory(realloc(regions->list, (regions->count + 1) * sizeof *regions->list));
    regions->list[regions->count++] = (struct region){low, high};
    return MPI_SUCCESS;
}

int world_Win_detach(const struct world_call *at, MPI_Win win, const void *base)
{
    struct vwin *window = window_find(win);
    struct regions *regions = &window->regions;
    struct problem problem = {.at = at, .rule = "arg.other"};
    int code = check_dynamic(at, window);
    if (code != MPI_SUCCESS)
        return code;
    for (uint64_t i = 0; i < regions->count; i++)
        if (regions->list[i].low == (uint64_t)(uintptr_t)base) {
            regions->list[i] = regions->list[--regions->count];
            return MPI_SUCCESS;
        }
    return problem_raise(&problem, window->comm->handle, MPI_ERR_BASE,
                         "%s: there is no memory attached that begins at base", at->name);
}

/* Waits for all members first: no member may free memory that others may still access. The window's
 * callbacks may use it. */
int world_Win_free(const struct world_call *at, MPI_Win *win)
{
    struct vwin *window = window_find(*win);
    int code = epoch_check_free(at, window);
    if (code != MPI_SUCCESS)
        return code;
    if (window->first) /* of epochs that were never closed, which was reported */
        code = rma_apply(at, window, RMA_ALL_TARGETS, NULL);
    locks_release_all(at, window);
    if (code != MPI_SUCCESS)
        return code;
    window_meet(at, window, 0);
    MPI_Win handle = window->handle;
    code = NEXT(PMPI_Win_free)(&handle);
    if (code != MPI_SUCCESS)
        return errors_of_library(at, window->comm->handle, code);
    free(window->allocated);
    allocator_watch_end(window->watch);
    if (window->memory)
        rank_release(window->memory);
    window_remove(window, at->site);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

int world_Win_get_group(const struct world_call *at, MPI_Win win, MPI_Group *group)
{
    return world_Comm_group(at, window_find(win)->comm->handle, group);
}

int world_Win_set_info(const struct world_call *at, MPI_Win win, MPI_Info info)
{
    const struct vwin *window = window_find(win);
    int code = NEXT(PMPI_Win_set_info)(win, info);
    return code == MPI_SUCCESS ? code : errors_of_library(at, window->comm->handle, code);
}

int world_Win_get_info(const struct world_call *at, MPI_Win win, MPI_Info *info_used)
{
    const struct vwin *window = window_find(win);
    int code = NEXT(PMPI_Win_get_info)(win, info_used);
    if (code != MPI_SUCCESS)
        return errors_of_library(at, window->comm->handle, code);
    object_created(OBJECT_INFO, (intptr_t)*info_used, at->site);
    return code;
}

int world_Win_get_errhandler(const struct world_call *at, MPI_Win win, MPI_Errhandler *errhandler)
{
    int result = NEXT(PMPI_Win_get_errhandler)(win, errhandler);
    object_given(OBJECT_ERRHANDLER, (intptr_t)*errhandler, at->site);
    return result;
}

int world_Win_call_errhandler(const struct world_call *at, MPI_Win win, int errorcode)
{
    return world_Comm_call_errhandler(at, window_find(win)->comm->handle, errorcode);
}

bool window_attribute(MPI_Win win, int keyval, void *place)
{
    struct vwin *window = window_find(win);
    void **value = place;
    if (keyval == MPI_WIN_BASE)
        *value = window->base;
    else if (keyval == MPI_WIN_SIZE)
        *value = &window->size;
    else if (keyval == MPI_WIN_DISP_UNIT)
        *value = &window->unit;
    else if (keyval == MPI_WIN_CREATE_FLAVOR)
        *value = &window->flavour;
    else if (keyval == MPI_WIN_MODEL)
        *value = &window->model;
    else
        return false;
    return true;
}
