#include "watch/diagnose/stack_tree.h"

#include <stdlib.h>
#include <string.h>

enum { CHAIN_MAX = 64 << 20 };

/* Stacks may be as deep as recursions go, so no function here calls itself. An array holds the way
 * from the root to a node instead. */
struct step {
    const struct stack_node *node;
    size_t next;  /* index of the child to visit next */
    size_t depth; /* depth of the branches below */
};

struct trail {
    struct step *steps;
    size_t count, space;
};

static void trail_push(struct trail *trail, const struct stack_node *node)
{
    trail->steps = memory_room(trail->steps, trail->count, &trail->space, sizeof *trail->steps);
    trail->steps[trail->count++] = (struct step){.node = node};
}

/* Returns the next node, parents before children; NULL at the end. The trail starts with the root.
 */
static const struct stack_node *trail_next(struct trail *trail)
{
    while (trail->count > 0) {
        struct step *last = &trail->steps[trail->count - 1];
        if (last->next == last->node->child_count) {
            trail->count--;
            continue;
        }
        const struct stack_node *child = last->node->children[last->next++];
        trail_push(trail, child);
        return child;
    }
    free(trail->steps);
    return NULL;
}

static void free_sets(struct stack_node *node)
{
    rank_set_free(&node->ranks);
    rank_set_free(&node->ending);
}

void stack_tree_free(struct stack_tree *tree)
{
    struct trail trail = {0};
    trail_push(&trail, &tree->root);
    for (const struct stack_node *node; (node = trail_next(&trail));)
        free_sets((struct stack_node *)node);
    free_sets(&tree->root);
    arena_free(&tree->arena);
    *tree = (struct stack_tree){0};
}

static int compare_strings(const char *left, const char *right)
{
    return strcmp(left ? left : "", right ? right : "");
}

static int compare_lines(const struct stack_line *left, const struct stack_line *right)
{
    int order = compare_strings(left->function, right->function);
    if (order == 0)
        order = compare_strings(left->file, right->file);
    return order ? order : (left->line > right->line) - (left->line < right->line);
}

static struct stack_node *find_child(struct stack_tree *tree, struct stack_node *node,
                                     const struct stack_line *line)
{
    for (size_t i = 0; i < node->child_count; i++)
        if (compare_lines(&node->children[i]->line, line) == 0)
            return node->children[i];
    struct stack_node *made = arena_alloc(&tree->arena, sizeof *made);
    made->line = (struct stack_line){.function = arena_copy(&tree->arena, line->function),
                                     .file = arena_copy(&tree->arena, line->file),
                                     .line = line->line};
    *arena_push(&tree->arena, node->children, node->child_count) = made;
    return made;
}

void stack_tree_add(struct stack_tree *tree, int rank, const struct stack_line *lines, size_t count)
{
    struct stack_node *node = &tree->root;
    rank_set_add(&node->ranks, rank);
    for (size_t i = 0; i < count; i++) {
        node = find_child(tree, node, &lines[i]);
        rank_set_add(&node->ranks, rank);
    }
    rank_set_add(&node->ending, rank);
}

void stack_tree_add_path(struct stack_tree *tree, int rank, const struct stack_path *path)
{
    if (path->complete) {
        stack_tree_add(tree, rank, path->lines, path->count);
        return;
    }
    struct stack_line *lines = memory_alloc((path->count + 1) * sizeof *lines);
    lines[0] = (struct stack_line){.function = "..."};
    if (path->count > 0)
        memcpy(&lines[1], path->lines, path->count * sizeof *lines);
    stack_tree_add(tree, rank, lines, path->count + 1);
    free(lines);
}

static int compare_nodes(const void *a, const void *b)
{
    const struct stack_node *left = *(struct stack_node *const *)a;
    const struct stack_node *right = *(struct stack_node *const *)b;
    int order = rank_set_compare(&left->ranks, &right->ranks);
    return order ? order : compare_lines(&left->line, &right->line);
}

static void sort_children(const struct stack_node *node)
{
    if (node->child_count > 0)
        qsort(node->children, node->child_count, sizeof(struct stack_node *), compare_nodes);
}

const struct stack_node *stack_tree_sort(struct stack_tree *tree)
{
    struct trail trail = {0};
    sort_children(&tree->root);
    trail_push(&trail, &tree->root);
    for (const struct stack_node *node; (node = trail_next(&trail));)
        sort_children(node);
    return &tree->root;
}

/* Replaces control characters: a name from damaged debug information may contain line breaks. */
static void print_harmless(const char *string, struct text *out)
{
    for (; *string; string++) {
        bool harmless = (unsigned char)*string >= ' ' && *string != 127;
        if (harmless)
            text_add_char(out, *string);
        else
            text_add_char(out, '?');
    }
}

void stack_line_print(const struct stack_line *line, struct text *out)
{
    print_harmless(line->function ? line->function : "??", out);
    if (!line->file)
        return;
    const char *slash = strrchr(line->file, '/');
    text_add_char(out, ' ');
    print_harmless(slash ? slash + 1 : line->file, out);
    if (line->line > 0)
        text_addf(out, ":%d", line->line);
}

/* Returns whether the line of the parent includes the node: both have the same ranks. */
static bool is_joined(const struct stack_node *parent, const struct stack_node *node)
{
    return parent->line.function && parent->child_count == 1 && parent->ending.count == 0 &&
           rank_set_same(&parent->ranks, &node->ranks);
}

/* Returns the text of the node and of the nodes that its line includes. */
static const char *chain_text(const struct stack_node *node, struct arena *arena)
{
    struct text text;
    text_init(&text, CHAIN_MAX);
    stack_line_print(&node->line, &text);
    while (node->child_count == 1 && is_joined(node, node->children[0])) {
        node = node->children[0];
        text_add(&text, " > ");
        stack_line_print(&node->line, &text);
    }
    const char *copy = arena_copy_bytes(arena, text.data, text.length);
    text_free(&text);
    return copy;
}

static struct stack_branch stack_tree_branch_of(const struct rank_set *ranks, size_t depth,
                                                const char *where, struct arena *arena)
{
    return (struct stack_branch){(int)depth, finding_rank_text(arena, ranks->ranks, ranks->count),
                                 where};
}

size_t stack_tree_list(struct stack_tree *tree, struct arena *arena, struct stack_branch **branches)
{
    struct trail trail = {0};
    size_t count = 0;
    *branches = NULL;
    stack_tree_sort(tree);
    if (tree->root.ending.count > 0)
        *arena_push(arena, *branches, count) =
            stack_tree_branch_of(&tree->root.ending, 0, "", arena);
    trail_push(&trail, &tree->root);
    for (const struct stack_node *node; (node = trail_next(&trail));) {
        const struct step *parent = &trail.steps[trail.count - 2];
        bool joined = is_joined(parent->node, node);
        if (!joined)
            *arena_push(arena, *branches, count) =
                stack_tree_branch_of(&node->ranks, parent->depth, chain_text(node, arena), arena);
        trail.steps[trail.count - 1].depth = parent->depth + !joined;
    }
    return count;
}
