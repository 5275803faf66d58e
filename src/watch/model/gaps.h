/* gaps.h: decides how long a job may stand still before it counts as hanging. It learns the limit
 * from the gaps between the job's steps until now; the user gives a budget of false alarms per day
 * instead of a timeout.
 *
 * A gap is the time between two events of progress of the job. Its key says where ranks were during
 * the gap (call site and phase), since a barrier behind a checkpoint has other gaps than a solver.
 *
 * The reasons for the limit:
 * - Gaps come in bursts: a hundred short ones while ranks arrive at a barrier, then the long one.
 *   So only the longest gap of each second of job time counts, per key and for the whole job; a
 *   second in which a key was seen is a visit.
 * - If visits are exchangeable, the next of n exceeds all before it with probability 1/(n+1),
 *   whatever their distribution: r = ln(1 + day/T) records are expected in the next day, after a
 *   history of T. A record is more than K times the longest before it with probability K^(-1/c),
 *   where c is the shape of the tail (tail.h). So a limit of K times the longest gap keeps a budget
 *   b if K = (r / b)^c. The number of gaps per day does not matter.
 * - c is at least 1/3, however light the tail looks, and r is at least 3.5: programs do rare things
 *   without any sign in their history, such as the first checkpoint. With a budget of 0.001 per day
 *   K is 28 after a minute, and 22 from a few hours on: a gap 20 times longer than all before it is
 *   no hang.
 * - Until at least 120 visits prove that a tail is heavy, K is reduced where the limit exceeds both
 *   60 s and 25 times the longest gap: noise lengthens gaps by seconds, not by a factor of
 *   hundreds. With fewer visits, tails can look heavy on a busy machine: hangs then stayed
 *   unnoticed for a quarter of an hour.
 * - A third of the budget is for the job as a whole, and the keys share another third; the limit of
 *   a key is the smaller of both. So one key with long gaps does not make others wait, and many
 *   keys do not make a calm job wait.
 * - A new key has no history, and may well be the first checkpoint. Its limit is 60 s, or 25 times
 *   the value that nine of ten seconds of the job stay below. If new keys appear again and again,
 *   the longest gaps of first visits replace this value more and more, with the last third of the
 *   budget (half after 8 seconds that brought new keys). With its visits, the limit of a key moves
 *   from there to its own, half way (of logarithms) after 4. A limit that its own history makes
 *   longer applies at once.
 * - History fades with a half-life of a day of job time; a single gap is forgotten after four days.
 * - A false alarm divides the budget by 8, which fades in the same way; it doubles the K of a light
 *   tail.
 * - No limit is below 2 s: schedulers, swapping and signals stop healthy ranks for that long. Only
 *   proof of a deadlock may be quicker.
 *
 * The model cannot foresee something new at a known key that takes longer than K times all before
 * it. In the first minutes of jobs whose steps take seconds and have tails as heavy as x^-2, the
 * bounds of 60 s and 25 times cause more false alarms than the budget allows. With loose budgets (1
 * per day: K = 2 to 3) and many keys, each key may have to learn its long gaps by an alarm of its
 * own.
 *
 * Memory: about 600 bytes per key, 1024 keys; a new key replaces the one whose last visit is
 * oldest. Pure: the clock is the sum of the gaps. Not locked: for one thread only.
 */
#ifndef TUTTI_WATCH_MODEL_GAPS_H
#define TUTTI_WATCH_MODEL_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GAPS_KEYS_MAX = 1024 };

#define GAPS_FLOOR   2.0 /* seconds: no limit is shorter */
#define GAPS_UNKNOWN 60. /* the limit without any history, in seconds */

struct gaps;

struct gaps *gaps_new(void);
void gaps_free(struct gaps *gaps); /* NULL is fine */

/* Adds a gap that has ended. */
void gaps_add(struct gaps *gaps, uint64_t key, double seconds);
/* Adds one gap of the job during which ranks were at several keys; each key is named once. */
void gaps_add_each(struct gaps *gaps, const uint64_t *keys, size_t count, double seconds);

/* Returns the seconds after which a gap at this key counts as a hang, for at most this number of
 * false alarms per day. */
double gaps_limit(const struct gaps *gaps, uint64_t key, double alarms_per_day);
/* Notes that the job continued after an alarm. The caller adds the gap like any other. */
void gaps_alarm_was_false(struct gaps *gaps);

/* Advances the clock by a time in which the job continued, and which is no gap. */
void gaps_pass(struct gaps *gaps, double seconds);

/* Returns the limit for a place where ranks have been often. If no gap was seen there, ranks
 * always left it before the next look, a tenth of a second later. The limit is never below 4 s.
 * At the start of a job it is not below 30 s either, because many things happen there for the
 * first time; this bound falls during the first minute (and does not apply with a budget of 1
 * per day or more). */
double gaps_limit_familiar(const struct gaps *gaps, uint64_t key, double alarms_per_day);

/* Adds a key to a list without duplicates, if there is room. Returns the length of the list. */
size_t gaps_name(uint64_t *keys, size_t count, size_t room, uint64_t key);

/* For reports. */
double gaps_longest(const struct gaps *gaps, uint64_t key); /* 0: the key is not known */
uint64_t gaps_visits(const struct gaps *gaps, uint64_t key);
size_t gaps_keys(const struct gaps *gaps);
double gaps_history(const struct gaps *gaps); /* seconds of all gaps */

#endif
