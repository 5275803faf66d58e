/* ranks.h: a job of MPI, simulated, as the boards of its nodes show it.
 *
 * Every step the ranks compute, exchange messages with two neighbours (MPI_Waitall) and meet
 * (MPI_Allreduce). Ranks are unequal, each step of each takes some per cent more or less, now and
 * then one loses half a second. Every so often all write a checkpoint and meet in a barrier, or
 * rank 0 works alone. From some time on there may be a fault, in the next step. */
#ifndef TUTTI_SIMULATE_RANKS_H
#define TUTTI_SIMULATE_RANKS_H

#include "watch/sample/board.h"
#include "watch/sample/vitals.h"

enum fault {
    FAULT_NONE,
    FAULT_DEADLOCK, /* two neighbours receive from each other */
    FAULT_LOOP,     /* a rank computes for ever */
    FAULT_STOPPED,  /* a signal stops it */
    FAULT_SKIP,     /* it goes to another collective */
};

struct ranks_options {
    int nodes, per_node;
    double step;       /* seconds that a rank computes, about */
    double checkpoint; /* seconds between two of them; 0: none */
    double alone;      /* seconds between two works of rank 0; 0: none */
    enum fault fault;
    double fault_at;
    int fault_rank;
};

struct ranks;

struct ranks *ranks_new(const struct ranks_options *options, double now);
void ranks_free(struct ranks *ranks);

/* The processes of the node, as they are now. */
void ranks_show(struct ranks *ranks, int node, struct board *board, double now);
void ranks_vitals(struct ranks *ranks, int pid, struct vitals *vitals, double now);

/* When the last rank moved before all stood for ever; infinity: they do not. */
double ranks_hung(const struct ranks *ranks);

#endif
