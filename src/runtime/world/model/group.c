#include "runtime/world/model/group.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* One block holds the group and its members. */
static struct vgroup *vgroup_allocate(size_t size)
{
    struct vgroup *group = malloc(sizeof *group + size * sizeof *group->world);
    if (!group)
        return NULL;
    group->size = 0;
    group->world = (int *)(group + 1);
    group->references = 1;
    return group;
}

static void vgroup_add(struct vgroup *group, int world)
{
    group->world[group->size++] = world;
}

struct vgroup *vgroup_retain(struct vgroup *group)
{
    group->references++;
    return group;
}

void vgroup_release(struct vgroup *group)
{
    if (group && --group->references == 0)
        free(group);
}

/* Ranks in the group, by rank in the world. */
struct group_table {
    int length;
    int *rank; /* -1: not a member */
};

static int table_init(struct group_table *table, const int *world, int size)
{
    int largest = -1;
    for (int i = 0; i < size; i++)
        if (world[i] > largest)
            largest = world[i];
    table->length = largest + 1;
    table->rank = malloc(((size_t)table->length + 1) * sizeof *table->rank);
    if (!table->rank)
        return -1;
    for (int i = 0; i < table->length; i++)
        table->rank[i] = -1;
    return 0;
}

static int table_of(struct group_table *table, const struct vgroup *group)
{
    if (table_init(table, group->world, group->size) != 0)
        return -1;
    for (int i = 0; i < group->size; i++)
        table->rank[group->world[i]] = i;
    return 0;
}

static int table_find(const struct group_table *table, int world)
{
    return world < table->length ? table->rank[world] : -1;
}

static void table_free(struct group_table *table)
{
    free(table->rank);
}

enum fault_kind vgroup_create(int size, const int *world, struct vgroup **result,
                              struct fault *fault)
{
    if (size < 0)
        return fault_set(fault, FAULT_COUNT, "size", -1, size);
    for (int i = 0; i < size; i++)
        if (world[i] < 0)
            return fault_set(fault, FAULT_RANK, "world", i, world[i]);
    struct group_table table;
    if (table_init(&table, world, size) != 0)
        return fault_memory(fault);
    enum fault_kind kind = FAULT_NONE;
    for (int i = 0; i < size && kind == FAULT_NONE; i++) {
        int *rank = &table.rank[world[i]];
        if (*rank >= 0) {
            kind = fault_set(fault, FAULT_DUPLICATE, "world", i, world[i]);
            fault->earlier = *rank;
        }
        *rank = i;
    }
    table_free(&table);
    if (kind != FAULT_NONE)
        return kind;
    struct vgroup *group = vgroup_allocate((size_t)size);
    if (!group)
        return fault_memory(fault);
    for (int i = 0; i < size; i++)
        vgroup_add(group, world[i]);
    *result = group;
    return FAULT_NONE;
}

enum fault_kind vgroup_create_world(int size, struct vgroup **result, struct fault *fault)
{
    if (size < 0)
        return fault_set(fault, FAULT_COUNT, "size", -1, size);
    struct vgroup *group = vgroup_allocate((size_t)size);
    if (!group)
        return fault_memory(fault);
    for (int i = 0; i < size; i++)
        vgroup_add(group, i);
    *result = group;
    return FAULT_NONE;
}

int vgroup_rank(const struct vgroup *group, int world)
{
    if (world < 0)
        return -1;
    /* Most groups are the world or begin like it. */
    if (world < group->size && group->world[world] == world)
        return world;
    for (int i = 0; i < group->size; i++)
        if (group->world[i] == world)
            return i;
    return -1;
}

enum fault_kind vgroup_union(const struct vgroup *first, const struct vgroup *second,
                             struct vgroup **result, struct fault *fault)
{
    struct group_table table;
    if (table_of(&table, first) != 0)
        return fault_memory(fault);
    struct vgroup *group = vgroup_allocate((size_t)first->size + (size_t)second->size);
    if (group) {
        for (int i = 0; i < first->size; i++)
            vgroup_add(group, first->world[i]);
        for (int i = 0; i < second->size; i++)
            if (table_find(&table, second->world[i]) < 0)
                vgroup_add(group, second->world[i]);
        *result = group;
    }
    table_free(&table);
    return group ? FAULT_NONE : fault_memory(fault);
}

