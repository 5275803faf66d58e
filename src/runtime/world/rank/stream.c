#include "runtime/world/rank/stream.h"

#include "runtime/world/rank/patience.h"
#include "runtime/world/rank/rank.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LEAST = 256 << 10, CHUNK = 128 << 10 }; /* bytes */

bool stream_pays(uint64_t bytes)
{
    static long cores;
    if (!cores)
        cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (world->repeats)
        return false; /* a search compares executions and needs each payload complete when it is
                         posted */
    return bytes >= LEAST && (long)world->ranks <= cores && !rank_crowded();
}

void stream_begin(uint64_t payload)
{
    struct world_payload *block = world_payload_at(world, payload);
    block->written = 0;
    block->awaited = 0;
}

bool stream_is_open(uint64_t payload)
{
    return world_payload_at(world, payload)->written == 0;
}

static size_t stream_part_of(size_t bytes, size_t done)
{
    return bytes - done < CHUNK ? bytes - done : CHUNK;
}

void stream_write(uint64_t payload, void *place, const void *from, size_t bytes)
{
    struct world_payload *block = world_payload_at(world, payload);
    for (size_t done = 0, part; done < bytes; done += part) {
        part = stream_part_of(bytes, done);
        memcpy((char *)place + done, (const char *)from + done, part);
        atomic_store_explicit(&block->written, done + part, memory_order_release);
    }
    atomic_store(&block->written, WORLD_WRITTEN);
    if (atomic_exchange(&block->awaited, 0))
        syscall(SYS_futex, &block->awaited, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Waits for nothing: after a sender died in the middle of writing, this rank cannot go on either.
 * The scheduler reports that. */
static _Noreturn void stream_wait_for_ever(void)
{
    for (;;) {
        struct world_op operation = rank_operation(OP_WAIT, &(struct world_call){"", NULL});
        operation.wait.mode = WAIT_FOR_ANY; /* of none */
        rank_wait(&operation);
    }
}

/* The sender writes a chunk in microseconds, unless it has lost its core. Then this rank sleeps
 * until all is written, so that it does not take that core. */
static void await_written(uint64_t payload, uint64_t bytes)
{
    enum { STALL = 50000, LOOK_AGAIN = 50000000 }; /* nanoseconds */
    struct world_payload *block = world_payload_at(world, payload);
    const struct world_rank *sender = &world->rank[world_payload_rank(world, payload)];
    if (atomic_load_explicit(&block->written, memory_order_acquire) >= bytes)
        return;
    uint64_t end = patience_clock() + STALL;
    while (atomic_load(&block->written) < bytes && patience_clock() < end)
        __builtin_ia32_pause();
    while (atomic_load(&block->written) < bytes) {
        if (atomic_load(&sender->ended))
            stream_wait_for_ever();
        atomic_store(&block->awaited, 1);
        if (atomic_load(&block->written) < bytes)
            syscall(SYS_futex, &block->awaited, FUTEX_WAIT, 1,
                    &(const struct timespec){0, LOOK_AGAIN}, NULL, 0);
    }
}

void stream_await(uint64_t payload)
{
    await_written(payload, WORLD_WRITTEN);
}

void stream_copy(uint64_t payload, const void *place, void *to, size_t bytes)
{
    for (size_t done = 0, part; done < bytes; done += part) {
        part = stream_part_of(bytes, done);
        await_written(payload, done + part);
        memcpy((char *)to + done, (const char *)place + done, part);
    }
}
