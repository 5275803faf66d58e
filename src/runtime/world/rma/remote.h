/* remote.h: memory of other ranks, read and written from outside.
 *
 * Ranks are processes of their own; the kernel copies between them (process_vm_readv). The order of
 * accesses is the scheduler's: whoever comes here was let. */
#ifndef TUTTI_RUNTIME_WORLD_RMA_REMOTE_H
#define TUTTI_RUNTIME_WORLD_RMA_REMOTE_H

#include "runtime/world/datatype/datatype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct piece {
    uint64_t address, length;
};

/* Memory in the order of MPI_Pack. */
struct pieces {
    struct piece *list;
    size_t count;
    uint64_t bytes;
};

/* Of `count` elements at an address. False: their layout is not known. */
bool remote_pieces(uint64_t address, uint64_t count, const struct datatype_info *info,
                   struct pieces *pieces);
void remote_free(struct pieces *pieces);

/* The part [from, from + bytes) of them; `visit` for each. */
typedef void piece_visitor(const struct piece *piece, void *data);
void remote_each(const struct pieces *pieces, uint64_t from, uint64_t bytes, piece_visitor *visit,
                 void *data);

/* Copies that part from or to a rank of MPI_COMM_WORLD. 0; -ESRCH: the rank has ended; another
 * error: the memory is not there. */
int remote_read(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes, void *into);
int remote_write(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes,
                 const void *data);
/* The same of memory in one piece. */
int remote_fetch(int rank, uint64_t address, uint64_t bytes, void *into);

#endif
