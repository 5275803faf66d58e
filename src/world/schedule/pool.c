#include "world/schedule/pool.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    STEP = 16,    /* small sizes are multiples of it ... */
    SMALL = 1024, /* ... up to this size; above it they double */
    SMALL_SIZES = SMALL / STEP,
    SIZES = SMALL_SIZES + 40,
    KEPT = 16 << 20, /* bytes whose pages are kept when the pool is cleared */
};

/* The header of each block. */
struct block {
    uint64_t size; /* index of its size */
    union {
        struct pool *pool;  /* while the block is used */
        struct block *next; /* the next free block of its size */
    };
};

/* The pool itself, at its own start, so that it is saved too. */
struct pool {
    _Alignas(STEP) char *top;
    char *end;
    struct block *unused[SIZES];
};

/* Opens a pool with as much address space as a limit (ulimit -v) allows. */
struct pool *pool_open(void)
{
    for (size_t size = (size_t)1 << 36; size >= (size_t)1 << 24; size /= 4) {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED)
            continue;
        struct pool *pool = memory;
        pool->end = (char *)memory + size;
        pool->top = (char *)(pool + 1);
        return pool;
    }
    memory_exhausted();
}

void pool_close(struct pool *pool)
{
    if (pool)
        munmap(pool, (size_t)(pool->end - (char *)pool));
}

static size_t pool_size_index(size_t bytes, size_t *size)
{
    if (bytes <= SMALL) {
        size_t index = bytes == 0 ? 0 : (bytes - 1) / STEP;
        *size = (index + 1) * STEP;
        return index;
    }
    size_t index = SMALL_SIZES;
    for (*size = 2 * (size_t)SMALL; *size < bytes; *size *= 2)
        index++;
    return index;
}

static struct block *block_of(void *memory)
{
    return (struct block *)memory - 1;
}

struct pool *pool_of(const void *memory)
{
    return ((const struct block *)memory - 1)->pool;
}

static void *pool_take(struct pool *pool, size_t bytes)
{
    size_t size, index = pool_size_index(bytes, &size);
    struct block *block = pool->unused[index];
    if (block) {
        pool->unused[index] = block->next;
        block->pool = pool;
        return block + 1;
    }
    if (size + sizeof *block > (size_t)(pool->end - pool->top))
        memory_exhausted();
    block = (struct block *)__builtin_assume_aligned(pool->top, STEP);
    block->size = index;
    block->pool = pool;
    pool->top += sizeof *block + size;
    return block + 1;
}

void *pool_zero(struct pool *pool, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        memory_exhausted();
    return memset(pool_take(pool, bytes), 0, bytes);
}

void pool_free(void *memory)
{
    if (!memory)
        return;
    struct block *block = block_of(memory);
    struct pool *pool = block->pool;
    block->next = pool->unused[block->size];
    pool->unused[block->size] = block;
}

void *pool_room(struct pool *pool, void *list, size_t count, size_t *space, size_t size)
{
    if (count < *space)
        return list;
    size_t wanted = *space > 0 ? 2 * *space : 8;
    void *larger = pool_zero(pool, wanted, size);
    if (count > 0)
        memcpy(larger, list, count * size);
    pool_free(list);
    *space = wanted;
    return larger;
}

void pool_clear(struct pool *pool)
{
    char *end = pool->end;
    if (pool->top - (char *)pool > KEPT)
        madvise((char *)pool + KEPT, (size_t)(pool->top - (char *)pool) - KEPT, MADV_DONTNEED);
    memset(pool, 0, sizeof *pool);
    pool->end = end;
    pool->top = (char *)(pool + 1);
}

struct pool_copy {
    struct pool *pool;
    size_t size;
    char bytes[];
};

struct pool_copy *pool_save(struct pool *pool, size_t *bytes)
{
    size_t size = (size_t)(pool->top - (char *)pool);
    struct pool_copy *copy = memory_alloc(sizeof *copy + size);
    copy->pool = pool;
    copy->size = size;
    memcpy(copy->bytes, pool, size);
    *bytes = size;
    return copy;
}

void pool_restore(const struct pool_copy *copy)
{
    memcpy(copy->pool, copy->bytes, copy->size);
}

void pool_forget(struct pool_copy *copy)
{
    free(copy);
}
