/* limits.h: the settings of this job: where calls break, and what to do then (format.h). */
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

/* What a limit looks at: of one block, or of all where `total` is set (irregular collectives). */
struct amount {
    uint64_t count, size, extent;
    uint64_t total; /* sum of all counts; 0: count times ranks */
    int ranks;
    bool in_place;
};

struct settings {
    bool active; /* there are settings, and they could be read */
    bool dry_run;
    bool matched; /* a profile of this library is among them */
    char directory[4096];
    char version[256]; /* of the library, as it calls itself */
    struct limit *limits[FUNCTIONS];
    double least_count[FUNCTIONS]; /* no limit on elements is below that; 0: there is none */
    double least_bytes[FUNCTIONS]; /* nor one on bytes */
};

extern struct settings settings;

/* Reads them. Called once, when MPI is up. */
void settings_read(void);

/* Of an irregular collective all parts but the block are taken for the sum of its counts. */
uint64_t limit_amount(struct quantity quantity, const struct amount *amount);

/* The limit that the call reaches; NULL: none. */
const struct limit *limit_reached(enum guard_function function, const struct amount *amount);

#endif
