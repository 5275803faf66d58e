/* arguments.h: the arguments of an operation in one form for all kinds. A record keeps and compares
 * them, and a search makes a hash of them. Numbers of contexts are left out: they depend on the
 * order in which ranks ask for them. */
#ifndef TUTTI_WORLD_SCHEDULE_ARGUMENTS_H
#define TUTTI_WORLD_SCHEDULE_ARGUMENTS_H

#include "runtime/world/protocol.h"

/* What the kind does not have is 0. */
struct arguments {
    int32_t peer; /* destination, source, root, target; of an access, the rank itself */
    int32_t tag;
    uint32_t mode;
    uint32_t members; /* members, requests or ranges; or the number of another operation */
    uint64_t bytes;   /* of a message; of a shared pointer, the amount */
};

/* Returns the arguments of an operation that the rank has posted. Files of records contain them: a
 * change makes the replay of an older record differ. */
struct arguments arguments_of(int rank, const struct world_op *op);

#endif
