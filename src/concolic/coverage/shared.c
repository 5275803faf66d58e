#include "concolic/coverage/shared.h"

#include <stdatomic.h>
#include <sys/mman.h>

enum { PROBES = 64 }; /* entries that are examined for one key */

void *shared_open(size_t size, struct error *error)
{
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        return memory;
    error_errno(error, "not enough memory for what tests share");
    return NULL;
}

void shared_close(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size);
}

void *shared_find(void *entries, size_t count, size_t size, uint64_t key)
{
    for (uint64_t i = 0; i < PROBES; i++) {
        void *entry = (char *)entries + (key + i) % count * size;
        uint64_t there = atomic_load((_Atomic uint64_t *)entry);
        if (there == key || there == 0)
            return entry;
    }
    return NULL;
}

void *shared_claim(void *entries, size_t count, size_t size, uint64_t key)
{
    for (;;) {
        uint64_t nobody = 0;
        void *entry = shared_find(entries, count, size, key);
        if (!entry || atomic_load((_Atomic uint64_t *)entry) == key ||
            atomic_compare_exchange_strong((_Atomic uint64_t *)entry, &nobody, key))
            return entry;
    }
}
