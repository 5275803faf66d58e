#include "static/divergence_expression.h"

#include "static/divergence_intern.h"

#include <stdlib.h>
#include <string.h>

struct expressions {
    struct arena arena; /* arms and sets */
    struct expression *nodes;
    size_t count, space;
    struct intern by_content;
    struct handle *handles;
    size_t handle_count, handle_space;
    struct intern by_handle;
    struct condition *conditions;
    size_t condition_count, condition_space;
    struct intern by_condition;
    struct list {
        const uint32_t *entries;
        uint32_t count;
    } *lists; /* sets of handles and contexts of calls */
    size_t list_count, list_space;
    struct intern by_list;
    uint32_t *scratch; /* atoms of sequences being taken apart */
    size_t scratch_space;
    uint32_t *changed; /* by number, during a change */
    uint32_t *stamp;   /* changed[i] belongs to this change */
    size_t changed_space;
    uint32_t epoch;
};

/* --- Equal things once. --- */

static uint64_t list_hash(const uint32_t *entries, uint32_t count)
{
    uint64_t hash = count;

    for (uint32_t i = 0; i < count; i++) {
        hash = intern_hash(hash, entries[i]);
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
    uint32_t *slot =
        intern_slot(&all->by_list, list_hash(entries, count), list_equal, all, &wanted);

    if (*slot == INTERN_FREE) {
        uint32_t *copy = arena_alloc(&all->arena, count * sizeof *copy + 1);

        if (count > 0) {
            memcpy(copy, entries, count * sizeof *copy);
        }
        all->lists = memory_room(all->lists, all->list_count, &all->list_space, sizeof *all->lists);
        *slot = (uint32_t)all->list_count;
        all->lists[all->list_count++] = (struct list){copy, count};
    }
    return *slot;
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
    /* Fields that do not matter for the kind must not tell equal handles apart. */
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
    hash = intern_hash(intern_hash(hash, (uintptr_t)key.made), key.parameter);
    hash = intern_hash(intern_hash(hash, (uintptr_t)key.variable), (uint64_t)key.offset);
    uint32_t *slot = intern_slot(&all->by_handle, hash, handles_equal, all, &key);
    if (*slot == INTERN_FREE) {
        all->handles =
            memory_room(all->handles, all->handle_count, &all->handle_space, sizeof *all->handles);
        *slot = (uint32_t)all->handle_count;
        all->handles[all->handle_count++] = handle;
    }
    return *slot;
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
           a->tested == b->tested && a->depth == b->depth;
}

uint32_t expressions_condition_of(struct expressions *all, struct condition condition)
{
    uint64_t hash = intern_hash(intern_hash((uintptr_t)condition.decider, condition.context),
                                condition.parameters);
    uint32_t *slot = intern_slot(&all->by_condition, intern_hash(hash, condition.tested),
                                 conditions_equal, all, &condition);

    if (*slot == INTERN_FREE) {
        all->conditions = memory_room(all->conditions, all->condition_count, &all->condition_space,
                                      sizeof *all->conditions);
        *slot = (uint32_t)all->condition_count;
        all->conditions[all->condition_count++] = condition;
    }
    return *slot;
}

struct condition expressions_condition(const struct expressions *all, uint32_t condition)
{
    return all->conditions[condition];
}

uint32_t expressions_context(struct expressions *all, uint32_t inner, const uint32_t *arguments,
                             uint32_t count)
{
    uint32_t *entries = memory_alloc((count + 2) * sizeof *entries);

    entries[0] = UINT32_MAX; /* no set of handles looks like this */
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

static uint64_t node_hash(const struct expression *node)
{
    uint64_t hash = node->kind;

    switch (node->kind) {
    case EXPRESSION_SEQUENCE:
        return intern_hash(intern_hash(hash, node->first), node->rest);
    case EXPRESSION_COLLECTIVE:
        hash = intern_hash(intern_hash(hash, (uintptr_t)node->operation), node->handle);
        return intern_hash(intern_hash(hash, (uint32_t)node->root), (uintptr_t)node->reduction);
    case EXPRESSION_CHOICE:
        return intern_hash(intern_hash(hash, node->condition),
                           list_hash(node->arms, node->arm_count));
    case EXPRESSION_AGAIN:
    case EXPRESSION_GROUP:
        return intern_hash(intern_hash(hash, (uintptr_t)node->head), node->content);
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

static uint32_t node_number(struct expressions *all, const struct expression *node)
{
    uint32_t *slot = intern_slot(&all->by_content, node_hash(node), nodes_equal, all, node);

    if (*slot == INTERN_FREE) {
        all->nodes = memory_room(all->nodes, all->count, &all->space, sizeof *all->nodes);
        *slot = (uint32_t)all->count;
        all->nodes[all->count] = *node;
        if (node->kind == EXPRESSION_CHOICE) {
            uint32_t *arms = arena_alloc(&all->arena, node->arm_count * sizeof *arms);

            memcpy(arms, node->arms, node->arm_count * sizeof *arms);
            all->nodes[all->count].arms = arms;
        }
        all->count++;
    }
    return *slot;
}

struct expressions *expressions_create(void)
{
    struct expressions *all = memory_zero(1, sizeof *all);
    struct expression empty = {.kind = EXPRESSION_SEQUENCE};

    list_number(all, NULL, 0); /* the empty set is number 0 */
    node_number(all, &empty);  /* as EXPRESSION_EMPTY says */
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

static uint32_t prepend(struct expressions *all, uint32_t atom, uint32_t rest)
{
    const struct expression *first = &all->nodes[atom], *after = &all->nodes[rest];
    struct expression node = {.kind = EXPRESSION_SEQUENCE, .first = atom, .rest = rest};

    if (first->kind == EXPRESSION_END) { /* nothing comes after the end */
        node.rest = EXPRESSION_EMPTY;
        after = &all->nodes[EXPRESSION_EMPTY];
    }
    node.open = first->open || after->open;
    node.ends = first->kind == EXPRESSION_END || after->ends;
    node.length = after->length + 1;
    node.set = expressions_union(all, first->set, after->set);
    return node_number(all, &node);
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

    return prepend(all, node_number(all, &node), EXPRESSION_EMPTY);
}

static uint32_t containing(struct expressions *all, enum expression_kind kind,
                           const struct ir_block *head, uint32_t content)
{
    struct expression node = {
        .kind = kind,
        .open = all->nodes[content].open,
        .set = all->nodes[content].set,
        .head = head,
        .content = content,
    };

    return content == EXPRESSION_EMPTY ? EXPRESSION_EMPTY
                                       : prepend(all, node_number(all, &node), EXPRESSION_EMPTY);
}

uint32_t expressions_again(struct expressions *all, const struct ir_block *head, uint32_t content)
{
    return containing(all, EXPRESSION_AGAIN, head, content);
}

uint32_t expressions_group(struct expressions *all, uint32_t content)
{
    return containing(all, EXPRESSION_GROUP, NULL, content);
}

uint32_t expressions_end(struct expressions *all)
{
    struct expression node = {.kind = EXPRESSION_END};

    return prepend(all, node_number(all, &node), EXPRESSION_EMPTY);
}

uint32_t expressions_hole(struct expressions *all)
{
    struct expression node = {.kind = EXPRESSION_HOLE};

    return prepend(all, node_number(all, &node), EXPRESSION_EMPTY);
}

/* --- Sequences. --- */

uint32_t expressions_atoms(const struct expressions *all, uint32_t sequence, uint32_t *atoms,
                           uint32_t space)
{
    uint32_t count = 0;

    for (; sequence != EXPRESSION_EMPTY && count < space; sequence = all->nodes[sequence].rest) {
        atoms[count++] = all->nodes[sequence].first;
    }
    return count;
}

/* The first atoms of a sequence, without the `keep` last ones, before `after`. */
static uint32_t rebuild(struct expressions *all, uint32_t sequence, uint32_t keep, uint32_t after)
{
    uint32_t count = all->nodes[sequence].length - keep;

    if (keep == 0 && after == EXPRESSION_EMPTY) {
        return sequence;
    }
    while (all->scratch_space < count) {
        all->scratch =
            memory_room(all->scratch, all->scratch_space, &all->scratch_space, sizeof(uint32_t));
    }
    expressions_atoms(all, sequence, all->scratch, count);
    while (count > 0) {
        after = prepend(all, all->scratch[--count], after);
    }
    return after;
}

uint32_t expressions_join(struct expressions *all, uint32_t before, uint32_t after)
{
    if (before == EXPRESSION_EMPTY) {
        return after;
    }
    if (after == EXPRESSION_EMPTY || all->nodes[before].ends) {
        return before;
    }
    return rebuild(all, before, 0, after);
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

uint32_t expressions_content(struct expressions *all, const uint32_t *sequences, uint32_t count)
{
    uint32_t *atoms = NULL;
    size_t atom_count = 0, space = 0;
    uint32_t content = EXPRESSION_EMPTY;

    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t at = sequences[i]; at != EXPRESSION_EMPTY; at = all->nodes[at].rest) {
            enum expression_kind kind = all->nodes[all->nodes[at].first].kind;

            if (kind != EXPRESSION_END && kind != EXPRESSION_HOLE) {
                atoms = memory_room(atoms, atom_count, &space, sizeof *atoms);
                atoms[atom_count++] = all->nodes[at].first;
            }
        }
    }
    if (atom_count > 0) {
        qsort(atoms, atom_count, sizeof *atoms, compare_numbers);
    }
    for (size_t i = atom_count; i > 0; i--) {
        if (i == atom_count || atoms[i - 1] != atoms[i]) {
            content = prepend(all, atoms[i - 1], content);
        }
    }
    free(atoms);
    return content;
}

/* --- Choices. --- */

/* Nothing but problems that have been reported. */
static bool is_hole(const struct expressions *all, uint32_t sequence)
{
    bool any = false;

    while (sequence != EXPRESSION_NONE && sequence != EXPRESSION_EMPTY) {
        if (all->nodes[all->nodes[sequence].first].kind != EXPRESSION_HOLE) {
            return false;
        }
        any = true;
        sequence = all->nodes[sequence].rest;
    }
    return any;
}

static bool arms_differ(const uint32_t *arms, uint32_t count)
{
    uint32_t one = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] != EXPRESSION_NONE) {
            if (one != EXPRESSION_NONE && arms[i] != one) {
                return true;
            }
            one = arms[i];
        }
    }
    return false;
}

/* The first atom that all arms share, or EXPRESSION_NONE. */
static uint32_t shared_first(const struct expressions *all, const uint32_t *arms, uint32_t count)
{
    uint32_t shared = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] == EXPRESSION_NONE) {
            continue;
        }
        if (arms[i] == EXPRESSION_EMPTY) {
            return EXPRESSION_NONE;
        }
        uint32_t first = all->nodes[arms[i]].first;
        if (shared != EXPRESSION_NONE && first != shared) {
            return EXPRESSION_NONE;
        }
        shared = first;
    }
    return shared;
}

