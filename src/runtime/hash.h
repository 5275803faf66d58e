/* hash.h: numbers that stand for data: the hash of Fowler, Noll and Vo (FNV-1a). */
#ifndef TUTTI_RUNTIME_HASH_H
#define TUTTI_RUNTIME_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* One step; the hash as published takes a byte at a time. */
static inline uint64_t hash_value(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x100000001b3);
}

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = hash_value(hash, ((const unsigned char *)bytes)[i]);
    return hash;
}

#endif
