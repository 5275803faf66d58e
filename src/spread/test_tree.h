/* test_tree.h: a tree for tests, shaped like that of a search of schedules.
 *
 * A leaf is a path of `depth` digits. At each node a hash of the path to it gives the number of
 * branches, 1 to `branches`. An item is the beginning of a path. Its run follows it, continues with
 * digit 0 to a leaf, gives that leaf as its result, and hands out the other digits of every node
 * that it passed after the item. So each leaf is the result of exactly one run. */
#ifndef TUTTI_SPREAD_TEST_TREE_H
#define TUTTI_SPREAD_TEST_TREE_H

#include "spread/spread.h"

#include <stdint.h>
#include <string.h>

enum { TREE_DEPTH_MAX = 64 };

struct tree {
    unsigned depth;
    unsigned branches;
};

static inline unsigned tree_branches(const struct tree *tree, const char *path, size_t length)
{
    uint64_t hash = 88172645463325252ULL + length;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)path[i]) * 1099511628211ULL;
    return 1 + (unsigned)((hash >> 33) % tree->branches);
}

static inline uint64_t tree_leaves(const struct tree *tree, char *path, size_t length)
{
    if (length == tree->depth)
        return 1;
    uint64_t sum = 0;
    unsigned branches = tree_branches(tree, path, length);
    for (unsigned i = 0; i < branches; i++) {
        path[length] = (char)('0' + i);
        sum += tree_leaves(tree, path, length + 1);
    }
    return sum;
}

static inline void tree_run(const struct tree *tree, const struct spread_item *item,
                            struct spread_out *out)
{
    char path[TREE_DEPTH_MAX];
    unsigned branches[TREE_DEPTH_MAX] = {0};
    if (item->length > 0)
        memcpy(path, item->bytes, item->length);
    for (size_t i = item->length; i < tree->depth; i++) {
        branches[i] = tree_branches(tree, path, i);
        path[i] = '0';
    }
    spread_result(out, path, tree->depth);
    spread_base(out, path, tree->depth);
    double share = 1;
    for (size_t i = item->length; i < tree->depth; i++) {
        share /= branches[i];
        for (unsigned digit = 1; digit < branches[i]; digit++) {
            char tail = (char)('0' + digit);
            spread_child(out, i, &tail, 1, share);
        }
    }
}

#endif