enum membership { ABSENT, PRESENT };

/* Returns the members of the first group, in its order, that are present in or absent from the
 * second. */
static enum fault_kind vgroup_filter(const struct vgroup *first, const struct vgroup *second,
                                     enum membership wanted, struct vgroup **result,
                                     struct fault *fault)
{
    struct group_table table;
    if (table_of(&table, second) != 0)
        return fault_memory(fault);
    struct vgroup *group = vgroup_allocate((size_t)first->size);
    if (group) {
        for (int i = 0; i < first->size; i++) {
            bool present = table_find(&table, first->world[i]) >= 0;
            if (present == (wanted == PRESENT))
                vgroup_add(group, first->world[i]);
        }
        *result = group;
    }
    table_free(&table);
    return group ? FAULT_NONE : fault_memory(fault);
}

enum fault_kind vgroup_intersection(const struct vgroup *first, const struct vgroup *second,
                                    struct vgroup **result, struct fault *fault)
{
    return vgroup_filter(first, second, PRESENT, result, fault);
}

enum fault_kind vgroup_difference(const struct vgroup *first, const struct vgroup *second,
                                  struct vgroup **result, struct fault *fault)
{
    return vgroup_filter(first, second, ABSENT, result, fault);
}

/* The ranks that a list or ranges name, in order, each with the entry that named it. A rank can be
 * added only once, so even a malicious range ends after as many steps as the group has members. */
struct selection {
    const struct vgroup *group;
    const char *argument;
    int count;
    int *order;
    int *entry; /* by rank of the group; -1: not named */
};

static enum fault_kind selection_init(struct selection *selection, const struct vgroup *group,
                                      int n, const char *argument, struct fault *fault)
{
    if (n < 0)
        return fault_set(fault, FAULT_COUNT, "n", -1, n);
    selection->group = group;
    selection->argument = argument;
    selection->count = 0;
    selection->order = malloc((2 * (size_t)group->size + 1) * sizeof *selection->order);
    if (!selection->order)
        return fault_memory(fault);
    selection->entry = selection->order + group->size;
    for (int i = 0; i < group->size; i++)
        selection->entry[i] = -1;
    return FAULT_NONE;
}

static enum fault_kind selection_add(struct selection *selection, int64_t rank, int entry,
                                     struct fault *fault)
{
    if (rank < 0 || rank >= selection->group->size)
        return fault_set(fault, FAULT_RANK, selection->argument, entry, rank);
    if (selection->entry[rank] >= 0) {
        fault_set(fault, FAULT_DUPLICATE, selection->argument, entry, rank);
        fault->earlier = selection->entry[rank];
        return FAULT_DUPLICATE;
    }
    selection->entry[rank] = entry;
    selection->order[selection->count++] = (int)rank;
    return FAULT_NONE;
}

static enum fault_kind selection_add_list(struct selection *selection, int n, const int *ranks,
                                          struct fault *fault)
{
    enum fault_kind kind = FAULT_NONE;
    for (int i = 0; i < n && kind == FAULT_NONE; i++)
        kind = selection_add(selection, ranks[i], i, fault);
    return kind;
}

static enum fault_kind selection_add_ranges(struct selection *selection, int n,
                                            const int ranges[][3], struct fault *fault)
{
    for (int i = 0; i < n; i++) {
        int64_t first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
        if (stride == 0)
            return fault_set(fault, FAULT_STRIDE, selection->argument, i, 0);
        if (stride > 0 ? first > last : first < last)
            return fault_set(fault, FAULT_RANGE, selection->argument, i, stride);
        for (int64_t rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            enum fault_kind kind = selection_add(selection, rank, i, fault);
            if (kind != FAULT_NONE)
                return kind;
        }
    }
    return FAULT_NONE;
}

/* Ends the selection and passes on `kind`. Makes a group of the named members (PRESENT) in the
 * order named, or of the others (ABSENT) in the order of the group. */
