#include "runtime/world/error/object.h"

#include "runtime/world/rank/rank.h"

#include <stdlib.h>

/* In the order of creation; a value that the library hands out again moves to the end. Programs
 * create few of these, so a list suffices. */
struct object_entry {
    intptr_t handle;
    uint32_t references;
    struct object object;
    struct object_entry *next;
};

static struct object_entry *entries[OBJECT_KINDS];

static struct object_entry **link_of(enum object_kind kind, intptr_t handle)
{
    struct object_entry **link = &entries[kind];
    while (*link && (*link)->handle != handle)
        link = &(*link)->next;
    return link;
}

void object_created(enum object_kind kind, intptr_t handle, const void *site)
{
    struct object_entry **link = link_of(kind, handle), *entry = *link;
    if (entry && entry->object.state == OBJECT_LIVE) {
        entry->references++;
        entry->object.created = site;
        return;
    }
    if (entry) {
        *link = entry->next;
        link = link_of(kind, handle);
    } else {
        entry = rank_memory(malloc(sizeof *entry));
    }
    *entry = (struct object_entry){
        .handle = handle, .references = 1, .object = {.state = OBJECT_LIVE, .created = site}};
    while (*link)
        link = &(*link)->next;
    *link = entry;
}

void object_given(enum object_kind kind, intptr_t handle, const void *site)
{
    if (*link_of(kind, handle))
        object_created(kind, handle, site);
}

void object_freed(enum object_kind kind, intptr_t handle, const void *site)
{
    struct object_entry *entry = *link_of(kind, handle);
    if (!entry || entry->object.state != OBJECT_LIVE || --entry->references > 0)
        return;
    entry->object.state = OBJECT_FREED;
    entry->object.freed = site;
}

void object_refused(enum object_kind kind, intptr_t handle)
{
    struct object_entry *entry = *link_of(kind, handle);
    if (!entry)
        return;
    entry->references++;
    entry->object.state = OBJECT_LIVE;
}

struct object object_find(enum object_kind kind, intptr_t handle)
{
    const struct object_entry *entry = *link_of(kind, handle);
    return entry ? entry->object : (struct object){.state = OBJECT_UNKNOWN};
}

void object_each(enum object_kind kind, object_visitor *visit, void *context)
{
    for (const struct object_entry *entry = entries[kind]; entry; entry = entry->next)
        if (entry->object.state == OBJECT_LIVE)
            visit(&entry->object, context);
}
