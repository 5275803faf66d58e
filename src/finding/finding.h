/* finding.h: the record that every verb emits, and the document that holds a run's records.
 *
 * A document is one findings.json (version 1, docs/findings.schema.json). All that it points to
 * lives in its arena. Pointers may be NULL where a comment says so; arrays are (pointer, count) and
 * grow with arena_push(). JSON is the source of truth: a report contains nothing that is not here.
 */
#ifndef TUTTI_FINDING_FINDING_H
#define TUTTI_FINDING_FINDING_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DOCUMENT_VERSION = 1 };

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };
enum verdict { VERDICT_CLEAN, VERDICT_VIOLATIONS, VERDICT_INCOMPLETE };

/* One decoded argument: source=ANY. Numbers stay numbers in JSON. The arguments of a call have
 * different names. */
struct argument {
    const char *name;
    const char *text;
    bool is_number;
};

/* A call of one rank at a place in the source. */
struct location {
    int rank;         /* -1: no rank (static findings) */
    const char *call; /* "MPI_Recv"; NULL if the place is not a call */
    struct argument *arguments;
    size_t argument_count;
    uint64_t address;          /* of the code, later resolved into the next fields; not in JSON */
    const uint64_t *addresses; /* the same for the stack, innermost first */
    size_t address_count;
    const char *file;      /* as given to the compiler; NULL: unknown */
    const char *directory; /* of a relative file, if not the document's; else NULL */
    int line, column;      /* 0: unknown */
    const char *function;  /* NULL: unknown */
    const char **stack;    /* innermost first: "relax at solver.c:61" */
    size_t stack_count;
};

/* A place that helps to understand: "created at". */
struct related {
    const char *what;
    const char *file, *directory; /* as of a location */
    int line, column;
    uint64_t address; /* as of a location */
    const uint64_t *addresses;
    size_t address_count;
};

/* The operations of the ranks, in an order that agrees with happens-before: for the space-time
 * diagram, the stepper and SARIF's thread flows. The order in the array is the order of time. */
enum event_state {
    EVENT_DONE,
    EVENT_PENDING, /* posted, but never completed */
    EVENT_BLOCKED, /* the call in which the rank waits for ever */
    EVENT_FAILED,  /* the call that shows the error */
};

struct event {
    struct location at;
    enum event_state state;
};

enum match_kind { MATCH_MESSAGE, MATCH_COLLECTIVE };

/* Events that matched. MATCH_MESSAGE: events[0] is the send, events[1] the receive or probe.
 * MATCH_COLLECTIVE: one event of each rank. Numbers are indices into the events of the finding or
 * interleaving. */
struct match {
    enum match_kind kind;
    size_t *events;
    size_t event_count;
    bool wildcard;        /* the receive could have matched another send... */
    size_t *alternatives; /* ...one of these */
    size_t alternative_count;
};

/* An edge of the wait-for graph: `rank` waits for `on`. All AND edges of a rank are needed, one of
 * its OR edges (`any`) suffices. */
struct wait {
    int rank, on;
    bool any;
    const char *why; /* "MPI_Recv from 1, tag 7"; may be NULL */
};

/* A branch of the stacks of all ranks, merged into one tree: ranks at the same place. */
struct stack_branch {
    int depth;         /* 0: at the root */
    const char *ranks; /* "0-2,4-63" */
    const char *where; /* "exchange solver.c:88 > MPI_Allreduce"; "": their stacks are not known */
};

/* Another run that shows the same bug. */
struct sighting {
    const char *verb;
    const char *rule;        /* the rule under which that run reports it */
    const char *fingerprint; /* fingerprint.h */
};

/* Tells whether the ranks of a finding chose to end, by MPI_Abort or with a status other than 0. */
enum own_end {
    OWN_END_NONE,
    OWN_END_LATE,
    OWN_END_AT_START, /* before they had communicated more than an input */
};

struct finding {
    const char *id;   /* "v-1" */
    const char *rule; /* a rule of rules.h */
    enum severity severity;
    const char *headline;
    int *ranks;
    size_t rank_count;
    int ranks_needed; /* of a warning about a source: with fewer ranks no execution shows it; 0: not
                         known */
    const char *why;
    const char *replay;         /* NULL: cannot be replayed */
    const char *next;           /* a command of another verb that tells more; NULL: none */
    struct location *locations; /* [0] is the place to look at first */
    size_t location_count;
    struct related *related;
    size_t related_count;
    struct event *events;
    size_t event_count;
    struct match *matches;
    size_t match_count;
    struct wait *waits;
    size_t wait_count;
    struct stack_branch *stacks; /* each comes after its parent */
    size_t stack_count;
    bool known;           /* the baseline has it (baseline.h), so it is a note */
    enum own_end own_end; /* not in JSON */
    const char *said; /* the last lines that a rank which ended itself printed; NULL: none. Not in
                         JSON, but in `why` */
    struct sighting *sightings;
    size_t sighting_count;
};

