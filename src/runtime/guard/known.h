/* known.h: remembers what MPI says of a communicator or a datatype, until one is freed.
 *
 * Each thread remembers the last of both, because programs use the same ones again and again. The
 * handle of a freed object may be used again for another: known_forget() makes all threads
 * forget. */
#ifndef TUTTI_RUNTIME_GUARD_KNOWN_H
#define TUTTI_RUNTIME_GUARD_KNOWN_H

#include "runtime/weak.h"

#include <stdatomic.h>
#include <stdbool.h>

struct known_comm {
    MPI_Comm comm;
    unsigned age;
    int rank, size;
    int peers; /* number of processes that exchange data: the remote group, or all */
    bool inter;
};

struct known_type {
    MPI_Datatype type;
    unsigned age;
    MPI_Count size;
    MPI_Aint extent;
};

extern atomic_uint known_age;
extern __thread struct known_comm known_last_comm __attribute__((tls_model("initial-exec")));
extern __thread struct known_type known_last_type __attribute__((tls_model("initial-exec")));

const struct known_comm *known_ask_comm(MPI_Comm comm);
const struct known_type *known_ask_type(MPI_Datatype type);

/* The result is valid until the next query of this thread. */
static inline const struct known_comm *known_comm(MPI_Comm comm)
{
    const struct known_comm *last = &known_last_comm;
    unsigned now = atomic_load_explicit(&known_age, memory_order_relaxed);
    return last->comm == comm && last->age == now ? last : known_ask_comm(comm);
}

static inline const struct known_type *known_type(MPI_Datatype type)
{
    const struct known_type *last = &known_last_type;
    unsigned now = atomic_load_explicit(&known_age, memory_order_relaxed);
    return last->type == type && last->age == now ? last : known_ask_type(type);
}

void known_forget(void);

#endif
