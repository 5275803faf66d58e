#include "static/divergence/store.h"

#include "runtime/hash.h"

#include <stdlib.h>
#include <string.h>

/* --- Equal things once. --- */

static uint64_t list_hash(const uint32_t *entries, uint32_t count)
{
    uint64_t hash = count;

    for (uint32_t i = 0; i < count; i++) {
        hash = hash_number(hash, entries[i]);
    }
    return hash;
}

static bool list_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct expressions *all = owner;
    const struct list *list = wanted;

    return all->lists[number].count == list->count &&
           memcmp(all->lists[number].entries, list->entries, list->count * sizeof(uint32_t)) == 0;
}

static uint32_t list_number(struct expressions *all, const uint32_t *entries, uint32_t count)
{
    struct list wanted = {entries, count};
    uint32_t number = intern_number(&all->by_list, list_hash(entries, count), list_equal, all,
                                    &wanted, all->list_count);

    if (number == all->list_count) {
        uint32_t *copy = arena_alloc(&all->arena, count * sizeof *copy + 1);

        if (count > 0) {
            memcpy(copy, entries, count * sizeof *copy);
        }
        all->lists = memory_room(all->lists, all->list_count, &all->list_space, sizeof *all->lists);
        all->lists[all->list_count++] = (struct list){copy, count};
    }
    return number;
}

static bool handles_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct handle *a = &((const struct expressions *)owner)->handles[number];
    const struct handle *b = wanted;

    return a->kind == b->kind && a->made == b->made && a->parameter == b->parameter &&
           a->variable == b->variable && a->offset == b->offset &&
           a->by_reference == b->by_reference;
}

uint32_t expressions_handle_number(struct expressions *all, struct handle handle)
{
    /* Fields that do not matter for the kind must not make equal handles different. */
    struct handle key = {.kind = handle.kind};
    uint64_t hash = handle.kind;

    if (handle.kind == HANDLE_MADE) {
        key.made = handle.made;
    } else if (handle.kind == HANDLE_PARAMETER) {
        key.parameter = handle.parameter;
        key.variable = handle.variable;
        key.by_reference = handle.by_reference;
    } else if (handle.kind == HANDLE_UNKNOWN) {
        key.variable = handle.variable;
        key.offset = handle.offset;
    }
    hash = hash_number(hash_number(hash, (uintptr_t)key.made), key.parameter);
    hash = hash_number(hash_number(hash, (uintptr_t)key.variable), (uint64_t)key.offset);
    uint32_t number =
        intern_number(&all->by_handle, hash, handles_equal, all, &key, all->handle_count);
    if (number == all->handle_count) {
        all->handles =
            memory_room(all->handles, all->handle_count, &all->handle_space, sizeof *all->handles);
        all->handles[all->handle_count++] = handle;
    }
    return number;
}

struct handle expressions_handle(const struct expressions *all, uint32_t handle)
{
    return all->handles[handle];
}

static bool conditions_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct condition *a = &((const struct expressions *)owner)->conditions[number];
    const struct condition *b = wanted;

    return a->decider == b->decider && a->context == b->context && a->parameters == b->parameters &&
           a->tested == b->tested && a->depth == b->depth && a->throws == b->throws;
}

uint32_t expressions_condition_of(struct expressions *all, struct condition condition)
{
    uint64_t hash = hash_number(hash_number((uintptr_t)condition.decider, condition.context),
                                condition.parameters);
    uint32_t number = intern_number(&all->by_condition, hash_number(hash, condition.tested),
                                    conditions_equal, all, &condition, all->condition_count);

    if (number == all->condition_count) {
        all->conditions = memory_room(all->conditions, all->condition_count, &all->condition_space,
                                      sizeof *all->conditions);
        all->conditions[all->condition_count++] = condition;
    }
    return number;
}

struct condition expressions_condition(const struct expressions *all, uint32_t condition)
{
    return all->conditions[condition];
}

uint32_t expressions_context(struct expressions *all, uint32_t inner, const uint32_t *arguments,
                             uint32_t count)
{
    uint32_t *entries = memory_alloc((count + 2) * sizeof *entries);

    entries[0] = UINT32_MAX; /* no set of handles begins like this */
    entries[1] = inner;
    memcpy(entries + 2, arguments, count * sizeof *entries);
    uint32_t number = list_number(all, entries, count + 2);
    free(entries);
    return number;
}

const uint32_t *expressions_set(const struct expressions *all, uint32_t set, uint32_t *count)
{
    *count = all->lists[set].count;
    return all->lists[set].entries;
}

uint32_t expressions_union(struct expressions *all, uint32_t a, uint32_t b)
{
    const struct list *left = &all->lists[a], *right = &all->lists[b];

    if (a == b || right->count == 0) {
        return a;
    }
    if (left->count == 0) {
        return b;
    }
    uint32_t *entries = memory_alloc((left->count + right->count) * sizeof *entries);
    uint32_t count = 0, i = 0, j = 0;
    while (i < left->count || j < right->count) {
        bool from_left =
            j == right->count || (i < left->count && left->entries[i] <= right->entries[j]);
        uint32_t entry = from_left ? left->entries[i++] : right->entries[j++];

        if (count == 0 || entries[count - 1] != entry) {
            entries[count++] = entry;
        }
    }
    uint32_t number = list_number(all, entries, count);
    free(entries);
    return number;
}

/* --- Nodes. --- */

