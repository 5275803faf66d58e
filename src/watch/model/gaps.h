/* gaps.h: how long may a job stand still before that is a hang? The limit is learned from the gaps
 * between its steps so far, and comes with a budget of false alarms per day instead of a timeout.
 *
 * A gap is the time between two events of progress of the job. It has a key: where ranks were
 * meanwhile (call site and phase), since a barrier behind a checkpoint has other gaps than a
 * solver.
 *
 * Why the limit is what it is:
 * - Gaps come in bursts: a hundred short ones while ranks arrive at a barrier, then the long one.
 * So what counts is the longest gap of each second of job time, per key and for the whole job; a
 *   second in which a key was seen is a visit.
 * - If visits are exchangeable, the next of n exceeds all before it with probability 1/(n+1),
 * whatever their distribution: r = ln(1 + day/T) records are to be expected in the next day, after
 * a history of T. A record is more than K times the longest before it with probability K^(-1/c), c
 * being the shape of the tail (tail.h). So a limit of K times the longest gap keeps a budget b if
 *   K = (r / b)^c. The number of gaps per day does not appear.
 * - c is never taken below 1/3, however light the tail looks, and r never below 3.5: programs do
 * rare things, such as the first checkpoint, that nothing before announced. With a budget of 0.001
 * per day K is 28 after a minute, and 22 from a few hours on: what is 20 times longer than all
 * before it is no hang.
 * - While a tail is not proven heavy, by 120 visits at least, K is cut where the limit passes both
 *   60 s and 25 times the longest gap: noise stretches gaps by seconds, not by a factor of
 * hundreds. Fewer visits can look heavy on a busy machine: hangs went unseen for a quarter of an
 * hour.
 * - A third of the budget is for the job as a whole, a third is shared by the keys; the limit of a
 * key is the smaller of both. So one key with long gaps does not make others wait, and many keys do
 * not make a calm job wait.
 * - A key never seen has no history, and may well be the first checkpoint. Its limit is 60 s, or 25
 *   times what nine of ten seconds of the job stay below. As new keys come up again and again, the
 *   longest gaps of first visits, with the last third of the budget, count more and more instead
 * (half after 8 seconds that brought new keys). The limit of a key moves from there to its own with
 * its visits, half way (of logarithms) after 4. Limits that its history makes longer hold at once.
 * - History fades with a half-life of a day of job time, a single gap is forgotten after four.
 * - An alarm that was false divides the budget by 8, which fades in the same way: a light tail's K
 *   doubles.
 * - No limit is below 2 s: schedulers, swapping and signals stop healthy ranks for that long. Only
 *   proof of a deadlock may be quicker.
 *
 * What it cannot know: something new at a known key that takes longer than K times all before it.
 * In the first minutes of jobs whose steps take seconds and have tails as heavy as x^-2, the bounds
 * of 60 s and 25 times cost more than the budget. With loose budgets (1 per day: K = 2 to 3) and
 * many keys, each key may have to learn its long gaps by an alarm of its own.
 *
 * Memory: about 600 bytes per key, 1024 keys; the key not visited for longest gives way to a new
 * one. Pure: the clock is the sum of the gaps. Not locked: one thread.
 */
#ifndef TUTTI_WATCH_MODEL_GAPS_H
#define TUTTI_WATCH_MODEL_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GAPS_KEYS_MAX = 1024 };

#define GAPS_FLOOR   2.0 /* seconds: no limit is shorter */
#define GAPS_UNKNOWN 60. /* the limit without any history */

struct gaps;

struct gaps *gaps_new(void);
void gaps_free(struct gaps *gaps); /* NULL is fine */

/* A gap that has ended. */
void gaps_add(struct gaps *gaps, uint64_t key, double seconds);
/* A gap while ranks were at several keys, each named once: it is one gap of the job. */
void gaps_add_each(struct gaps *gaps, const uint64_t *keys, size_t count, double seconds);

/* Seconds after which a gap at this key is a hang, for at most so many false alarms per day. */
double gaps_limit(const struct gaps *gaps, uint64_t key, double alarms_per_day);
/* The job went on after an alarm; its gap is added as any other. */
void gaps_alarm_was_false(struct gaps *gaps);

/* The job went on for so long, and that is no gap. */
void gaps_pass(struct gaps *gaps, double seconds);

/* The limit of a place where ranks have been often. Without a gap that was seen there it was always
 * left before the next look, a tenth of a second later. Never below 4 s, and at the start of a job
 * not below 30 s, which falls with its first minute: much is done for the first time then (with a
 * budget of 1 per day and more nobody minds). */
double gaps_limit_familiar(const struct gaps *gaps, uint64_t key, double alarms_per_day);

/* Adds a key to a list that names each once, if there is room. Returns how many there are. */
size_t gaps_name(uint64_t *keys, size_t count, size_t room, uint64_t key);

/* For reports. */
double gaps_longest(const struct gaps *gaps, uint64_t key); /* 0: the key is not known */
uint64_t gaps_visits(const struct gaps *gaps, uint64_t key);
size_t gaps_keys(const struct gaps *gaps);
double gaps_history(const struct gaps *gaps); /* seconds of all gaps */

#endif
