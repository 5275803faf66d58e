/* candidate.h: finds the ways out of a path, and decides which of them to ask the solver about
 * first.
 *
 * A path is the sequence of decisions on control flow in a trace, with a hash for each of its
 * beginnings. A candidate leaves it at one constraint and predicts the hash that the new path has
 * there, so a test can be checked against the prediction. Each candidate is given once
 * (knowledge.h), although many tests come to the same place.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_CANDIDATE_H
#define TUTTI_CONCOLIC_SEARCH_CANDIDATE_H

#include "concolic/concolic.h"
#include "concolic/coverage/distance.h"
#include "concolic/coverage/knowledge.h"
#include "concolic/search/hints.h"

enum { CANDIDATE_ROUNDS = 16 }; /* rounds that a loop is followed further, on each path to it */

struct candidate {
    uint32_t constraint;
    enum solver_goal goal;
    int64_t value;    /* GOAL_CASE */
    uint32_t edge;    /* edge that it leads to; COVERAGE_NO_EDGE: none, or not known */
    bool fresh;       /* the edge is not covered yet */
    bool turned;      /* set by candidates_turn_back() */
    bool word;        /* it decides about a word: EVENT_TEXT, or a condition in the C library */
    bool bytes;       /* only bytes of arguments decide about it... */
    bool spoils;      /* ...and belong to an argument that is equal to a known word */
    bool known_word;  /* the word is equal to some text in this execution */
    bool lost_word;   /* ...and the way out makes it differ from this text */
    uint32_t repeats; /* earlier places on the path with a way out to this edge */
    bool leads; /* it takes `way` out of the constraint; else it only reaches the constraint */
    uint64_t way;
    uint64_t before; /* hash of the path before the constraint */
    uint32_t local;  /* size of the communicator whose rank decides about it; 0: none */
    uint64_t key;    /* key of the question */
    uint64_t chain;  /* key shared by questions at this place about other conditions, such as rounds
                        of a loop; 0: none */
    uint64_t place;  /* counts tests, where there is no edge */
    unsigned priority; /* for spread; greater comes first */
};

/* Knowledge and options by which candidates are chosen. */
struct chooser {
    const struct concolic_options *options;
    const struct sites *sites;
    struct knowledge *knowledge;
    struct distance *distance;
    struct hints *hints; /* NULL: none */
    uint32_t *repeats;   /* by edge: work space of candidates_find() */
    bool patient;        /* choose only questions that were too hard in a hurry */
};

struct candidates {
    struct arena arena;
    struct candidate *list; /* best first */
    size_t count;
    size_t bounded;      /* candidates left out because a loop was followed far enough */
    bool *known;         /* by variable: words that are equal to some text */
    bool *known_sources; /* ...and by source: where they are */
    unsigned lost;       /* ways on which one of these words differs from its text */
    uint64_t *path;      /* [i]: hash of the path before constraint i; one more than constraints */
};

/* Updates distances and hints to the present coverage. */
void chooser_update(const struct chooser *chooser);

/* Computes the path of the trace. In the trace itself, fills in the cases of switches, and replaces
 * sites in copies of a function by those of the first copy. */
void candidates_open(const struct chooser *chooser, struct trace *trace,
                     struct candidates *candidates);
/* Finds all candidates that no worker has asked for, except at the first `from` constraints. */
void candidates_find(const struct chooser *chooser, const struct trace *trace, uint32_t from,
                     struct candidates *candidates);
/* Notes that the path was executed. Returns the first constraint from `from` on that was decided as
 * on no path before; constraint_count: there is none. */
uint32_t candidates_pass(const struct chooser *chooser, const struct trace *trace,
                         const struct candidates *candidates, uint32_t from);
/* Makes the other ways out of the constraint candidates for this edge. The executed test was made
 * for the edge, but left the path to it at the constraint (mostly a check of the input after the
 * changed value). */
void candidates_turn_back(uint32_t constraint, uint32_t edge, unsigned priority,
                          struct candidates *candidates);
void candidates_free(struct candidates *candidates);

/* The way that a test is expected to take, in a form that can be checked after its execution. */
struct prediction {
    uint32_t constraint;
    bool leads;
    uint8_t kind;
    uint32_t site;
    uint64_t before, way;
    uint64_t shape; /* shape of the condition */
};

struct prediction candidate_predict(const struct trace *trace, const struct candidate *candidate);

/* Says whether the path is as predicted. Sets `from` to the number of constraints that the path has
 * in common with the predicted one. */
bool candidate_met(const struct chooser *chooser, const struct prediction *prediction,
                   const struct trace *trace, const struct candidates *candidates, uint32_t *from);

/* Computes the priority of a candidate by the present coverage. */
unsigned candidate_priority(const struct chooser *chooser, const struct candidate *candidate);

/* Lowers the priority of tests that follow from a test which took so many edges: a test that gets
 * further into the program leads to more. */
unsigned candidate_priority_after(const struct chooser *chooser, unsigned priority, unsigned edges);

/* Says whether the priority is that of a way to a hint, before all others. */
bool priority_is_hinted(unsigned priority);

/* Notes that the candidate is asked for now. Returns false if another worker was faster. */
bool candidate_claim(const struct chooser *chooser, const struct candidate *candidate);
/* Notes that there was no answer in a hurry: it becomes a candidate for a patient chooser. */
void candidate_hard(const struct chooser *chooser, const struct candidate *candidate);
/* The candidate has no answer on its path. Says whether to ask for one that leaves the path
 * earlier. */
bool candidate_elsewhere(const struct chooser *chooser, const struct candidate *candidate);
/* Notes that a test was made for the candidate. */
void candidate_found(const struct chooser *chooser, const struct candidate *candidate);
/* Notes that no test was made for it. */
void candidate_failed(const struct chooser *chooser, const struct candidate *candidate);
/* Says whether the candidate is of a lesser kind than `first`, which is one of the best. */
bool candidate_is_lesser(const struct chooser *chooser, const struct candidate *candidate,
                         const struct candidate *first);

#endif
