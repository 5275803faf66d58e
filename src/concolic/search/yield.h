/* yield.h: collects the tests that one item of the search leads to. */
#ifndef TUTTI_CONCOLIC_SEARCH_YIELD_H
#define TUTTI_CONCOLIC_SEARCH_YIELD_H

#include "concolic/search/search.h"

/* A test to be executed. */
struct child {
    struct bytes bytes;
    unsigned priority;
};

/* Results of one item. */
struct yield {
    struct child *children; /* best first */
    size_t count, space;
    bool any_left;
    unsigned left;    /* priority of the best remaining candidate */
    struct aim rest;  /* aim of the item that asks about all remaining candidates */
    bool any_hard;    /* some questions need more time */
    struct aim hard;  /* aim of the item that asks them */
    bool early;       /* the test was stopped early */
    struct aim whole; /* aim of the item that executes it in full */
};

void yield_add(struct yield *yield, const struct input *input, const struct aim *aim);

/* Hands all tests out, and the item once more for each part that remains; frees the yield. */
void yield_give(const struct spread_item *item, const struct input *input, struct yield *yield,
                struct spread_out *out);

#endif