/* One execution of a search, with its matches. */
struct interleaving {
    uint64_t number;          /* counted from 1, in the order in which they were explored */
    const char *outcome;      /* a word: "ended", "deadlock", "crash" */
    const char **finding_ids; /* the findings that it shows */
    size_t finding_count;
    const char *choices; /* choices in which it differs from the first; may be NULL */
    const char *result;  /* identifies the result: a hash or a word; may be NULL */
    struct event *events;
    size_t event_count;
    struct match *matches;
    size_t match_count;
};

struct stat_value {
    const char *name;
    double value;
};

/* A run that a report is about, and how it differs from the previous run of the same program. */
struct past_run {
    const char *verb;
    const char *program; /* "-n 4 ./solver": the program that was run, without options */
    const char *when;    /* "2026-03-01 12:00:00" */
    enum verdict verdict;
    uint64_t findings, fresh, gone;
};

struct document {
    struct arena arena;
    const char *verb;
    const char **command;
    size_t command_count;
    const char *directory; /* where the command ran; relative paths start there. NULL: unknown */
    /* Folders below which sources may be shown, NULL behind the last; NULL: anywhere, since this
     * command made the document. In no file. */
    const char *const *sources;
    enum verdict verdict;
    bool unfinished; /* the search ended before it was complete; with findings the verdict is still
                        VIOLATIONS */
    const char *coverage; /* sentence about what the verdict covers; NULL: not stated */
    /* Executions that ended at an error, and executions that continued after an error which makes
     * the rest uncertain. Code behind an error is not covered, whether the error is reported or
     * not. */
    uint64_t stopped, passed;
    uint64_t hidden;       /* findings that a filter removed */
    int ranks;             /* 0: not known (static) */
    const char *mpi;       /* "mpich", "openmpi"; NULL: not known */
    const char *buffering; /* NULL: not applicable */
    struct stat_value *stats;
    size_t stat_count;
    struct finding *findings;
    size_t finding_count;
    struct interleaving *interleavings; /* may be a selection... */
    size_t interleaving_count;
    uint64_t interleaving_total; /* ...of this number that were explored; 0: no search, and the
                                    array has one execution's events, not in JSON */
    const char *baseline;        /* baseline that findings were compared with; NULL: none */
    struct past_run *runs; /* of a report about several runs; the latest of each program is last */
    size_t run_count;
};

void document_init(struct document *document, const char *verb);
void document_free(struct document *document);

/* Adds an empty finding of the rule, with the rule's severity and the next id ("t-1", "t-2" for the
 * verb trace). The verdict becomes VIOLATIONS, except for a note, which reports something of
 * interest but no error. An unknown rule is a broken invariant: abort(). */
struct finding *document_add(struct document *document, const char *rule);
/* Does the same, but makes a note whatever the rule's severity: here it is no error. */
struct finding *document_add_note(struct document *document, const char *rule);

/* Corrects the verdict after a filter removed findings or made them notes. A document whose
 * findings are all notes is clean; or incomplete, if its search was unfinished or an execution came
 * to an error. */
void document_settle(struct document *document);

/* Says whether an execution came to an error, so that the code behind it was not seen, or is
 * uncertain. */
bool document_met_error(const struct document *document);

/* Adds a number to the statistics. The name must live as long as the document. */
void document_add_stat(struct document *document, const char *name, double value);

/* Says whether the interleaving did not end normally, or shows an error of the document other than
 * a leak at its end. */
bool interleaving_fails(const struct document *document, const struct interleaving *interleaving);

bool finding_has_rank(const struct finding *finding, int rank);

/* Writes "0-3,7" for a list of ranks in any order; duplicates count once. The arena owns the
 * result. */
const char *finding_rank_text(struct arena *arena, const int *ranks, size_t count);

const char *severity_name(enum severity severity); /* "error" */
const char *verdict_name(enum verdict verdict);    /* "clean" */

#endif
