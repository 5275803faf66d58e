/* checksum.h: computes one number from memory. */
#ifndef TUTTI_RUNTIME_WORLD_CHECKSUM_H
#define TUTTI_RUNTIME_WORLD_CHECKSUM_H

#include <stdint.h>
#include <string.h>

/* Returns the hash extended by one more number. */
static inline uint64_t checksum_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9fb21c651e98df25U;
    return hash ^ hash >> 32;
}

/* Returns the hash of the bytes. Each step is a bijection of the word that it takes in, so a change
 * of one word always shows. Four lanes keep the multiplier busy. */
static inline uint64_t checksum_bytes(uint64_t seed, const unsigned char *bytes, uint64_t count)
{
    static const uint64_t factor = 0x9fb21c651e98df25U;
    uint64_t lane[4] = {seed, seed + 1, seed + 2, seed + 3}, word[4];
    for (; count >= sizeof word; count -= sizeof word, bytes += sizeof word) {
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ word[i]) * factor;
            lane[i] ^= lane[i] >> 32;
        }
    }
    memset(word, 0, sizeof word);
    memcpy(word, bytes, count);
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ lane[i]) * factor;
        hash = (hash ^ (hash >> 29) ^ word[i]) * factor;
        hash ^= hash >> 32;
    }
    return hash;
}

#endif
