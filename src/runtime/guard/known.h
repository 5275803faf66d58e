/* known.h: what MPI says of a communicator or a datatype, remembered until one is freed.
 *
 * Each thread remembers the last of both, since programs call with the same ones again and again.
 * A handle that is freed may come back as another thing: known_forget() ends all memories. */
#ifndef TUTTI_RUNTIME_GUARD_KNOWN_H
#define TUTTI_RUNTIME_GUARD_KNOWN_H

#include "runtime/weak.h"

#include <stdbool.h>

struct known_comm {
    MPI_Comm comm;
    unsigned age;
    int rank, size;
    int peers; /* processes that data is exchanged with: the remote group, or all */
    bool inter;
};

struct known_type {
    MPI_Datatype type;
    unsigned age;
    MPI_Count size;
    MPI_Aint extent;
};

/* Valid until the next question of this thread. */
const struct known_comm *known_comm(MPI_Comm comm);
struct known_type known_type(MPI_Datatype type);
void known_forget(void);

#endif
