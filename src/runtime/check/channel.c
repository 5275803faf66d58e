#include "runtime/check/channel.h"

#include "runtime/check/agree.h"
#include "runtime/check/wire.h"
#include "runtime/hash.h"
#include "runtime/next.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct channel *channels;

/* The channel found last: programs use one communicator many times in a row. */
static struct channel *channel_last;

static struct channel *channel_new(enum call_object object, intptr_t handle, int size, int me)
{
    struct channel *channel = calloc(1, sizeof *channel);
    if (!channel)
        return NULL;
    channel->object = object;
    channel->handle = handle;
    channel->size = size;
    channel->me = me;
    while ((1L << channel->steps) < size)
        channel->steps++;
    channel->end = &channel->first;
    channel->next = channels;
    channels = channel;
    return channel;
}

void channel_open_world(void)
{
    struct channel *channel =
        channel_new(CALL_COMM, (intptr_t)MPI_COMM_WORLD, wire_size(), wire_rank());
    if (!channel)
        return;
    channel->own_rank = wire_rank();
    channel->id = 1;
}

/* Finds a group's ranks in MPI_COMM_WORLD; returns false if some are not in it. */
static bool channel_translate(MPI_Group group, int size, int *ranks)
{
    MPI_Group world;
    if (NEXT(PMPI_Comm_group)(MPI_COMM_WORLD, &world) != MPI_SUCCESS)
        return false;
    int *own = malloc((size_t)size * sizeof *own);
    bool inside = own != NULL;
    for (int i = 0; inside && i < size; i++)
        own[i] = i;
    if (inside)
        NEXT(PMPI_Group_translate_ranks)(group, size, own, world, ranks);
    for (int i = 0; inside && i < size; i++)
        inside = ranks[i] != MPI_UNDEFINED;
    free(own);
    NEXT(PMPI_Group_free)(&world);
    return inside;
}

/* Lists both groups of an inter-communicator in the same order on all processes: first the group
 * with the smaller first rank. */
static int *channel_members_of(MPI_Comm comm, bool inter, int *size)
{
    MPI_Group groups[2] = {MPI_GROUP_NULL, MPI_GROUP_NULL};
    int sizes[2] = {0, 0};
    int (*const group_size)(MPI_Group, int *) = NEXT(PMPI_Group_size);
    int (*const group_free)(MPI_Group *) = NEXT(PMPI_Group_free);
    int (*const remote_group)(MPI_Comm, MPI_Group *) = NEXT(PMPI_Comm_remote_group);
    NEXT(PMPI_Comm_group)(comm, &groups[0]);
    if (inter)
        remote_group(comm, &groups[1]);
    for (int i = 0; i < 1 + inter; i++)
        group_size(groups[i], &sizes[i]);
    *size = sizes[0] + sizes[1];
    int *members = malloc((size_t)*size * 2 * sizeof *members);
    bool inside = members != NULL;
    for (int i = 0; i < 1 + inter; i++) {
        inside = inside && channel_translate(groups[i], sizes[i], members + (i ? sizes[0] : 0));
        group_free(&groups[i]);
    }
    if (!inside) {
        free(members);
        return NULL;
    }
    if (inter && sizes[1] > 0 && members[sizes[0]] < members[0]) {
        int *turned = members + *size;
        memcpy(turned, members + sizes[0], (size_t)sizes[1] * sizeof *members);
        memcpy(turned + sizes[1], members, (size_t)sizes[0] * sizeof *members);
        memcpy(members, turned, (size_t)*size * sizeof *members);
    }
    return members;
}

/* Counts, and returns, the communicators that these processes have made without a parent. */
static uint64_t made_so_far(uint64_t hash)
{
    static struct made {
        struct made *next;
        uint64_t hash, count;
    } *all;
    for (struct made *made = all; made; made = made->next)
        if (made->hash == hash)
            return ++made->count;
    struct made *made = malloc(sizeof *made);
    if (made) {
        *made = (struct made){all, hash, 1};
        all = made;
    }
    return 1;
}

/* Returns the members of a communicator that is not complete yet: those of its parent. */
static int *members_like(const struct channel *parent, int *size)
{
    int *members = malloc((size_t)parent->size * sizeof *members);
    for (int i = 0; members && i < parent->size; i++)
        members[i] = channel_member(parent, i);
    *size = parent->size;
    return members;
}

struct channel *channel_add(enum call_object object, intptr_t handle, MPI_Comm comm,
                            const struct channel *parent, const struct call *call, uint64_t tag)
{
    int inter = 0, size, me = -1, own_rank = 0, *members;
    if (parent && comm == MPI_COMM_NULL) {
        inter = parent->inter;
        own_rank = parent->own_rank;
        members = members_like(parent, &size);
    } else {
        NEXT(PMPI_Comm_test_inter)(comm, &inter);
        NEXT(PMPI_Comm_rank)(comm, &own_rank);
        members = channel_members_of(comm, inter, &size);
    }
    if (!members)
        return NULL;
    uint64_t id = hash_number(7, (uint64_t)size);
    for (int i = 0; i < size; i++) {
        id = hash_number(id, (uint64_t)members[i]);
        if (members[i] == wire_rank())
            me = i;
    }
    if (parent) {
        id = hash_number(hash_number(id, parent->id), parent->children);
    } else {
        id = hash_number(id, tag);
        id = hash_number(id, made_so_far(id));
    }
    struct channel *channel = me < 0 || size < 2 ? NULL : channel_new(object, handle, size, me);
    if (!channel) {
        free(members);
        return NULL;
    }
    channel->id = id;
    channel->inter = inter;
    channel->members = members;
    channel->maker = call->function->name;
    channel->made = call->site;
    channel->own_rank = own_rank;
    agree_claim(channel);
    return channel;
}

struct channel *channel_find(enum call_object object, intptr_t handle)
{
    struct channel *channel = channel_last;
    if (channel && channel->handle == handle && channel->object == object && !channel->dead)
        return channel;
    for (channel = channels; channel; channel = channel->next)
        if (channel->handle == handle && channel->object == object && !channel->dead)
            return channel_last = channel;
    return NULL;
}

struct channel *channel_find_id(uint64_t id)
{
    if (channel_last && channel_last->id == id)
        return channel_last;
    for (struct channel *channel = channels; channel; channel = channel->next)
        if (channel->id == id)
            return channel;
    return NULL;
}

struct channel *channel_first(void)
{
    return channels;
}

void channel_remove(struct channel *channel)
{
    for (struct channel **at = &channels; *at; at = &(*at)->next) {
        if (*at != channel)
            continue;
        *at = channel->next;
        break;
    }
    if (channel_last == channel)
        channel_last = NULL;
    free(channel->members);
    free(channel);
}

void channel_remove_all(void)
{
    while (channels)
        channel_remove(channels);
}

int channel_member(const struct channel *channel, int index)
{
    return channel->members ? channel->members[index] : index;
}

void channel_describe(const struct channel *channel, char *text, size_t space)
{
    if (!channel->maker)
        snprintf(text, space, "MPI_COMM_WORLD");
    else if (channel->made)
        snprintf(text, space, "what %s made at %s:%d", channel->maker, channel->made->file,
                 channel->made->line);
    else
        snprintf(text, space, "what %s made for %d ranks", channel->maker, channel->size);
}
