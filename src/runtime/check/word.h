/* word.h: the execution parallelism word of a thread (thesis 2.1.1), as far as it decides whether
 * two calls are ordered.
 *
 * The thesis writes P for a parallel region, B for a barrier, S for a region of one thread, and
 * stops a program if its word at a collective does not end in S. That forbids correct programs in
 * which one thread is chosen by its number. So here the words of two calls are compared: calls of
 * two threads of a team are unordered if both threads have passed the same number of barriers,
 * unless a lock, critical or ordered region orders them.
 */
#ifndef TUTTI_RUNTIME_CHECK_WORD_H
#define TUTTI_RUNTIME_CHECK_WORD_H

#include <stdbool.h>
#include <stdint.h>

enum { WORD_DEPTH = 8 }; /* nested regions; deeper ones are ignored */

struct word_region {
    uint64_t region; /* number of the region P, counted over the process */
    uint32_t thread; /* number in its team */
    uint32_t barriers;
};

struct word {
    struct word_region regions[WORD_DEPTH];
    uint32_t depth;   /* number of regions that the thread is in */
    uint32_t mutexes; /* number of locks, critical and ordered regions that it holds */
    bool task;        /* in an explicit task, which something else may order */
};

void word_enter(struct word *word, uint64_t region, uint32_t thread);
void word_leave(struct word *word);
void word_barrier(struct word *word);
void word_mutex(struct word *word, bool acquired);

/* Returns whether nothing orders two calls with these words. */
bool word_unordered(const struct word *a, const struct word *b);

#endif
