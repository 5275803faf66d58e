/* words.h: parallelism words (thesis 2.1.1): the constructs around a place, outermost first.
 *
 * A letter stands for a construct that changes how many threads execute the code inside. The thesis
 * has P, S, M and B. Three things are different here. P of a team of one thread is a letter of its
 * own, because it changes nothing. Tasks are not single regions, because another thread may execute
 * them later. A barrier is no letter: the graph of the team (team.h) answers which barriers lie
 * between two places. word_text() returns the word as the thesis writes it, with its Bs.
 */
#ifndef TUTTI_STATIC_THREADS_WORDS_H
#define TUTTI_STATIC_THREADS_WORDS_H

#include "static/threads/threading.h"

enum word_kind {
    WORD_PARALLEL, /* P: all threads of a new team */
    WORD_ALONE,    /* a team of one thread */
    WORD_MASTER,   /* M: the main thread of the team */
    WORD_FIXED,    /* one thread of the team, the one with the number `thread` */
    WORD_SINGLE,   /* S: one thread of the team, any */
    WORD_SECTION,  /* S: one thread, once */
    WORD_TASK,     /* one thread, any, some time before the next barrier */
    WORD_TASKS,    /* several tasks, made by taskloop */
    WORD_LOOP,     /* a worksharing loop: all threads, each with other iterations */
    WORD_THREAD,   /* a POSIX thread: runs beside everything */
};

struct word_letter {
    enum word_kind kind;
    const struct ir_value *construct; /* the call of the runtime library, or the branch on the
                                         number of the thread */
    uint32_t instance; /* tells the same construct apart when other calls lead to it */
    int64_t thread; /* WORD_FIXED: number of the thread; WORD_SECTION: which section; WORD_PARALLEL,
                       WORD_ALONE: number of the team in team.h */
    bool ordered;   /* WORD_TASK: it depends on other tasks */
};

struct word {
    const struct word_letter *letters;
    uint32_t count;
};

/* Thread levels of MPI 4.0, section 11.6.2, in the order of their values in mpi.h. */
enum word_level { LEVEL_SINGLE, LEVEL_FUNNELED, LEVEL_SERIALIZED, LEVEL_MULTIPLE };

/* Returns the least level for a call of MPI with this word, without regard to other calls: the
 * automaton of figure 2.5. State 0 is SINGLE, 3 FUNNELED, 2 SERIALIZED, and all states with several
 * threads are MULTIPLE. */
enum word_level word_level(struct word word);

bool word_letter_same(const struct word_letter *a, const struct word_letter *b);
bool word_same(struct word a, struct word b);

/* The letters of the constructs around each block within its own function, in order. */
struct function_guards {
    struct word *words; /* by block */
};
const struct function_guards *words_of_function(struct threading *threading,
                                                const struct ir_function *function);

/* Returns whether the edge from a block to its successor is never taken inside a parallel
 * region. */
bool words_edge_dead(const struct threading *threading, const struct ir_block *block,
                     uint32_t successor);

/* Returns "P B B S" for a place with that many barriers before it in its team; "" outside
 * regions. */
const char *word_text(struct arena *arena, struct word word, uint32_t barriers);

const char *word_level_name(enum word_level level); /* "MPI_THREAD_FUNNELED" */

#endif
