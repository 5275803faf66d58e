/* gaps.c: see gaps.h. */
#include "watch/model/gaps.h"

#include "base/memory.h"
#include "watch/model/tail.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

static const double day = 86400, half_life = 86400;
static const double fade_step = 3600; /* seconds between two fadings of a history */
static const double block = 1;        /* seconds; the longest gap of a block is one visit */
static const double light = 1.0 / 3;  /* minimum of the shape of a tail */
static const double novelties = 3.5;  /* minimum of the expected records of a day */
static const double most_times = 25;
static const double sure_visits = 120; /* from here on, a tail that looks heavy counts as heavy */
static const double share = 1.0 / 3;   /* of the budget, for each of the three parts */
static const double half_visits = 4;   /* visits that give a key's own history half of the weight */
static const double half_new = 8;      /* the same for the history of first visits */
static const double typical = 0.9;
static const double least_budget = 1e-9;

/* The longest gaps of visits. `tail` does not contain the current visit yet. */
struct history {
    struct tail tail;
    uint64_t block;  /* of the current visit */
    double longest;  /* gap of that visit */
    double faded;    /* time to which counts are faded */
    uint64_t visits; /* number of finished visits */
    bool visited;
};

struct gaps_key {
    uint64_t key;
    struct history history;
    UT_hash_handle hh; /* in the order of visits, the oldest first */
};

struct gaps {
    double clock;        /* the sum of all gaps */
    double false_alarms; /* number of false alarms; fades like histories */
    struct history job;
    struct history first; /* first visits of keys; those within one second count as one */
    struct gaps_key *keys;
    struct arena arena; /* of the keys */
};

struct gaps *gaps_new(void)
{
    return memory_zero(1, sizeof(struct gaps));
}

void gaps_free(struct gaps *gaps)
{
    if (gaps == NULL)
        return;
    HASH_CLEAR(hh, gaps->keys);
    arena_free(&gaps->arena);
    free(gaps);
}

static void history_fade(struct history *history, double clock)
{
    if (clock - history->faded < fade_step)
        return;
    tail_fade(&history->tail, exp2((history->faded - clock) / half_life));
    history->faded = clock;
}

/* Adds a gap. Returns whether it begins a visit, which also ends the previous visit, if there was
 * one. */
static bool history_visit(struct history *history, uint64_t at, double seconds)
{
    if (history->visited && history->block == at) {
        history->longest = fmax(history->longest, seconds);
        return false;
    }
    if (history->visited) {
        tail_add(&history->tail, history->longest);
        history->visits++;
    }
    history->visited = true;
    history->block = at;
    history->longest = seconds;
    return true;
}

static double history_longest(const struct history *history)
{
    return fmax(history->visited ? history->longest : 0, tail_longest(&history->tail));
}

static struct gaps_key *find_key(const struct gaps *gaps, uint64_t key)
{
    struct gaps_key *found;
    HASH_FIND(hh, gaps->keys, &key, sizeof key, found);
    return found;
}

/* Makes a key; at the limit, the new key replaces the one whose last visit is oldest. */
static struct gaps_key *gaps_make_key(struct gaps *gaps, uint64_t key)
{
    struct gaps_key *made = gaps->keys;
    if (HASH_COUNT(gaps->keys) >= GAPS_KEYS_MAX) {
        HASH_DELETE(hh, gaps->keys, made);
        memset(made, 0, sizeof *made);
    } else {
        made = arena_alloc(&gaps->arena, sizeof *made);
    }
    made->key = key;
    made->history.faded = gaps->clock;
    HASH_ADD(hh, gaps->keys, key, sizeof made->key, made);
    return made;
}

static void add_to_key(struct gaps *gaps, uint64_t key, uint64_t at, double seconds)
{
    struct gaps_key *entry = find_key(gaps, key);
    if (entry == NULL)
        entry = gaps_make_key(gaps, key);
    struct history *history = &entry->history;
    history_fade(history, gaps->clock);
    bool begins = history_visit(history, at, seconds);
    if (history->visits == 0)
        history_visit(&gaps->first, at, seconds);
    if (!begins || entry->hh.next == NULL)
        return;
    HASH_DELETE(hh, gaps->keys, entry);
    HASH_ADD(hh, gaps->keys, key, sizeof entry->key, entry);
}

void gaps_add_each(struct gaps *gaps, const uint64_t *keys, size_t count, double seconds)
{
    if (!(seconds >= 0) || isinf(seconds))
        return;
    uint64_t at = (uint64_t)(gaps->clock / block);
    history_visit(&gaps->job, at, seconds);
    for (size_t i = 0; i < count; i++)
        add_to_key(gaps, keys[i], at, seconds);
    gaps_pass(gaps, seconds);
}

