/* fault.h: faults in arguments of calls about groups or topologies, without MPI's constants. The
 * caller has one place that turns a fault into an error class and a finding. A function that
 * returns a fault has changed no output except the fault. */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_FAULT_H
#define TUTTI_RUNTIME_WORLD_MODEL_FAULT_H

#include <stdint.h>

enum fault_kind {
    FAULT_NONE = 0,
    FAULT_MEMORY,     /* out of memory: the arguments are right */
    FAULT_COUNT,      /* a count is negative (of nodes to divide: not positive) */
    FAULT_RANK,       /* a rank, or one that a range computes, is not in the group or topology */
    FAULT_DUPLICATE,  /* a rank that an earlier entry already named */
    FAULT_STRIDE,     /* a range has stride 0 */
    FAULT_RANGE,      /* the stride of a range leads away from its end */
    FAULT_SIZE,       /* the topology has more processes (value) than the communicator */
    FAULT_DIMENSION,  /* an extent is not positive (to be divided: negative) */
    FAULT_DIVISION,   /* the nodes are no multiple of the given extents (value) */
    FAULT_COORDINATE, /* a coordinate is outside a dimension that is not periodic */
    FAULT_DIRECTION,  /* a direction is not the number of a dimension */
    FAULT_INDEX,      /* an index of a graph is smaller than the one before, or than 0 */
    FAULT_WEIGHT,     /* a weight is negative */
    FAULT_WEIGHTED,   /* a process gives weights (value 1) or none (0), unlike process 0 */
};

struct fault {
    enum fault_kind kind;
    const char *argument; /* the parameter's name in the MPI standard */
    int entry;            /* of an array argument, from 0; -1 for a scalar */
    int earlier;          /* FAULT_DUPLICATE: the first entry with this rank */
    int64_t value;        /* the offending number; a computed one may exceed int */
};

static inline enum fault_kind fault_set(struct fault *fault, enum fault_kind kind,
                                        const char *argument, int entry, int64_t value)
{
    *fault = (struct fault){
        .kind = kind, .argument = argument, .entry = entry, .earlier = -1, .value = value};
    return kind;
}

static inline enum fault_kind fault_memory(struct fault *fault)
{
    return fault_set(fault, FAULT_MEMORY, "", -1, 0);
}

#endif
