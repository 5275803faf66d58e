/* requests.h: one call that makes a request, followed through its function (see requests.c).
 *
 * Nothing is said unless it is sure: a request that others may know is nobody's fault here, and a
 * branch that cannot be decided is trusted where it could have to do with the request.
 */
#ifndef TUTTI_STATIC_REQUESTS_REQUESTS_H
#define TUTTI_STATIC_REQUESTS_REQUESTS_H

#include "static/calls/warn.h"
#include "static/requests/paths.h"
#include "static/run.h"

enum request_phase {
    REQUEST_NONE,      /* not made yet */
    REQUEST_PENDING,   /* the operation owns its buffers */
    REQUEST_FRESH,     /* persistent, never started */
    REQUEST_INACTIVE,  /* persistent, complete */
    REQUEST_GONE,      /* complete, freed, or no longer known */
    REQUEST_CANCELLED, /* to be completed still, which takes one test */
};

/* What a register of a path state holds. */
enum { REQUEST_HANDLE, REQUEST_BUFFERS, REQUEST_BUFFER_COUNT = PATH_REGISTERS - 1 };

/* A buffer of the operation; with length 0 nothing is known of it. */
struct request_buffer {
    const struct api_parameter *parameter;
    uint64_t length; /* bytes that it certainly has */
};

struct request_follow {
    struct static_run *run;
    struct paths *paths;
    const struct ir_value *call; /* that makes the request */
    const struct api_function *mpi;
    bool local;         /* only this function knows the request */
    bool unconditional; /* no branch decides whether the call is made, loops around it apart */
    bool *decisive;     /* by block: its branch decides whether something happens to the request */
    struct request_buffer buffers[REQUEST_BUFFER_COUNT];
    bool lost, raced, started;     /* reported: one finding of a kind per call */
    const struct ir_value *waited; /* a wait for it before any start; NULL: none */
    bool begun;                    /* some way leads to a start */
};

/* The parameter through which a call hands a new request out, or NULL. */
const struct api_parameter *request_made(const struct api_function *mpi);

/* Whether what happens at `instruction` in this state is no matter of branches that were guessed.
 */
bool request_is_sure(const struct request_follow *follow, const struct path_state *state,
                     const struct ir_value *instruction);

/* touch.c: what the buffers are, and whether an instruction touches one that is owned. */
void request_own(struct request_follow *follow, struct path_state *state);
void request_touch(struct request_follow *follow, struct path_state *state,
                   const struct ir_value *instruction);

/* kept.c: requests that no single function has for itself. */
void requests_kept_check(struct static_run *run, enum warn_errors errors);

/* A copy of memory from operand 1, of as many bytes as operand 2 says. */
bool request_copies(const struct ir_value *call);

/* report.c */
void request_report_lost(struct request_follow *follow, const struct ir_value *end);
void request_report_overwritten(struct request_follow *follow, const struct ir_value *other);
void request_report_start(struct request_follow *follow, const struct ir_value *other);
void request_report_idle(struct request_follow *follow);
void request_report_race(struct request_follow *follow, const struct ir_value *access,
                         const struct request_buffer *buffer, bool writes);

/* request.* and race.buffer: the entry of this room. */
void requests_check(struct static_run *run);

#endif
