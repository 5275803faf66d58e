/* communicators.c: start and end of the world, and communicators that the program makes. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective.h"
#include "runtime/world/comm.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool finalized;

/* The real MPI is a world of one with nothing to talk to; its ranks are forks of it. */
static void enter(void)
{
    if (!world)
        rank_stop("this process is not in a world: start it with tutti run");
    rank_start();
    comm_start(world_rank, (int)world->ranks);
}

int world_Init(const struct world_call *at, int *argc, char ***argv)
{
    (void)at;
    int result = NEXT(PMPI_Init)(argc, argv);
    enter();
    return result;
}

int world_Init_thread(const struct world_call *at, int *argc, char ***argv, int required,
                      int *provided)
{
    (void)at;
    int result = NEXT(PMPI_Init_thread)(argc, argv, required, provided);
    if (*provided > MPI_THREAD_SERIALIZED)
        *provided = MPI_THREAD_SERIALIZED;
    enter();
    return result;
}

int world_Finalize(const struct world_call *at)
{
    struct world_op operation = rank_operation(OP_FINALIZE, at);
    rank_post(&operation);
    finalized = true;
    return MPI_SUCCESS;
}

int world_Finalized(const struct world_call *at, int *flag)
{
    (void)at;
    *flag = finalized;
    return MPI_SUCCESS;
}

int world_Comm_rank(const struct world_call *at, MPI_Comm comm, int *rank)
{
    *rank = comm_require(at, comm)->rank;
    return MPI_SUCCESS;
}

int world_Comm_size(const struct world_call *at, MPI_Comm comm, int *size)
{
    *size = comm_require(at, comm)->size;
    return MPI_SUCCESS;
}

int world_Comm_test_inter(const struct world_call *at, MPI_Comm comm, int *flag)
{
    *flag = comm_require(at, comm)->remote != NULL;
    return MPI_SUCCESS;
}

/* Comm_split: everybody's color and key. */
struct part {
    int color, key, rank;
};

struct split {
    struct part *parts; /* of all members, once known */
    int context;
};

static void finish_split(struct collective *collective, const uint64_t *table)
{
    struct split *split = collective->recvbuf;
    split->context = (int)collective->context;
    for (int i = 0; i < collective->comm->size; i++)
        split->parts[i] = *(const struct part *)rank_read(table[i]);
}

static int by_key(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    if (a->color != b->color)
        return a->color < b->color ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Agrees with all members of `comm` on a part for each; gives this rank's new communicator, or NULL
 * for MPI_UNDEFINED. `handle` is the real communicator behind it. */
static struct vcomm *split_of(const struct world_call *at, struct vcomm *comm, int color, int key,
                              MPI_Comm (*make)(MPI_Comm))
{
    struct split split = {.parts = calloc((size_t)comm->size, sizeof *split.parts)};
    struct collective collective = {
        .comm = comm, .shape = SHAPE_ALL, .root = -1, .finish = finish_split, .recvbuf = &split};
    struct part *mine = rank_payload(sizeof *mine, &collective.payload);
    *mine = (struct part){color, key, comm->rank};
    if (!split.parts)
        rank_stop("out of memory in rank %d", world_rank);
    collective_run(at, &collective, NULL);
    qsort(split.parts, (size_t)comm->size, sizeof *split.parts, by_key);
    int first = -1, size = 0, different = 0;
    for (int i = 0; i < comm->size; i++) {
        if (i > 0 && split.parts[i].color != split.parts[i - 1].color)
            different++;
        if (split.parts[i].color != color)
            continue;
        if (first < 0) {
            first = i;
            split.context += different;
        }
        size++;
    }
    struct vcomm *made = NULL;
    if (color != MPI_UNDEFINED) {
        int *members = calloc((size_t)size + 1, sizeof *members);
        if (!members)
            rank_stop("out of memory in rank %d", world_rank);
        for (int i = 0; i < size; i++)
            members[i] = comm->members[split.parts[first + i].rank];
        made = comm_add(make(comm->handle), split.context, members, size, NULL, 0, at->site);
    }
    free(split.parts);
    return made;
}

/* The real library copies attributes, names and error handlers as it should. */
static MPI_Comm real_dup(MPI_Comm old)
{
    MPI_Comm made;
    if (NEXT(PMPI_Comm_dup)(old, &made) != MPI_SUCCESS)
        rank_stop("the MPI library cannot duplicate a communicator");
    return made;
}

static MPI_Comm real_split(MPI_Comm old)
{
    MPI_Comm made;
    if (NEXT(PMPI_Comm_split)(old, 0, 0, &made) != MPI_SUCCESS)
        rank_stop("the MPI library cannot make a communicator");
    return made;
}

int world_Comm_dup(const struct world_call *at, MPI_Comm comm, MPI_Comm *newcomm)
{
    struct vcomm *old = comm_require(at, comm);
    if (old->remote)
        rank_stop("%s of an inter-communicator is not there yet", at->name);
    *newcomm = split_of(at, old, 0, 0, real_dup)->handle;
    return MPI_SUCCESS;
}

int world_Comm_split(const struct world_call *at, MPI_Comm comm, int color, int key,
                     MPI_Comm *newcomm)
{
    struct vcomm *old = comm_require(at, comm);
    if (old->remote)
        rank_stop("%s of an inter-communicator is not there yet", at->name);
    struct vcomm *made = split_of(at, old, color, key, real_split);
    *newcomm = made ? made->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int world_Comm_split_type(const struct world_call *at, MPI_Comm comm, int split_type, int key,
                          MPI_Info info, MPI_Comm *newcomm)
{
    (void)info; /* one machine: whoever takes part shares its memory */
    return world_Comm_split(at, comm, split_type == MPI_UNDEFINED ? MPI_UNDEFINED : 0, key,
                            newcomm);
}

int world_Comm_free(const struct world_call *at, MPI_Comm *comm)
{
    struct vcomm *old = comm_require(at, *comm);
    MPI_Comm handle = old->handle;
    if (!old->site)
        rank_stop("%s: a predefined communicator cannot be freed", at->name);
    comm_remove(old);
    NEXT(PMPI_Comm_free)(&handle);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int world_Abort(const struct world_call *at, MPI_Comm comm, int errorcode)
{
    (void)at, (void)comm;
    _exit(errorcode ? errorcode : 1);
}

int world_Get_processor_name(const struct world_call *at, char *name, int *resultlen)
{
    (void)at;
    strcpy(name, "tutti");
    *resultlen = 5;
    return MPI_SUCCESS;
}
