/* word.h: the execution parallelism word of a thread (thesis 2.1.1), as far as it decides whether
 * two calls are ordered.
 *
 * The thesis writes P for a parallel region, B for a barrier, S for a region of one thread, and
 * stops a program whose word at a collective does not end in S. That forbids correct programs, in
 * which one thread is chosen by its number, so here the words of two calls are compared: calls of
 * two threads of a team are unordered if both have passed the same number of barriers, unless a
 * lock, critical or ordered region orders them.
 */
#ifndef TUTTI_RUNTIME_CHECK_WORD_H
#define TUTTI_RUNTIME_CHECK_WORD_H

#include <stdbool.h>
#include <stdint.h>

enum { WORD_DEPTH = 8 }; /* nested regions; deeper ones are not told apart */

struct word_region {
    uint64_t region; /* P: which one, counted over the process */
    uint32_t thread; /* number in its team */
    uint32_t barriers;
};

struct word {
    struct word_region regions[WORD_DEPTH];
    uint32_t depth;   /* regions that the thread is in */
    uint32_t mutexes; /* locks, critical and ordered regions that it holds */
    bool task;        /* in an explicit task, which other means may order */
};

void word_enter(struct word *word, uint64_t region, uint32_t thread);
void word_leave(struct word *word);
void word_barrier(struct word *word);
void word_mutex(struct word *word, bool acquired);

/* Whether nothing orders two calls that were made at these words. */
bool word_unordered(const struct word *a, const struct word *b);

#endif
