/* requests.h: follows one call that makes a request through its function (see requests.c).
 *
 * The room reports only what is certain. A request that other code may know is not reported here.
 * If a branch cannot be decided and could concern the request, the analysis assumes that it is
 * right.
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
    REQUEST_CANCELLED, /* cancelled, and not yet completed by a wait or a test */
};

/* Uses of the registers of a path state. */
enum { REQUEST_HANDLE, REQUEST_BUFFERS, REQUEST_BUFFER_COUNT = PATH_REGISTERS - 1 };

/* A buffer of the operation. With length 0 nothing is known of it. */
struct request_buffer {
    const struct api_parameter *parameter;
    uint64_t length; /* bytes that it certainly has */
};

struct request_follow {
    struct static_run *run;
    struct paths *paths;
    const struct ir_value *call; /* the call that makes the request */
    const struct api_function *mpi;
    bool local;         /* only this function knows the request */
    bool unconditional; /* no branch but those of loops around it decides whether the call is
                           executed */
    bool *decisive;     /* by block: its branch decides whether something happens to the request */
    struct request_buffer buffers[REQUEST_BUFFER_COUNT];
    bool lost, raced, started; /* reported already: each call has at most one finding of a kind */
    const struct ir_value *waited; /* a wait for the request before any start; NULL: none */
    bool begun;                    /* the request is started on some way */
};

/* Returns the parameter through which a call returns a new request, or NULL. */
const struct api_parameter *request_made(const struct api_function *mpi);

/* Returns whether what happens at `instruction` in this state is independent of the branches that
 * could not be decided. */
bool request_is_sure(const struct request_follow *follow, const struct path_state *state,
                     const struct ir_value *instruction);

/* touch.c: find the buffers of the operation, and check whether an instruction touches one of
 * them. */
void request_own(struct request_follow *follow, struct path_state *state);
void request_touch(struct request_follow *follow, struct path_state *state,
                   const struct ir_value *instruction);

/* kept.c: checks requests that are not private to a function. */
void requests_kept_check(struct static_run *run, enum warn_errors errors);

/* Returns whether the call copies memory from operand 1, as many bytes as operand 2 says. */
bool request_copies(const struct ir_value *call);

/* report.c */
void request_report_lost(struct request_follow *follow, const struct ir_value *end);
void request_report_overwritten(struct request_follow *follow, const struct ir_value *other);
void request_report_start(struct request_follow *follow, const struct ir_value *other);
void request_report_idle(struct request_follow *follow);
void request_report_race(struct request_follow *follow, const struct ir_value *access,
                         const struct request_buffer *buffer, bool writes);

/* Checks request.* and race.buffer: the entry of this room. */
void requests_check(struct static_run *run);

#endif
