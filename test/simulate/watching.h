/* watching.h: a simulated job under the monitors of `tutti watch`: hub, tree and models are those
 * of the command; the network, the clock and the ranks are simulated. */
#ifndef TUTTI_SIMULATE_WATCHING_H
#define TUTTI_SIMULATE_WATCHING_H

#include "simulate/ranks.h"
#include "watch/monitor.h"

enum trouble {
    TROUBLE_NONE,
    TROUBLE_KILLED, /* the monitor of a node dies, and its sockets are closed */
    TROUBLE_SILENT, /* the node is not reached any more */
    TROUBLE_SLOW,   /* what it says takes seconds */
};

struct scene {
    const char *name;
    struct ranks_options ranks;
    double seconds; /* that are simulated */
    size_t fan;
    bool charges; /* what monitors compute takes simulated time */
    enum trouble trouble;
    double trouble_at;
    int trouble_node; /* from 0 */
};

struct outcome {
    double begin, end;  /* simulated */
    double hung, alarm; /* infinity: never */
    enum monitor_state state;
    size_t withdrawn, processes, lost;
    double joined; /* seconds until all nodes had called */
    double stacks; /* seconds from the alarm until all stacks were there and merged */
    char headline[200];
    char lost_names[200]; /* of nodes, as the notes say them */
    int left;             /* monitors that had not ended a minute after the hub */
    /* Per simulated second, after all had called and before the alarm: processor, bytes. */
    double hub_processor, inner_processor, leaf_processor;
    double hub_in, hub_out, inner_in, stacks_bytes;
    size_t hub_memory;
};

void watching_simulate(const struct scene *scene, struct outcome *outcome);

#endif
