/* hash.h: hashes of data.
 *
 * Bytes and texts are hashed with FNV-1a (Fowler, Noll and Vo): these hashes are the same in every
 * version, and may be kept in files. The hash of numbers is for tables in memory, and for comparing
 * data without looking at all of it. */
#ifndef TUTTI_RUNTIME_HASH_H
#define TUTTI_RUNTIME_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START     UINT64_C(0xcbf29ce484222325)
#define HASH_SUM_START 2166136261U

/* Does one step. FNV-1a takes one byte at a time. */
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

/* Hashes a text with the zero at its end, which separates it from the next. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

/* Returns the same hash in 32 bits: enough to recognise a record that was torn or changed. */
static inline uint32_t hash_sum(uint32_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 16777619U;
    return sum;
}

/* Adds one more number to a hash. If either argument is fixed, the result is different for each
 * value of the other. */
static inline uint64_t hash_number(uint64_t hash, uint64_t number)
{
    hash = hash * UINT64_C(0xff51afd7ed558ccd) + number;
    hash = (hash ^ hash >> 32) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 29;
}

#endif
