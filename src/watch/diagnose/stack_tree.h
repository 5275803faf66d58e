/* stack_tree.h: the stacks of many ranks as one tree.
 *
 * Stacks that begin alike share their nodes, from main inwards, and each node knows its ranks (as
 * in STAT: Arnold et al., "Stack trace analysis for large scale debugging", IPDPS 2007). Two lines
 * are alike if function, file and line are. Where ranks part is what to look at first.
 *
 * Always in the same order: of the nodes with the same parent the one with most ranks first, then
 * the one with the lowest rank, then by name.
 */
#ifndef TUTTI_WATCH_DIAGNOSE_STACK_TREE_H
#define TUTTI_WATCH_DIAGNOSE_STACK_TREE_H

#include "base/memory.h"
#include "finding/finding.h"
#include "watch/diagnose/rank_set.h"
#include "watch/sample/stack_path.h"

struct stack_node {
    struct stack_line line; /* of the root: all zero */
    struct rank_set ranks;  /* that are here or further inside */
    struct rank_set ending; /* those that are here */
    struct stack_node **children;
    size_t child_count;
};

/* A zeroed struct is an empty tree. */
struct stack_tree {
    struct arena arena;
    struct stack_node root;
};

void stack_tree_free(struct stack_tree *tree);

/* Lines outermost first; the tree copies them. A rank may be added more than once: for each of its
 * threads. A stack without lines leaves the rank at the root. */
void stack_tree_add(struct stack_tree *tree, int rank, const struct stack_line *lines,
                    size_t count);

/* The same for the stack of a thread: one whose outer end is not known begins with "...". */
void stack_tree_add_path(struct stack_tree *tree, int rank, const struct stack_path *path);

/* Puts all children in their order, and gives the root. */
const struct stack_node *stack_tree_sort(struct stack_tree *tree);

/* "exchange solver.c:88": the file without its folders. */
void stack_line_print(const struct stack_line *line, struct text *out);

/* A branch for each node where ranks part, with what they have in common; the arena has it. In
 * words:
 *
 *   ranks 0-63  main solver.c:120
 *     ranks 0-2,4-63  exchange solver.c:88 > MPI_Allreduce
 *     rank 3  relax solver.c:61
 */
size_t stack_tree_list(struct stack_tree *tree, struct arena *arena,
                       struct stack_branch **branches);

#endif
