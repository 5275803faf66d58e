#include "runtime/world/rma/window.h"

#include "runtime/next.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/comm/construct.h"
#include "runtime/world/error/object.h"
#include "runtime/world/rewind/gate.h"
#include "runtime/world/rewind/rewind.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static struct vwin *windows;
static struct table by_handle; /* the same windows */

struct vwin *window_find(MPI_Win handle)
{
    return TABLE_THING(table_find(&by_handle, (uintptr_t)handle), struct vwin, by_handle);
}

struct vwin *window_first(void)
{
    return windows;
}

struct vwin *window_of_comm(MPI_Comm comm)
{
    struct vwin *window = windows;
    while (window && window->comm->handle != comm)
        window = window->next;
    return window;
}

/* The parts of all members, in the order of their ranks. */
struct window_gathering {
    struct part *parts;
    int context;
};

static int window_finish_parts(struct collective *collective, const uint64_t *table)
{
    struct window_gathering *gathering = collective->data;
    int count = collective->comm->size;
    gathering->context = (int)collective->context;
    gathering->parts = rank_memory(calloc((size_t)count, sizeof *gathering->parts));
    for (int i = 0; i < count; i++) {
        size_t size;
        memcpy(&gathering->parts[i], collective_bytes(table, i, &size), sizeof *gathering->parts);
    }
    return MPI_SUCCESS;
}

static struct window_gathering window_gather(const struct world_call *at, struct vcomm *comm,
                                             const struct part *mine)
{
    struct window_gathering gathering = {0};
    struct collective collective = collective_of(at, comm);
    collective.constructs = true;
    collective.finish = window_finish_parts;
    collective.data = &gathering;
    collective_need(&collective, 0, comm->size);
    collective_send_bytes(&collective, mine, sizeof *mine);
    collective_run(&collective, NULL);
    return gathering;
}

/* Lets other ranks access this rank's memory. Ranks are siblings, and Yama's default forbids access
 * to a sibling unless the sibling allows it. Without Yama the call fails, and nothing is needed. */
static void allow_access(void)
{
    GATE(SYS_prctl, PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    rewind_expose();
}

/* Creates the real window. Neither library creates every kind of window in a world of one, but both
 * allocate. */
static MPI_Win real_window(const struct world_call *at)
{
    void *nothing = NULL;
    MPI_Win handle = MPI_WIN_NULL;
    if (NEXT(PMPI_Win_allocate)(0, 1, MPI_INFO_NULL, MPI_COMM_SELF, (void *)&nothing, &handle) !=
        MPI_SUCCESS)
        rank_stop("%s: the MPI library cannot make another window in rank %d", at->name,
                  world_rank);
    return handle;
}

struct vwin *window_make(const struct world_call *at, struct vcomm *comm, int flavour,
                         const struct part *mine)
{
    struct vwin *window = rank_memory(calloc(1, sizeof *window));
    struct part told = *mine;
    allow_access();
    told.regions = (uint64_t)(uintptr_t)&window->regions;
    told.segment = (uint64_t)(uintptr_t)world;
    struct window_gathering gathering = window_gather(at, comm, &told);
    int *members = construct_copy(comm->members, comm->size);
    window->handle = real_window(at);
    window->comm = comm_add_window(construct_handle(at, MPI_COMM_SELF), gathering.context, members,
                                   comm->size);
    window->flavour = flavour;
    window->parts = gathering.parts;
    object_created(OBJECT_WINDOW, (intptr_t)window->handle, at->site);
    window->targets = rank_memory(calloc((size_t)comm->size, sizeof *window->targets));
    window->next = windows;
    windows = window;
    table_add(&by_handle, &window->by_handle, (uintptr_t)window->handle);
    return window;
}

void window_remove(struct vwin *window, const void *site)
{
    struct vwin **link = &windows;
    object_freed(OBJECT_WINDOW, (intptr_t)window->handle, site);
    while (*link != window)
        link = &(*link)->next;
    *link = window->next;
    table_remove(&by_handle, &window->by_handle);
    MPI_Comm hidden = window->comm->handle;
    comm_remove(window->comm, site);
    NEXT(PMPI_Comm_free)(&hidden);
    free(window->parts);
    free(window->targets);
    free(window->regions.list);
    free(window->arrivals);
    free(window);
}

static int finish_meeting(struct collective *collective, const uint64_t *table)
{
    uint64_t *sum = collective->data;
    *sum = 0;
    for (int i = 0; i < collective->comm->size; i++) {
        size_t size;
        uint64_t one;
        memcpy(&one, collective_bytes(table, i, &size), sizeof one);
        *sum += one;
    }
    return MPI_SUCCESS;
}

uint64_t window_meet(const struct world_call *at, struct vwin *window, uint64_t number)
{
    struct collective collective = collective_of(at, window->comm);
    uint64_t sum = 0;
    collective.finish = finish_meeting;
    collective.data = &sum;
    collective_need(&collective, 0, window->comm->size);
    collective_send_bytes(&collective, &number, sizeof number);
    collective_run(&collective, NULL);
    return sum;
}
