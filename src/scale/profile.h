/* profile.h: the profile of one MPI library: where its collectives break. `probe` writes profiles,
 * `guard` reads them; README.md has the schema. */
#ifndef TUTTI_SCALE_PROFILE_H
#define TUTTI_SCALE_PROFILE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "runtime/guard/quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum profile_class { PROFILE_DISPLACEMENT, PROFILE_GLOBAL_BUFFER, PROFILE_SIZE }; /* D, G, X */

enum profile_effect {
    EFFECT_CRASH,
    EFFECT_HANG,
    EFFECT_ERROR,
    EFFECT_WRONG_DATA,
    EFFECT_SLOW,
};

/* The largest count that worked and the smallest that did not, for one number of ranks, size and
 * extent. */
struct profile_bound {
    int ranks;
    uint64_t size, extent;
    uint64_t good, bad;
};

struct profile_problem {
    const char *function; /* "MPI_Scatter" */
    bool in_place;
    const char *algorithm; /* that was forced to show it; NULL: the library's own choice */
    enum profile_class class;
    int type; /* 1: by count alone, 2: by ranks alone, 3: by both (the paper, section 2) */
    enum profile_effect effect;
    /* It breaks when `quantity` reaches `limit`, with at least `min_ranks` ranks. */
    struct quantity quantity;
    uint64_t limit;
    int min_ranks;
    bool power_of_two; /* only if the number of ranks is a power of two */
    bool fitted;       /* false: no rule fits, and `limit` is the smallest bound that was seen */
    bool confirmed;    /* reproduced with real memory */
    const struct profile_bound *bounds;
    size_t bound_count;
};

struct profile {
    const char *library;   /* "mpich", "openmpi" */
    const char *version;   /* "4.0.2" */
    const char *transport; /* connection of the ranks, in words; NULL: not known */
    const struct profile_problem *problems;
    size_t problem_count;
    struct arena arena; /* owns all of it */
};

/* Reads a profile. `name` is for messages. After success the profile must be freed. */
int profile_parse(struct profile *profile, const char *name, const char *bytes, size_t length,
                  struct error *error);
void profile_print(const struct profile *profile, struct text *out);
void profile_free(struct profile *profile);

const char *quantity_name(struct quantity quantity);         /* "bytes*ranks" */
const char *profile_class_name(enum profile_class class);    /* "D" */
const char *profile_class_rule(enum profile_class class);    /* "scale.displacement" */
const char *profile_effect_name(enum profile_effect effect); /* "wrong data" */

#endif
