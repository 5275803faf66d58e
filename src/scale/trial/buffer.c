#include "scale/trial/buffer.h"

#include "scale/trial/content.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SAMPLE_BYTES = 512, SAMPLES = 11, PIECE_MAX = 4096, POISON = 0xa5 };

static const uint64_t GUARD_BYTES = (uint64_t)1 << 36;
static const uint64_t WHOLE_BYTES = 32 << 20; /* a window saves nothing below this size */

static uint64_t block_bytes(const struct layout *layout)
{
    return layout->elements * layout->size;
}

/* Returns the start of a sample of a block. Samples are spread evenly, and before and behind 2^31
 * and 2^32. */
static uint64_t sample_start(const struct layout *layout, size_t number)
{
    uint64_t bytes = block_bytes(layout), start;
    static const uint64_t edges[] = {(uint64_t)1 << 31, (uint64_t)1 << 32};
    if (number < 9)
        start = bytes / 8 * number;
    else
        start = edges[number - 9] < bytes ? edges[number - 9] : 0;
    if (start + SAMPLE_BYTES > bytes)
        start = bytes - SAMPLE_BYTES;
    return start - start % layout->size;
}

static bool buffer_dense(const struct layout *layout)
{
    return layout->extent == layout->size && layout->stride == block_bytes(layout);
}

static unsigned char *buffer_address_of(const struct buffer *buffer, uint64_t block, uint64_t start)
{
    const struct layout *layout = &buffer->layout;
    return buffer->base + block * layout->stride + start / layout->size * layout->extent +
           start % layout->size;
}

/* Goes to the next piece by its start; in a sampled block, to the next sample. */
static bool next_in_block(const struct buffer *buffer, struct piece *piece)
{
    const struct layout *layout = &buffer->layout;
    uint64_t end = piece->start + piece->length, bytes = block_bytes(layout);
    if (buffer->sampled) {
        uint64_t nearest = bytes;
        for (size_t i = 0; i < SAMPLES; i++) {
            uint64_t start = sample_start(layout, i);
            if (start >= end && start < nearest)
                nearest = start;
        }
        piece->start = nearest;
        piece->length = bytes - nearest < SAMPLE_BYTES ? bytes - nearest : SAMPLE_BYTES;
    } else {
        uint64_t most = layout->extent == layout->size ? PIECE_MAX : layout->size;
        piece->start = end;
        piece->length = bytes - end < most ? bytes - end : most;
    }
    return piece->start < bytes;
}

bool buffer_next(const struct buffer *buffer, uint64_t first, uint64_t last, struct piece *piece)
{
    if (!piece->address)
        *piece = (struct piece){.block = first};
    if (block_bytes(&buffer->layout) == 0)
        return false;
    while (piece->block < last && !next_in_block(buffer, piece))
        *piece = (struct piece){.block = piece->block + 1};
    if (piece->block >= last)
        return false;
    piece->address = buffer_address_of(buffer, piece->block, piece->start);
    return true;
}

static bool map_fixed(void *at, size_t length, int file)
{
    int flags = MAP_FIXED | (file >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
    /* cppcheck-suppress leakReturnValNotUsed ; it is within the buffer's own mapping */
    if (mmap(at, length, PROT_READ | PROT_WRITE, flags, file, 0) == MAP_FAILED)
        return false;
    /* A huge page for each touched element would take much more memory than the elements. */
    madvise(at, length, MADV_NOHUGEPAGE);
    return true;
}

/* Maps one window all over the buffer. */
static bool map_window(struct buffer *buffer, size_t length, int rank)
{
    int file = memfd_create("tutti-window", MFD_CLOEXEC);
    bool good = file >= 0 && ftruncate(file, CONTENT_WINDOW) == 0;
    for (size_t at = 0; good && at < length; at += CONTENT_WINDOW)
        good = map_fixed(buffer->base + at,
                         length - at < CONTENT_WINDOW ? length - at : CONTENT_WINDOW, file);
    if (file >= 0)
        close(file);
    if (good)
        content_add(buffer->base, CONTENT_WINDOW, rank, 0);
    return good;
}

static bool map_samples(struct buffer *buffer)
{
    struct piece piece = {0};
    while (buffer_next(buffer, 0, buffer->layout.blocks, &piece)) {
        uintptr_t start = (uintptr_t)piece.address / CONTENT_PAGE * CONTENT_PAGE;
        uintptr_t end = (uintptr_t)piece.address + piece.length;
        /* Two samples may share a page; poison is written afterwards. */
        size_t length = (end - start + CONTENT_PAGE - 1) / CONTENT_PAGE * CONTENT_PAGE;
        if (!map_fixed((void *)start, length, -1))
            return false;
    }
    return true;
}

static void buffer_fill(struct buffer *buffer, bool writable, int rank)
{
    struct piece piece = {0};
    while (buffer_next(buffer, 0, buffer->layout.blocks, &piece)) {
        memset(piece.address, writable ? POISON : 0, piece.length);
        if (!writable)
            content_add(piece.address, piece.length, rank,
                        piece.block * block_bytes(&buffer->layout) + piece.start);
    }
}

bool buffer_open(struct buffer *buffer, const struct layout *layout, bool real, bool writable,
                 int rank)
{
    uint64_t length = (layout->blocks - 1) * layout->stride + layout->elements * layout->extent;
    length = (length / CONTENT_PAGE + 1) * CONTENT_PAGE;
    uint64_t guard = real ? 0 : GUARD_BYTES;
    *buffer = (struct buffer){.layout = *layout, .mapped = length + 2 * guard};
    buffer->sampled = !real && buffer_dense(layout) && length > WHOLE_BYTES;
    buffer->mapping =
        mmap(NULL, buffer->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (buffer->mapping == MAP_FAILED) {
        *buffer = (struct buffer){0};
        return false;
    }
    buffer->base = buffer->mapping + guard;
    bool good = buffer->sampled
                    ? map_window(buffer, length, rank) && (!writable || map_samples(buffer))
                    : map_fixed(buffer->base, length, -1);
    if (!good)
        buffer_close(buffer);
    else if (!buffer->sampled || writable)
        buffer_fill(buffer, writable, rank);
    return good;
}

void buffer_close(struct buffer *buffer)
{
    if (buffer->mapping)
        munmap(buffer->mapping, buffer->mapped);
    *buffer = (struct buffer){0};
}