/* Equal ends of sequences have equal numbers: the longest is found by going along all arms, cut to
 * the length of the shortest. */
static uint32_t shared_end(const struct expressions *all, const uint32_t *arms, uint32_t count)
{
    uint32_t shared = EXPRESSION_NONE;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = arms[i];

        if (at == EXPRESSION_NONE) {
            continue;
        }
        if (shared == EXPRESSION_NONE) {
            shared = at;
        }
        while (at != shared) {
            if (all->nodes[at].length >= all->nodes[shared].length) {
                at = all->nodes[at].rest;
            } else {
                shared = all->nodes[shared].rest;
            }
        }
    }
    return shared == EXPRESSION_NONE ? EXPRESSION_EMPTY : shared;
}

bool expressions_factor(struct expressions *all, uint32_t *arms, uint32_t count,
                        struct expression_ends *ends)
{
    uint32_t original = EXPRESSION_NONE, taken = 0, atom;

    for (uint32_t i = 0; i < count && original == EXPRESSION_NONE; i++) {
        original = arms[i];
    }
    *ends = (struct expression_ends){EXPRESSION_EMPTY, EXPRESSION_EMPTY};
    if (original == EXPRESSION_NONE) {
        return false;
    }
    if (!arms_differ(arms, count)) {
        ends->after = original;
        for (uint32_t i = 0; i < count; i++) {
            arms[i] = arms[i] == EXPRESSION_NONE ? arms[i] : EXPRESSION_EMPTY;
        }
        return false;
    }
    while ((atom = shared_first(all, arms, count)) != EXPRESSION_NONE) {
        for (uint32_t i = 0; i < count; i++) {
            arms[i] = arms[i] == EXPRESSION_NONE ? arms[i] : all->nodes[arms[i]].rest;
        }
        taken++;
    }
    ends->after = shared_end(all, arms, count);
    ends->before = rebuild(all, original, all->nodes[original].length - taken, EXPRESSION_EMPTY);
    for (uint32_t i = 0; i < count; i++) {
        if (arms[i] != EXPRESSION_NONE) {
            arms[i] = rebuild(all, arms[i], all->nodes[ends->after].length, EXPRESSION_EMPTY);
            arms[i] = is_hole(all, arms[i]) ? EXPRESSION_NONE : arms[i];
        }
    }
    return arms_differ(arms, count);
}