void gaps_pass(struct gaps *gaps, double seconds)
{
    gaps->clock += seconds;
    double before = gaps->job.faded;
    history_fade(&gaps->job, gaps->clock);
    history_fade(&gaps->first, gaps->clock);
    gaps->false_alarms *= exp2((before - gaps->job.faded) / half_life);
}

void gaps_add(struct gaps *gaps, uint64_t key, double seconds)
{
    gaps_add_each(gaps, &key, 1, seconds);
}

void gaps_alarm_was_false(struct gaps *gaps)
{
    gaps->false_alarms++;
}

/* Returns K for a tail of this shape. */
static double times_of(double shape, double time, double budget)
{
    return fmax(1, pow(fmax(novelties, log1p(day / time)) / budget, fmax(light, shape)));
}

/* Returns K times the longest gap of a history that is not empty. */
static double history_limit(const struct history *history, double time, double budget)
{
    bool heavy;
    double shape = tail_shape(&history->tail, light, &heavy);
    double longest = history_longest(history), limit = times_of(shape, time, budget) * longest;
    bool sure = heavy && history->tail.samples >= sure_visits;
    return sure ? limit : fmin(limit, fmax(GAPS_UNKNOWN, most_times * longest));
}

/* Returns a value between `far` (no samples) and `near` (many samples). */
static double gaps_approach(double far, double near, double samples, double half)
{
    double weight = samples / (samples + half);
    return exp(weight * log(near) + (1 - weight) * log(far));
}

/* Returns the limit of a key that was never seen. */
static double unknown_limit(const struct gaps *gaps, double budget)
{
    double limit = fmax(GAPS_UNKNOWN, most_times * tail_quantile(&gaps->job.tail, typical));
    double learned = fmax(GAPS_FLOOR, history_limit(&gaps->first, gaps->clock, budget));
    return gaps_approach(limit, learned, gaps->first.tail.samples, half_new);
}

static double budget_of(const struct gaps *gaps, double alarms_per_day)
{
    return fmax(least_budget, alarms_per_day * share * exp2(-3 * gaps->false_alarms));
}

double gaps_limit(const struct gaps *gaps, uint64_t key, double alarms_per_day)
{
    if (!(gaps->clock > 0))
        return GAPS_UNKNOWN;
    double budget = budget_of(gaps, alarms_per_day);
    double unknown = fmax(GAPS_FLOOR, unknown_limit(gaps, budget));
    const struct gaps_key *entry = find_key(gaps, key);
    if (entry == NULL)
        return unknown;
    double own = history_limit(&entry->history, gaps->clock, budget / HASH_COUNT(gaps->keys));
    double whole = history_limit(&gaps->job, gaps->clock, budget);
    double known = fmax(GAPS_FLOOR, fmin(own, whole));
    return known >= unknown
               ? known
               : gaps_approach(unknown, known, entry->history.tail.samples, half_visits);
}

double gaps_limit_familiar(const struct gaps *gaps, uint64_t key, double alarms_per_day)
{
    static const double careful = 30, minute = 60, floor = 4, unseen = 0.1;
    static const double few = 8; /* fewer visits than this say nothing about the tail */
    if (!(gaps->clock > 0))
        return GAPS_UNKNOWN;
    double budget = budget_of(gaps, alarms_per_day) / fmax(1, HASH_COUNT(gaps->keys));
    const struct gaps_key *entry = find_key(gaps, key);
    double longest = entry == NULL ? 0 : history_longest(&entry->history);
    double own = entry == NULL || entry->history.tail.samples < few
                     ? times_of(light, gaps->clock, budget) * fmax(unseen, longest)
                     : history_limit(&entry->history, gaps->clock, budget);
    double caution = fmin(1, fmax(0, -log10(alarms_per_day) / 3));
    double beginning = careful * caution * fmax(0, 1 - gaps->clock / minute);
    return fmax(fmax(floor, beginning), own);
}

size_t gaps_name(uint64_t *keys, size_t count, size_t room, uint64_t key)
{
    for (size_t i = 0; i < count; i++)
        if (keys[i] == key)
            return count;
    if (count < room)
        keys[count++] = key;
    return count;
}

double gaps_longest(const struct gaps *gaps, uint64_t key)
{
    const struct gaps_key *entry = find_key(gaps, key);
    return entry == NULL ? 0 : history_longest(&entry->history);
}

uint64_t gaps_visits(const struct gaps *gaps, uint64_t key)
{
    const struct gaps_key *entry = find_key(gaps, key);
    return entry == NULL ? 0 : entry->history.visits;
}

size_t gaps_keys(const struct gaps *gaps)
{
    return HASH_COUNT(gaps->keys);
}

double gaps_history(const struct gaps *gaps)
{
    return gaps->clock;
}
