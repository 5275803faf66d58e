/* searching.h: a search that many processes share (src/spread), simulated: who gives what to whom,
 * journal and frontier are those of `tutti verify`; the network, the clock and the workers'
 * processes are simulated, and an item takes as long as the scene says. */
#ifndef TUTTI_SIMULATE_SEARCHING_H
#define TUTTI_SIMULATE_SEARCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct search_scene {
    int processes, workers; /* in all; of each process */
    double seconds;         /* of an item, about */
    uint64_t items;         /* of the tree */
    bool skewed;            /* most of the tree hangs on few of its items */
    const char *directory;  /* of the journal; NULL: none */
    bool charges;
};

struct search_outcome {
    uint64_t done; /* items */
    bool complete;
    double seconds;   /* from the first call to the last return, simulated */
    double work;      /* sum of what the items took */
    double path;      /* the longest row of items that follow each other: no search is shorter */
    double begun;     /* after so long nine workers of ten had an item */
    double ending;    /* so long before the end fewer had one for the first time */
    double processor; /* of process 0 */
    uint64_t messages, bytes_in, bytes_out; /* of process 0 */
    size_t memory;                          /* of process 0, at most */
    char note[200];
};

void searching_simulate(const struct search_scene *scene, struct search_outcome *outcome);

#endif
