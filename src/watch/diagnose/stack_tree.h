/* stack_tree.h: merges the stacks of many ranks into one tree.
 *
 * Stacks with a common beginning share its nodes, from main inwards, and each node knows its ranks
 * (as in STAT: Arnold et al., "Stack trace analysis for large scale debugging", IPDPS 2007). Two
 * lines are equal if their function, file and line are. The nodes where ranks part are the first
 * places to look at.
 *
 * The order is always the same: among the children of a node, the one with the most ranks comes
 * first, then the one with the lowest rank, then the first by name.
 */
#ifndef TUTTI_WATCH_DIAGNOSE_STACK_TREE_H
#define TUTTI_WATCH_DIAGNOSE_STACK_TREE_H

#include "base/memory.h"
#include "finding/finding.h"
#include "watch/diagnose/rank_set.h"
#include "watch/sample/stack_path.h"

struct stack_node {
    struct stack_line line; /* all zero in the root */
    struct rank_set ranks;  /* ranks that are here or further inside */
    struct rank_set ending; /* ranks whose stacks end here */
    struct stack_node **children;
    size_t child_count;
};

/* A zeroed struct is an empty tree. */
struct stack_tree {
    struct arena arena;
    struct stack_node root;
};

void stack_tree_free(struct stack_tree *tree);

/* Adds a stack, outermost line first; the tree copies the lines. A rank may be added several times,
 * once for each of its threads. A stack without lines leaves the rank at the root. */
void stack_tree_add(struct stack_tree *tree, int rank, const struct stack_line *lines,
                    size_t count);

/* Does the same for the stack of a thread. A stack whose outer end is not known begins with
 * "...". */
void stack_tree_add_path(struct stack_tree *tree, int rank, const struct stack_path *path);

/* Sorts the children of all nodes, and returns the root. */
const struct stack_node *stack_tree_sort(struct stack_tree *tree);

/* Prints "exchange solver.c:88": the file without its folders. */
void stack_line_print(const struct stack_line *line, struct text *out);

/* Lists a branch for each node where ranks part, with the lines that they have in common; the arena
 * owns the list. Printed, it reads:
 *
 *   ranks 0-63  main solver.c:120
 *     ranks 0-2,4-63  exchange solver.c:88 > MPI_Allreduce
 *     rank 3  relax solver.c:61
 */
size_t stack_tree_list(struct stack_tree *tree, struct arena *arena,
                       struct stack_branch **branches);

#endif
