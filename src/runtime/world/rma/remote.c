#include "runtime/world/rma/remote.h"

#include "runtime/world/rank/rank.h"
#include "runtime/world/rewind/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { AT_ONCE = 512 }; /* pieces given to the kernel at once, which takes up to 1024 */

static void remote_add(struct pieces *pieces, size_t *room, uint64_t address, uint64_t length)
{
    struct piece *last = pieces->count > 0 ? &pieces->list[pieces->count - 1] : NULL;
    pieces->bytes += length;
    if (last && last->address + last->length == address) {
        last->length += length;
        return;
    }
    if (pieces->count == *room) {
        *room = *room ? *room * 2 : 4;
        pieces->list = rank_memory(realloc(pieces->list, *room * sizeof *pieces->list));
    }
    pieces->list[pieces->count++] = (struct piece){address, length};
}

bool remote_pieces(uint64_t address, uint64_t count, const struct datatype_info *info,
                   struct pieces *pieces)
{
    const struct layout *layout = info->layout;
    size_t room = 0;
    *pieces = (struct pieces){0};
    if (info->contiguous) {
        if (count > 0 && info->size > 0)
            remote_add(pieces, &room, address + (uint64_t)info->true_lower,
                       count * (uint64_t)info->size);
        return true;
    }
    if (!layout->known)
        return false;
    for (uint64_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < layout->strip_count; j++) {
            const struct layout_strip *strip = &layout->strips[j];
            uint64_t start = address + i * (uint64_t)info->extent + (uint64_t)strip->offset;
            for (uint64_t k = 0; k < strip->repeat; k++)
                remote_add(pieces, &room, start + k * (uint64_t)strip->stride,
                           (uint64_t)strip->length);
        }
    return true;
}

void remote_free(struct pieces *pieces)
{
    free(pieces->list);
    *pieces = (struct pieces){0};
}

void remote_each(const struct pieces *pieces, uint64_t from, uint64_t bytes, piece_visitor *visit,
                 void *data)
{
    for (size_t i = 0; i < pieces->count && bytes > 0; i++) {
        struct piece piece = pieces->list[i];
        if (from >= piece.length) {
            from -= piece.length;
            continue;
        }
        piece.address += from;
        piece.length -= from;
        from = 0;
        if (piece.length > bytes)
            piece.length = bytes;
        bytes -= piece.length;
        visit(&piece, data);
    }
}

static _Noreturn void stop_at_refusal(int rank)
{
    rank_stop("rank %d may not look into the memory of rank %d (process_vm_readv is refused): "
              "windows need that; in a container allow ptrace (--cap-add=SYS_PTRACE), elsewhere "
              "set kernel.yama.ptrace_scope to 1 or 0",
              world_rank, rank);
}

/* Pieces to transfer; the kernel gets many at once. */
struct transfer {
    int rank;
    long call; /* SYS_process_vm_readv or _writev */
    char *local;
    struct iovec remote[AT_ONCE];
    size_t count;
    uint64_t bytes;
    int failed; /* -errno */
};

static void remote_flush(struct transfer *transfer)
{
    size_t first = 0;
    while (transfer->bytes > 0 && !transfer->failed) {
        struct iovec local = {transfer->local, transfer->bytes};
        long done = GATE(transfer->call, atomic_load(&world->rank[transfer->rank].process), &local,
                         1, transfer->remote + first, transfer->count - first, 0);
        if (done == -EPERM || done == -ENOSYS)
            stop_at_refusal(transfer->rank);
        if (done <= 0) {
            transfer->failed = done < 0 ? (int)done : -EFAULT;
            break;
        }
        transfer->local += done;
        transfer->bytes -= (uint64_t)done;
        for (; done > 0 && (uint64_t)done >= transfer->remote[first].iov_len; first++)
            done -= (long)transfer->remote[first].iov_len;
        if (done > 0) {
            transfer->remote[first].iov_base = (char *)transfer->remote[first].iov_base + done;
            transfer->remote[first].iov_len -= (size_t)done;
        }
    }
    transfer->count = 0;
}

static void take_along(const struct piece *piece, void *data)
{
    struct transfer *transfer = data;
    if (transfer->failed)
        return;
    transfer->remote[transfer->count++] =
        (struct iovec){(void *)(uintptr_t)piece->address, piece->length};
    transfer->bytes += piece->length;
    if (transfer->count == AT_ONCE)
        remote_flush(transfer);
}

static int remote_copy(int rank, long call, const struct pieces *pieces, uint64_t from,
                       uint64_t bytes, void *local)
{
    struct transfer transfer = {.rank = rank, .call = call, .local = local};
    remote_each(pieces, from, bytes, take_along, &transfer);
    remote_flush(&transfer);
    return transfer.failed;
}

int remote_read(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes, void *into)
{
    return remote_copy(rank, SYS_process_vm_readv, pieces, from, bytes, into);
}

int remote_write(int rank, const struct pieces *pieces, uint64_t from, uint64_t bytes,
                 const void *data)
{
    return remote_copy(rank, SYS_process_vm_writev, pieces, from, bytes, (void *)(uintptr_t)data);
}

int remote_fetch(int rank, uint64_t address, uint64_t bytes, void *into)
{
    struct piece piece = {address, bytes};
    const struct pieces pieces = {&piece, 1, bytes};
    return remote_read(rank, &pieces, 0, bytes, into);
}
