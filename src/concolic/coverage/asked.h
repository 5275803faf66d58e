/* asked.h: sets of hashes that workers share: questions that somebody asked, and beginnings of
 * paths that somebody executed. */
#ifndef TUTTI_CONCOLIC_COVERAGE_ASKED_H
#define TUTTI_CONCOLIC_COVERAGE_ASKED_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ASKED_MOST = 1 << 20,       /* questions that are remembered; others may be asked twice */
    ASKED_BEGINNINGS = 1 << 26, /* of paths: bits, by hash */
};

struct asked_count;

struct asked {
    struct asked_count *count;
    _Atomic uint64_t *questions; /* a table of hashes */
    _Atomic uint8_t *beginnings;
};

int asked_open(struct asked *asked, struct error *error);
void asked_close(struct asked *asked);

/* Returns true if nobody asked that before; from now on somebody has. */
bool asked_add(struct asked *asked, uint64_t key);
bool asked_has(const struct asked *asked, uint64_t key);

/* A path that was executed begins with this hash. Returns true the first time; false is wrong where
 * two hashes share a bit. */
bool asked_add_beginning(struct asked *asked, uint64_t path);

#endif
