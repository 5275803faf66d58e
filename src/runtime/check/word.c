#include "runtime/check/word.h"

void word_enter(struct word *word, uint64_t region, uint32_t thread)
{
    if (word->depth < WORD_DEPTH)
        word->regions[word->depth] = (struct word_region){region, thread, 0};
    word->depth++;
}

void word_leave(struct word *word)
{
    if (word->depth > 0)
        word->depth--;
}

void word_barrier(struct word *word)
{
    if (word->depth > 0 && word->depth <= WORD_DEPTH)
        word->regions[word->depth - 1].barriers++;
}

void word_mutex(struct word *word, bool acquired)
{
    if (acquired)
        word->mutexes++;
    else if (word->mutexes > 0)
        word->mutexes--;
}

bool word_unordered(const struct word *a, const struct word *b)
{
    if (a->mutexes > 0 || b->mutexes > 0 || a->task || b->task)
        return false;
    for (uint32_t i = 0; i < WORD_DEPTH && i < a->depth && i < b->depth; i++) {
        const struct word_region *one = &a->regions[i], *other = &b->regions[i];
        if (one->region != other->region)
            return false; /* regions of one thread follow each other */
        if (one->barriers != other->barriers)
            return false;
        if (one->thread != other->thread)
            return true;
    }
    return false;
}
