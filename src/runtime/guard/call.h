/* call.h: one call of a collective, made by the program or by a repair. */
#ifndef TUTTI_RUNTIME_GUARD_CALL_H
#define TUTTI_RUNTIME_GUARD_CALL_H

#include "runtime/weak.h"

#include <stdbool.h>
#include <stdint.h>

/* All functions that the guard checks. A nonblocking form follows its blocking one; persistent
 * forms and large-count twins have their own names, in the same order. */
#define GUARD_FUNCTIONS(X)   \
    X(Bcast)                 \
    X(Ibcast)                \
    X(Gather)                \
    X(Igather)               \
    X(Scatter)               \
    X(Iscatter)              \
    X(Allgather)             \
    X(Iallgather)            \
    X(Alltoall)              \
    X(Ialltoall)             \
    X(Gatherv)               \
    X(Igatherv)              \
    X(Scatterv)              \
    X(Iscatterv)             \
    X(Allgatherv)            \
    X(Iallgatherv)           \
    X(Alltoallv)             \
    X(Ialltoallv)            \
    X(Reduce)                \
    X(Ireduce)               \
    X(Allreduce)             \
    X(Iallreduce)            \
    X(Scan)                  \
    X(Iscan)                 \
    X(Exscan)                \
    X(Iexscan)               \
    X(Reduce_scatter)        \
    X(Ireduce_scatter)       \
    X(Reduce_scatter_block)  \
    X(Ireduce_scatter_block) \
    X(Gatherv_c)             \
    X(Igatherv_c)            \
    X(Scatterv_c)            \
    X(Iscatterv_c)           \
    X(Allgatherv_c)          \
    X(Iallgatherv_c)         \
    X(Alltoallv_c)           \
    X(Ialltoallv_c)          \
    X(Gatherv_init)          \
    X(Scatterv_init)         \
    X(Allgatherv_init)       \
    X(Alltoallv_init)        \
    X(Gatherv_init_c) X(Scatterv_init_c) X(Allgatherv_init_c) X(Alltoallv_init_c) X(Pack_size)

enum guard_function {
#define FUNCTION(name) FUNCTION_##name,
    GUARD_FUNCTIONS(FUNCTION)
#undef FUNCTION
        FUNCTIONS
};

/* Parameters are named as in the table of MPI. Arrays of counts and displacements are of int; in a
 * large-count function, of MPI_Count and MPI_Aint. */
struct guard_collective {
    enum guard_function function;
    const void *sendbuf;
    MPI_Count sendcount;
    const void *sendcounts, *sdispls;
    MPI_Datatype sendtype;
    void *recvbuf, *buffer;
    MPI_Count recvcount, count;
    const void *recvcounts, *rdispls, *displs;
    MPI_Datatype recvtype, datatype;
    MPI_Op op;
    int root;
    MPI_Comm comm;
    MPI_Info info;
    MPI_Request *request;
};

extern const char *const function_names[FUNCTIONS]; /* "MPI_Gatherv" */
bool function_nonblocking(enum guard_function function);
bool function_large(enum guard_function function);
bool function_persistent(enum guard_function function);

/* Returns the blocking form without large counts. */
enum guard_function function_plain(enum guard_function function);

/* By function: makes the call with the next definition (next.h); NULL if the MPI library has no
 * such function. The template writes these functions. */
extern int (*const collective_issue[FUNCTIONS])(const struct guard_collective *call);

#endif
