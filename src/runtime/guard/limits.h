/* limits.h: the settings of this job: the limits at which calls break, and what to do then
 * (format.h). */
#ifndef TUTTI_RUNTIME_GUARD_LIMITS_H
#define TUTTI_RUNTIME_GUARD_LIMITS_H

#include "runtime/guard/call.h"
#include "runtime/guard/quantity.h"

#include <stdbool.h>
#include <stdint.h>

struct limit {
    struct quantity quantity;
    uint64_t from;
    int min_ranks;
    bool in_place, power_of_two;
    char class; /* 'G' or 'X' */
    struct limit *next;
};

/* What a limit is compared with: the amount of one block, or of all if `total` is set (irregular
 * collectives). */
struct amount {
    uint64_t count, size, extent;
    uint64_t total; /* sum of all counts; 0: count times ranks */
    int ranks;
    bool in_place;
};

struct settings {
    bool active; /* there are settings, and they could be read */
    bool dry_run;
    bool matched; /* they have a profile of this library */
    char directory[4096];
    char version[256]; /* of the library, as it names itself */
    struct limit *limits[FUNCTIONS];
    double least_count[FUNCTIONS]; /* a lower bound of the limits on elements; 0: there are none */
    double least_bytes[FUNCTIONS]; /* a lower bound of the limits on bytes */
};

extern struct settings settings;

/* Reads the settings. Called once, when MPI is initialised. */
void settings_read(void);

/* Returns the amount of a quantity. For an irregular collective, all parts except the block are the
 * sum of its counts. */
uint64_t limit_amount(struct quantity quantity, const struct amount *amount);

/* Returns the limit that the call reaches; NULL: none. */
const struct limit *limit_reached(enum guard_function function, const struct amount *amount);

#endif