uint32_t expressions_choice(struct expressions *all, uint32_t condition, uint32_t *arms,
                            uint32_t count)
{
    struct expression_ends ends;
    uint32_t middle = EXPRESSION_EMPTY;

    if (expressions_factor(all, arms, count, &ends)) {
        struct expression node = {
            .kind = EXPRESSION_CHOICE,
            .open = all->conditions[condition].parameters != 0,
            .condition = condition,
            .arm_count = count,
            .arms = arms,
        };

        for (uint32_t i = 0; i < count; i++) {
            if (arms[i] != EXPRESSION_NONE) {
                node.open = node.open || all->nodes[arms[i]].open;
                node.set = expressions_union(all, node.set, all->nodes[arms[i]].set);
            }
        }
        middle = prepend(all, node_number(all, &node), EXPRESSION_EMPTY);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            middle = arms[i] == EXPRESSION_NONE ? middle : arms[i];
        }
    }
    return expressions_join(all, ends.before, expressions_join(all, middle, ends.after));
}

/* --- Changes. --- */

static void reach(struct expressions *all, uint32_t **stack, size_t *count, size_t *space,
                  uint32_t number)
{
    if (number != EXPRESSION_NONE && all->stamp[number] != all->epoch) {
        all->stamp[number] = all->epoch;
        *stack = memory_room(*stack, *count, space, sizeof **stack);
        (*stack)[(*count)++] = number;
    }
}

