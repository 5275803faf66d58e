/* candidate.h: where a path could be left, and which of these ways is worth a question first.
 *
 * A path is what the constraints of a trace say of control flow, as a hash for each of its
 * beginnings. A candidate leaves it at one constraint: the hash that the new path will have there
 * is what it expects, and whether a test met it can be told afterwards. No candidate is given twice
 * (knowledge.h), whichever test comes by it.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_CANDIDATE_H
#define TUTTI_CONCOLIC_SEARCH_CANDIDATE_H

#include "concolic/concolic.h"
#include "concolic/coverage/distance.h"
#include "concolic/coverage/knowledge.h"
#include "concolic/search/hints.h"

enum { CANDIDATE_ROUNDS = 16 }; /* that a loop is followed further, on each path to it */

struct candidate {
    uint32_t constraint;
    enum solver_goal goal;
    int64_t value;    /* GOAL_CASE */
    uint32_t edge;    /* that it leads to; COVERAGE_NO_EDGE: none, or not known */
    bool fresh;       /* the edge is not covered */
    bool turned;      /* candidates_turn_back() */
    bool word;        /* EVENT_TEXT */
    bool bytes;       /* only bytes of arguments decide... */
    bool spoils;      /* ...of one that the program knows as it is */
    bool known_word;  /* ...of a word that was equal to some text */
    bool lost_word;   /* ...which is this one */
    uint32_t repeats; /* how often the path could be left to this edge before */
    bool leads;       /* to `way` out of the constraint; else the path only comes there */
    uint64_t way;
    uint64_t before; /* hash of the path until the constraint */
    uint32_t local;  /* size of the communicator whose rank decides; 0: none */
    uint64_t key;    /* of the question */
    uint64_t
        chain; /* of questions in this place about other conditions, rounds of a loop; 0: none */
    uint64_t place;    /* by which tests are counted, where there is no edge */
    unsigned priority; /* of spread; the greater, the better */
};

/* What candidates are chosen by. */
struct chooser {
    const struct concolic_options *options;
    const struct sites *sites;
    struct knowledge *knowledge;
    struct distance *distance;
    struct hints *hints; /* NULL: there are none */
    uint32_t *repeats;   /* by edge: room for candidates_find() */
    bool patient;        /* only what was too hard in a hurry */
};

struct candidates {
    struct arena arena;
    struct candidate *list; /* the best first */
    size_t count;
    size_t bounded;      /* candidates that are left out because a loop went on often enough */
    bool *known;         /* by variable: words that were equal to something */
    bool *known_sources; /* ...and where they are */
    unsigned lost;       /* ways on which one of those words is not equal any more */
    uint64_t *path;      /* [i]: hash of the path before constraint i; one more than constraints */
};

/* Distances are as things are now. */
void chooser_update(const struct chooser *chooser);

/* The path of the trace, in which cases of switches are filled in, and copies of functions are one.
 */
void candidates_open(const struct chooser *chooser, struct trace *trace,
                     struct candidates *candidates);
/* All candidates behind the first `from` constraints that nobody has asked for. */
void candidates_find(const struct chooser *chooser, const struct trace *trace, uint32_t from,
                     struct candidates *candidates);
/* The path was executed. The number of the first constraint from `from` on that was decided as on
 * no path before; constraint_count: there is none. */
uint32_t candidates_pass(const struct chooser *chooser, const struct trace *trace,
                         const struct candidates *candidates, uint32_t from);
/* The test was made for this edge and left the path to it at the constraint (a check, mostly, of
 * what follows the value that was changed): to decide that otherwise is the next try. */
void candidates_turn_back(uint32_t constraint, uint32_t edge, unsigned priority,
                          struct candidates *candidates);
void candidates_free(struct candidates *candidates);

/* Of a way that a test is to take: how it is told whether it did. */
struct prediction {
    uint32_t constraint;
    bool leads;
    uint8_t kind;
    uint32_t site;
    uint64_t before, way;
    uint64_t shape; /* of the condition */
};

struct prediction candidate_predict(const struct trace *trace, const struct candidate *candidate);

/* Whether the path is as predicted. `from`: so many constraints of it are those of the path that
 * was to be left. */
bool candidate_met(const struct chooser *chooser, const struct prediction *prediction,
                   const struct trace *trace, const struct candidates *candidates, uint32_t *from);

/* The priority that it has as things are now. */
unsigned candidate_priority(const struct chooser *chooser, const struct candidate *candidate);

/* The priority of what follows a test that took so many edges: who gets further into the program
 * meets more that can be varied. */
unsigned candidate_priority_after(const struct chooser *chooser, unsigned priority, unsigned edges);

/* Whether this priority is that of a way to a hint, before all else. */
bool priority_is_hinted(unsigned priority);

/* It is asked for now; false: somebody was faster. */
bool candidate_ask(const struct chooser *chooser, const struct candidate *candidate);
/* There was no answer in a hurry: it is a candidate of who is patient. */
void candidate_hard(const struct chooser *chooser, const struct candidate *candidate);
/* There is no answer on its path: whether one is wanted that leaves the path before. */
bool candidate_elsewhere(const struct chooser *chooser, const struct candidate *candidate);
/* There will be a test. */
void candidate_found(const struct chooser *chooser, const struct candidate *candidate);
/* There will be none. */
void candidate_failed(const struct chooser *chooser, const struct candidate *candidate);
/* Whether this one is not of the best any more, as the first of them was. */
bool candidate_is_lesser(const struct chooser *chooser, const struct candidate *candidate,
                         const struct candidate *first);

#endif
