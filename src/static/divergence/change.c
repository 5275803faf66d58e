/* change.c, of expression.h: replaces parts of expressions. */
#include "static/divergence/store.h"

#include <stdlib.h>
#include <string.h>

static void change_reach(struct expressions *all, uint32_t **stack, size_t *count, size_t *space,
                         uint32_t number)
{
    if (number != EXPRESSION_NONE && all->stamp[number] != all->epoch) {
        all->stamp[number] = all->epoch;
        *stack = memory_room(*stack, *count, space, sizeof **stack);
        (*stack)[(*count)++] = number;
    }
}

/* Lists the numbers of all parts of expressions, parts before their wholes. */
static uint32_t *parts_of(struct expressions *all, const uint32_t *roots, uint32_t root_count,
                          bool open_only, size_t *part_count)
{
    uint32_t *parts = NULL;
    size_t count = 0, space = 0;

    if (all->changed_space < all->count) {
        all->changed = memory_resize(all->changed, all->space * sizeof *all->changed);
        all->stamp = memory_resize(all->stamp, all->space * sizeof *all->stamp);
        memset(all->stamp + all->changed_space, 0,
               (all->space - all->changed_space) * sizeof *all->stamp);
        all->changed_space = all->space;
    }
    all->epoch++;
    for (uint32_t i = 0; i < root_count; i++) {
        change_reach(all, &parts, &count, &space, roots[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const struct expression *node = &all->nodes[parts[i]];

        if (open_only && !node->open) {
            continue; /* does not change, and neither do its parts */
        }
        if (node->kind == EXPRESSION_SEQUENCE && node->length > 0) {
            change_reach(all, &parts, &count, &space, node->first);
            change_reach(all, &parts, &count, &space, node->rest);
        } else if (node->kind == EXPRESSION_AGAIN || node->kind == EXPRESSION_GROUP) {
            change_reach(all, &parts, &count, &space, node->content);
        } else if (node->kind == EXPRESSION_CHOICE) {
            for (uint32_t j = 0; j < node->arm_count; j++) {
                change_reach(all, &parts, &count, &space, node->arms[j]);
            }
        }
    }
    if (count > 0) {
        qsort(parts, count, sizeof *parts, store_compare);
    }
    *part_count = count;
    return parts;
}

static uint32_t change_choice(struct expressions *all, const struct expression *node,
                              const struct expression_change *change)
{
    uint32_t *arms = memory_alloc(node->arm_count * sizeof *arms);
    uint32_t result;

    for (uint32_t i = 0; i < node->arm_count; i++) {
        arms[i] = node->arms[i] == EXPRESSION_NONE ? EXPRESSION_NONE : all->changed[node->arms[i]];
    }
    result = change->choice != NULL
                 ? change->choice(change->context, node->condition, arms, node->arm_count)
                 : expressions_choice(all, node->condition, arms, node->arm_count);
    free(arms);
    return result;
}

/* Returns the sequence that an atom or a sequence becomes. */
static uint32_t change_node(struct expressions *all, uint32_t number,
                            const struct expression_change *change)
{
    struct expression node = all->nodes[number];
    bool stays = change->open_only && !node.open;

    if (node.kind == EXPRESSION_SEQUENCE) {
        return stays || node.length == 0
                   ? number
                   : expressions_join(all, all->changed[node.first], all->changed[node.rest]);
    }
    if (stays || node.kind == EXPRESSION_END || node.kind == EXPRESSION_HOLE) {
        return store_sequence(all, number, EXPRESSION_EMPTY);
    }
    if (node.kind == EXPRESSION_CHOICE) {
        return change_choice(all, &node, change);
    }
    if (node.kind == EXPRESSION_COLLECTIVE) {
        uint32_t handle =
            change->handle != NULL ? change->handle(change->context, node.handle) : node.handle;

        return handle == EXPRESSION_NONE
                   ? EXPRESSION_EMPTY
                   : expressions_collective(all, node.operation, handle,
                                            change->plain ? EXPRESSION_UNKNOWN : node.root,
                                            change->plain ? NULL : node.reduction);
    }
    return store_containing(all, node.kind, change->headless ? NULL : node.head,
                            all->changed[node.content]);
}

void expressions_change(struct expressions *all, uint32_t *sequences, uint32_t count,
                        const struct expression_change *change)
{
    size_t part_count;
    uint32_t *parts = parts_of(all, sequences, count, change->open_only, &part_count);

    for (size_t i = 0; i < part_count; i++) {
        uint32_t result = change_node(all, parts[i], change);

        all->changed[parts[i]] = result;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (sequences[i] != EXPRESSION_NONE) {
            sequences[i] = all->changed[sequences[i]];
        }
    }
    free(parts);
}

struct projection {
    uint32_t handle;
};

static uint32_t only_handle(void *context, uint32_t handle)
{
    return handle == ((struct projection *)context)->handle ? handle : EXPRESSION_NONE;
}

void expressions_project(struct expressions *all, uint32_t *sequences, uint32_t count,
                         uint32_t handle)
{
    struct projection projection = {handle};
    struct expression_change change = {.handle = only_handle, .context = &projection};
    bool others = false;

    for (uint32_t i = 0; i < count; i++) {
        if (sequences[i] != EXPRESSION_NONE) {
            const struct list *set = &all->lists[all->nodes[sequences[i]].set];

            others = others || set->count > 1 || (set->count == 1 && set->entries[0] != handle);
        }
    }
    if (others) {
        expressions_change(all, sequences, count, &change);
    }
}

size_t expressions_size(struct expressions *all, uint32_t sequence)
{
    size_t count;

    free(parts_of(all, &sequence, 1, true, &count));
    return count;
}

uint32_t expressions_abridged(struct expressions *all, const struct ir_block *entry,
                              uint32_t sequence)
{
    size_t count;
    uint32_t *parts = parts_of(all, &sequence, 1, false, &count);
    uint32_t content = EXPRESSION_EMPTY;

    for (size_t i = count; i > 0; i--) {
        if (all->nodes[parts[i - 1]].kind == EXPRESSION_COLLECTIVE) {
            content = store_sequence(all, parts[i - 1], content);
        }
    }
    free(parts);
    return store_containing(all, EXPRESSION_AGAIN, entry, content);
}
