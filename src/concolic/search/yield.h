/* yield.h: what one item of the search has come to: tests that will be. */
#ifndef TUTTI_CONCOLIC_SEARCH_YIELD_H
#define TUTTI_CONCOLIC_SEARCH_YIELD_H

#include "concolic/search/search.h"

/* A test that will be. */
struct child {
    struct bytes bytes;
    unsigned priority;
};

/* What one item has come to. */
struct yield {
    struct child *children; /* the best first */
    size_t count, space;
    bool any_left;
    unsigned left;    /* priority of the best candidate that was not asked for */
    struct aim rest;  /* to ask for it and all others */
    bool any_hard;    /* there are questions to be asked with more time */
    struct aim hard;  /* to do so */
    bool early;       /* the test was stopped early */
    struct aim whole; /* to execute it in full */
};

void yield_add(struct yield *yield, const struct input *input, const struct aim *aim);

/* Hands all of them out, the item once more where something is left of it, and frees the yield. */
void yield_give(const struct spread_item *item, const struct input *input, struct yield *yield,
                struct spread_out *out);

#endif