static enum fault_kind selection_finish(struct selection *selection, enum fault_kind kind,
                                        enum membership wanted, struct vgroup **result,
                                        struct fault *fault)
{
    const struct vgroup *group = selection->group;
    struct vgroup *made = kind == FAULT_NONE ? vgroup_allocate((size_t)group->size) : NULL;
    if (kind == FAULT_NONE && !made)
        kind = fault_memory(fault);
    if (made && wanted == PRESENT)
        for (int i = 0; i < selection->count; i++)
            vgroup_add(made, group->world[selection->order[i]]);
    if (made && wanted == ABSENT)
        for (int i = 0; i < group->size; i++)
            if (selection->entry[i] < 0)
                vgroup_add(made, group->world[i]);
    if (made)
        *result = made;
    free(selection->order);
    return kind;
}

static enum fault_kind vgroup_select(const struct vgroup *group, int n, const int *ranks,
                                     enum membership wanted, struct vgroup **result,
                                     struct fault *fault)
{
    struct selection selection;
    enum fault_kind kind = selection_init(&selection, group, n, "ranks", fault);
    if (kind != FAULT_NONE)
        return kind;
    kind = selection_add_list(&selection, n, ranks, fault);
    return selection_finish(&selection, kind, wanted, result, fault);
}

static enum fault_kind vgroup_select_ranges(const struct vgroup *group, int n,
                                            const int ranges[][3], enum membership wanted,
                                            struct vgroup **result, struct fault *fault)
{
    struct selection selection;
    enum fault_kind kind = selection_init(&selection, group, n, "ranges", fault);
    if (kind != FAULT_NONE)
        return kind;
    kind = selection_add_ranges(&selection, n, ranges, fault);
    return selection_finish(&selection, kind, wanted, result, fault);
}

enum fault_kind vgroup_incl(const struct vgroup *group, int n, const int *ranks,
                            struct vgroup **result, struct fault *fault)
{
    return vgroup_select(group, n, ranks, PRESENT, result, fault);
}

enum fault_kind vgroup_excl(const struct vgroup *group, int n, const int *ranks,
                            struct vgroup **result, struct fault *fault)
{
    return vgroup_select(group, n, ranks, ABSENT, result, fault);
}

enum fault_kind vgroup_range_incl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault)
{
    return vgroup_select_ranges(group, n, ranges, PRESENT, result, fault);
}

enum fault_kind vgroup_range_excl(const struct vgroup *group, int n, const int ranges[][3],
                                  struct vgroup **result, struct fault *fault)
{
    return vgroup_select_ranges(group, n, ranges, ABSENT, result, fault);
}

enum fault_kind vgroup_translate(const struct vgroup *from, int n, const int *ranks,
                                 const struct vgroup *to, int proc_null, int undefined, int *result,
                                 struct fault *fault)
{
    if (n < 0)
        return fault_set(fault, FAULT_COUNT, "n", -1, n);
    for (int i = 0; i < n; i++)
        if (ranks[i] != proc_null && (ranks[i] < 0 || ranks[i] >= from->size))
            return fault_set(fault, FAULT_RANK, "ranks1", i, ranks[i]);
    struct group_table table;
    if (table_of(&table, to) != 0)
        return fault_memory(fault);
    for (int i = 0; i < n; i++) {
        if (ranks[i] == proc_null) {
            result[i] = proc_null;
            continue;
        }
        int rank = table_find(&table, from->world[ranks[i]]);
        result[i] = rank < 0 ? undefined : rank;
    }
    table_free(&table);
    return FAULT_NONE;
}

enum fault_kind vgroup_compare(const struct vgroup *first, const struct vgroup *second,
                               enum vgroup_relation *relation, struct fault *fault)
{
    if (first->size != second->size) {
        *relation = VGROUP_UNEQUAL;
        return FAULT_NONE;
    }
    if (memcmp(first->world, second->world, (size_t)first->size * sizeof *first->world) == 0) {
        *relation = VGROUP_IDENT;
        return FAULT_NONE;
    }
    struct group_table table;
    if (table_of(&table, first) != 0)
        return fault_memory(fault);
    /* Both have the same size and no duplicates: they are the same set if one contains the
     * other. */
    *relation = VGROUP_SIMILAR;
    for (int i = 0; i < second->size; i++)
        if (table_find(&table, second->world[i]) < 0)
            *relation = VGROUP_UNEQUAL;
    table_free(&table);
    return FAULT_NONE;
}
