/* asked.h: sets of hashes that workers share: questions that a worker asked, and beginnings of
 * paths that a worker executed. */
#ifndef TUTTI_CONCOLIC_COVERAGE_ASKED_H
#define TUTTI_CONCOLIC_COVERAGE_ASKED_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    ASKED_MOST = 1 << 20,       /* places for questions; once half are taken, none is added */
    ASKED_BEGINNINGS = 1 << 26, /* bits of the set of beginnings, by hash */
};

struct asked_count;

struct asked {
    struct asked_count *count;
    _Atomic uint64_t *questions; /* hash table of questions */
    _Atomic uint8_t *beginnings;
};

int asked_open(struct asked *asked, struct error *error);
void asked_close(struct asked *asked);

/* Adds a question. Returns true if no worker asked it before. */
bool asked_add(struct asked *asked, uint64_t key);
bool asked_has(const struct asked *asked, uint64_t key);

/* Adds the hash of a beginning of an executed path. Returns true the first time, or wrongly false
 * where two hashes share a bit. */
bool asked_add_beginning(struct asked *asked, uint64_t path);

#endif