/* Numbers of all parts of expressions, parts before their wholes. */
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
        reach(all, &parts, &count, &space, roots[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const struct expression *node = &all->nodes[parts[i]];

        if (open_only && !node->open) {
            continue; /* stays as it is, and so do its parts */
        }
        if (node->kind == EXPRESSION_SEQUENCE && node->length > 0) {
            reach(all, &parts, &count, &space, node->first);
            reach(all, &parts, &count, &space, node->rest);
        } else if (node->kind == EXPRESSION_AGAIN || node->kind == EXPRESSION_GROUP) {
            reach(all, &parts, &count, &space, node->content);
        } else if (node->kind == EXPRESSION_CHOICE) {
            for (uint32_t j = 0; j < node->arm_count; j++) {
                reach(all, &parts, &count, &space, node->arms[j]);
            }
        }
    }
    if (count > 0) {
        qsort(parts, count, sizeof *parts, compare_numbers);
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

/* What an atom or a sequence becomes: a sequence. */
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
        return prepend(all, number, EXPRESSION_EMPTY);
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
    return containing(all, node.kind, change->headless ? NULL : node.head,
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
            content = prepend(all, parts[i - 1], content);
        }
    }
    free(parts);
    return containing(all, EXPRESSION_AGAIN, entry, content);
}