static uint64_t store_node_hash(const struct expression *node)
{
    uint64_t hash = node->kind;

    switch (node->kind) {
    case EXPRESSION_SEQUENCE:
        return hash_number(hash_number(hash, node->first), node->rest);
    case EXPRESSION_COLLECTIVE:
        hash = hash_number(hash_number(hash, (uintptr_t)node->operation), node->handle);
        return hash_number(hash_number(hash, (uint32_t)node->root), (uintptr_t)node->reduction);
    case EXPRESSION_CHOICE:
        return hash_number(hash_number(hash, node->condition),
                           list_hash(node->arms, node->arm_count));
    case EXPRESSION_AGAIN:
    case EXPRESSION_GROUP:
        return hash_number(hash_number(hash, (uintptr_t)node->head), node->content);
    case EXPRESSION_END:
    case EXPRESSION_HOLE:
        break;
    }
    return hash;
}

static bool nodes_equal(const void *owner, uint32_t number, const void *wanted)
{
    const struct expression *a = &((const struct expressions *)owner)->nodes[number];
    const struct expression *b = wanted;

    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case EXPRESSION_SEQUENCE:
        return a->first == b->first && a->rest == b->rest && a->length == b->length;
    case EXPRESSION_COLLECTIVE:
        return a->operation == b->operation && a->handle == b->handle && a->root == b->root &&
               a->reduction == b->reduction;
    case EXPRESSION_CHOICE:
        return a->condition == b->condition && a->arm_count == b->arm_count &&
               memcmp(a->arms, b->arms, a->arm_count * sizeof *a->arms) == 0;
    case EXPRESSION_AGAIN:
    case EXPRESSION_GROUP:
        return a->head == b->head && a->content == b->content;
    case EXPRESSION_END:
    case EXPRESSION_HOLE:
        break;
    }
    return true;
}

uint32_t store_node(struct expressions *all, const struct expression *node)
{
    uint32_t number =
        intern_number(&all->by_content, store_node_hash(node), nodes_equal, all, node, all->count);

    if (number == all->count) {
        all->nodes = memory_room(all->nodes, all->count, &all->space, sizeof *all->nodes);
        all->nodes[all->count] = *node;
        if (node->kind == EXPRESSION_CHOICE) {
            uint32_t *arms = arena_alloc(&all->arena, node->arm_count * sizeof *arms);

            memcpy(arms, node->arms, node->arm_count * sizeof *arms);
            all->nodes[all->count].arms = arms;
        }
        all->count++;
    }
    return number;
}

struct expressions *expressions_create(void)
{
    struct expressions *all = memory_zero(1, sizeof *all);
    struct expression empty = {.kind = EXPRESSION_SEQUENCE};

    list_number(all, NULL, 0); /* the empty set is number 0 */
    store_node(all, &empty);   /* as EXPRESSION_EMPTY says */
    return all;
}

void expressions_free(struct expressions *all)
{
    if (all == NULL) {
        return;
    }
    intern_free(&all->by_content);
    intern_free(&all->by_handle);
    intern_free(&all->by_condition);
    intern_free(&all->by_list);
    arena_free(&all->arena);
    free(all->nodes);
    free(all->handles);
    free(all->conditions);
    free(all->lists);
    free(all->scratch);
    free(all->changed);
    free(all->stamp);
    free(all);
}

struct expression expressions_at(const struct expressions *all, uint32_t number)
{
    return all->nodes[number];
}

uint32_t store_sequence(struct expressions *all, uint32_t atom, uint32_t rest)
{
    const struct expression *first = &all->nodes[atom], *after = &all->nodes[rest];
    struct expression node = {.kind = EXPRESSION_SEQUENCE, .first = atom, .rest = rest};

    if (first->kind == EXPRESSION_END) { /* nothing follows the end */
        node.rest = EXPRESSION_EMPTY;
        after = &all->nodes[EXPRESSION_EMPTY];
    }
    node.open = first->open || after->open;
    node.ends = first->kind == EXPRESSION_END || after->ends;
    node.length = after->length + 1;
    node.set = expressions_union(all, first->set, after->set);
    return store_node(all, &node);
}

uint32_t expressions_collective(struct expressions *all, const struct api_function *operation,
                                uint32_t handle, int32_t root, const char *reduction)
{
    struct expression node = {
        .kind = EXPRESSION_COLLECTIVE,
        .open = all->handles[handle].kind == HANDLE_PARAMETER,
        .set = list_number(all, &handle, 1),
        .operation = operation,
        .handle = handle,
        .root = root,
        .reduction = reduction,
    };

    return store_sequence(all, store_node(all, &node), EXPRESSION_EMPTY);
}

uint32_t store_containing(struct expressions *all, enum expression_kind kind,
                          const struct ir_block *head, uint32_t content)
{
    struct expression node = {
        .kind = kind,
        .open = all->nodes[content].open,
        .set = all->nodes[content].set,
        .head = head,
        .content = content,
    };

    return content == EXPRESSION_EMPTY
               ? EXPRESSION_EMPTY
               : store_sequence(all, store_node(all, &node), EXPRESSION_EMPTY);
}

uint32_t expressions_again(struct expressions *all, const struct ir_block *head, uint32_t content)
{
    return store_containing(all, EXPRESSION_AGAIN, head, content);
}

uint32_t expressions_group(struct expressions *all, uint32_t content)
{
    return store_containing(all, EXPRESSION_GROUP, NULL, content);
}

uint32_t expressions_end(struct expressions *all)
{
    struct expression node = {.kind = EXPRESSION_END};

    return store_sequence(all, store_node(all, &node), EXPRESSION_EMPTY);
}

uint32_t expressions_hole(struct expressions *all)
{
    struct expression node = {.kind = EXPRESSION_HOLE};

    return store_sequence(all, store_node(all, &node), EXPRESSION_EMPTY);
}

int store_compare(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}
