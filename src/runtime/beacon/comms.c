#include "runtime/beacon/comms.h"

#include "runtime/hash.h"
#include "runtime/next.h"
#include "runtime/session.h"

#include <stdlib.h>

struct comms_known {
    MPI_Comm comm;
    int size;
    int *world; /* world ranks by rank in a call; NULL: they are the same */
};

/* Number of communicators made with these members. */
struct comms_kin {
    uint64_t members, count;
};

static struct comms_known known[BEACON_COMMS];
static struct comms_kin *kins;
static size_t kin_count;
static int last; /* index that comms_find() returned last */

/* Returns a hash of the members in their order. */
static uint64_t comms_describe(const int *world, int size)
{
    uint64_t sum = HASH_START;
    for (int i = 0; i < size; i++)
        sum = hash_value(sum, (uint32_t)world[i]);
    return sum;
}

static uint64_t ordinal_of(uint64_t members)
{
    for (size_t i = 0; i < kin_count; i++)
        if (kins[i].members == members)
            return ++kins[i].count;
    struct comms_kin *more = realloc(kins, (kin_count + 1) * sizeof *more);
    if (!more)
        return 0;
    kins = more;
    kins[kin_count++] = (struct comms_kin){members, 1};
    return 1;
}

/* Returns the group of all ranks; MPI_GROUP_NULL: it is unknown. */
static MPI_Group comms_world_group(bool has_world)
{
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Session session;
    if (has_world)
        NEXT(PMPI_Comm_group)(MPI_COMM_WORLD, &world);
    else if (session_open(&session) > 0)
        world = session_group(session, "mpi://WORLD");
    return world;
}

/* Returns the world ranks of a group, and their number, 0 if they are unknown; NULL: there is no
 * memory. */
static int *comms_translate(MPI_Group group, int *size, bool has_world)
{
    MPI_Group world = comms_world_group(has_world);
    NEXT(PMPI_Group_size)(group, size);
    int *ranks = malloc(((size_t)*size + 1) * 2 * sizeof *ranks);
    if (!ranks)
        return NULL;
    int *own = ranks + *size + 1;
    for (int i = 0; i < *size; i++)
        own[i] = i;
    if (world == MPI_GROUP_NULL ||
        NEXT(PMPI_Group_translate_ranks)(group, *size, own, world, ranks) != MPI_SUCCESS)
        *size = 0;
    if (world != MPI_GROUP_NULL)
        NEXT(PMPI_Group_free)(&world);
    for (int i = 0; i < *size; i++)
        if (ranks[i] == MPI_UNDEFINED)
            ranks[i] = BEACON_UNKNOWN;
    return ranks;
}

static int free_place(void)
{
    for (int i = 0; i < BEACON_COMMS; i++)
        if (beacon_process->comms[i].id == 0)
            return i;
    return -1;
}

void comms_add(MPI_Comm comm)
{
    int place = free_place(), inter = 0, size;
    MPI_Group group;
    if (comm == MPI_COMM_NULL)
        return;
    if (place < 0) {
        beacon_doubt(BEACON_DOUBT_ROOM);
        return;
    }
    NEXT(PMPI_Comm_test_inter)(comm, &inter);
    if (inter)
        NEXT(PMPI_Comm_remote_group)(comm, &group);
    else
        NEXT(PMPI_Comm_group)(comm, &group);
    int *world =
        comms_translate(group, &size, comm == MPI_COMM_WORLD || comms_find(MPI_COMM_WORLD) >= 0);
    NEXT(PMPI_Group_free)(&group);
    uint64_t members = world ? comms_describe(world, size) : 0,
             ordinal = world ? ordinal_of(members) : 0;
    if (ordinal == 0 || size == 0) {
        free(world);
        beacon_doubt(BEACON_DOUBT_ROOM);
        return;
    }
    uint64_t id = members + ordinal * UINT64_C(0x9e3779b97f4a7c15);
    free(known[place].world);
    known[place] = (struct comms_known){comm, size, comm == MPI_COMM_WORLD ? NULL : world};
    if (comm == MPI_COMM_WORLD)
        free(world);
    beacon_process->comms[place] =
        (struct beacon_comm){.id = id ? id : 1, .size = size, .intercomm = inter};
}

int comms_find(MPI_Comm comm)
{
    if (known[last].comm == comm && beacon_process->comms[last].id != 0)
        return last;
    for (int i = 0; i < BEACON_COMMS; i++)
        if (beacon_process->comms[i].id != 0 && known[i].comm == comm)
            return last = i;
    return -1;
}

void comms_remove(MPI_Comm comm)
{
    int place = comms_find(comm);
    if (place >= 0)
        beacon_process->comms[place].id = 0;
}

int comms_world(int index, int rank)
{
    if (rank == MPI_ANY_SOURCE)
        return BEACON_ANY;
    if (rank == MPI_PROC_NULL)
        return BEACON_NOBODY;
    if (index < 0 || rank < 0 || rank >= known[index].size)
        return BEACON_UNKNOWN;
    return known[index].world ? known[index].world[rank] : rank;
}
