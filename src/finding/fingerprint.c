#include "finding/fingerprint.h"

#include "runtime/hash.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Adds a string to a hash; NULL counts as an empty one. */
static uint64_t fingerprint_add(uint64_t hash, const char *string)
{
    return hash_text(hash, string ? string : "");
}

static int compare_hashes(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

void fingerprint_print(const struct finding *finding, char out[FINGERPRINT_SIZE])
{
    uint64_t *places = memory_alloc(finding->location_count * sizeof *places);
    for (size_t i = 0; i < finding->location_count; i++) {
        const struct location *at = &finding->locations[i];
        places[i] = fingerprint_add(
            fingerprint_add(fingerprint_add(HASH_START, at->file), at->function), at->call);
    }
    qsort(places, finding->location_count, sizeof *places, compare_hashes);
    uint64_t hash = fingerprint_add(HASH_START, finding->rule);
    for (size_t i = 0; i < finding->location_count; i++) {
        if (i > 0 && places[i] == places[i - 1])
            continue;
        char digits[FINGERPRINT_SIZE];
        snprintf(digits, sizeof digits, "%016" PRIx64, places[i]);
        hash = fingerprint_add(hash, digits);
    }
    snprintf(out, FINGERPRINT_SIZE, "%016" PRIx64, hash);
    free(places);
}
