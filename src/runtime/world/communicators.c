/* communicators.c: communicators that the program makes. */
#include "runtime/next.h"
#include "runtime/world/calls.h"
#include "runtime/world/collective.h"
#include "runtime/world/comm.h"
#include "runtime/world/errors.h"
#include "runtime/world/problem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    errors_inherit(old, made);
    return made;
}

static MPI_Comm real_split(MPI_Comm old)
{
    MPI_Comm made;
    if (NEXT(PMPI_Comm_split)(old, 0, 0, &made) != MPI_SUCCESS)
        rank_stop("the MPI library cannot make a communicator");
    errors_inherit(old, made);
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
    if (!old->site) {
        struct problem problem = {.at = at, .rule = "arg.comm"};
        return problem_raise(&problem, *comm, MPI_ERR_COMM,
                             "%s: a predefined communicator cannot be freed", at->name);
    }
    comm_remove(old, at->site);
    NEXT(PMPI_Comm_free)(&handle);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int world_Abort(const struct world_call *at, MPI_Comm comm, int errorcode)
{
    (void)at, (void)comm;
    _exit(errorcode ? errorcode : 1);
}
