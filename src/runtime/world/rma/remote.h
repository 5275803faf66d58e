/* remote.h: reads and writes memory of other ranks from outside.
 *
 * Ranks are separate processes; the kernel copies between them (process_vm_readv). The scheduler
 * has granted every access that comes here. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_REMOTE_H
#define TUTTI_RUNTIME_WORLD_RMA_REMOTE_H

#include "runtime/world/datatype/datatype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
    uint64_t address, length;
};

/* Memory, in the order of MPI_Pack. */
struct pieces {
    struct piece *list;
    size_t count;
    uint64_t bytes;
};

/* Lists the pieces of `count` elements at an address; false: their layout is unknown. */
bool remote_pieces(uint64_t address, uint64_t count, const struct datatype_info *info,
                   struct pieces *pieces);
void remote_free(struct pieces *pieces);

/* Calls `visit` for each piece of the bytes [from, from + bytes). */
typedef void piece_visitor(const struct piece *piece, void *data);
void remote_each(const struct pieces *pieces, uint64_t from, uint64_t bytes, piece_visitor *visit,
                 void *data);

/* Copy those bytes from or to a rank of MPI_COMM_WORLD. Return 0, or -ESRCH if the rank has ended;
 * another error means that the memory is not mapped. */
int remote_read(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes, void *into);
int remote_write(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes,
                 const void *data);
/* Does the same for memory in one piece. */
int remote_fetch(int rank, uint64_t address, uint64_t bytes, void *into);

#endif
