/* watching.h: a job that is watched, and what is made of an alarm. For `watch` alone. */
#ifndef TUTTI_CMD_JOBS_WATCHING_H
#define TUTTI_CMD_JOBS_WATCHING_H

#include "cmd/shared/native.h"
#include "cmd/shared/progress.h"
#include "watch/diagnose/diagnose.h"
#include "watch/network/hub.h"
#include "watch/sample/sampler.h"

#include <stdio.h>

struct watching {
    struct native native;
    struct board board;
    struct monitor monitor;
    struct hub *hub;        /* NULL: all is on this machine */
    char *secret_file;      /* of the hub's secret; NULL: there is none */
    struct sampler sampler; /* without ranks where the job shows itself what it does */
    double sampled;         /* when it looked last */
    struct document document;
    struct progress_line line;
    FILE *record; /* --record; NULL: not wanted */
    char *recorded;
    double recorded_at;
    struct text alarms; /* what came of each, for the file of that name */
    double start, shown;
    bool hangs;      /* an alarm that was not withdrawn */
    bool killed;     /* by --on-hang=kill */
    bool unfinished; /* the watch ended before the job */
    bool lost;       /* something could not be written, and that was said */
    bool unwatched;  /* the job runs, and nobody looks at it */
    bool warned;     /* of ranks that are not watched, or there are none */
    bool ended;      /* the job, as `result` says */
    struct process_result result;
    double complete_by; /* when all ranks are to be there; 0: no process knows how many there are */
};

/* Where core files go; NULL: none are wanted. */
const char *watching_core_folder(struct watching *at);

/* The report of an alarm, at once: a job that hangs may be killed by others before it ends. Where
 * it cannot be written, standard error has it, and the job lives on. Returns whether the job is to
 * be ended. */
bool watching_alarm(struct watching *at, double now);
/* Says what could not be written. The command ends with that when the job has ended. */
void watching_lose(struct watching *at, const struct error *error);
/* How many ranks show nothing. */
size_t watching_missing(const struct watching *at);
/* An alarm that was none. */
void watching_withdraw(struct watching *at, double now);
/* The job has ended: an alarm without a proof is withdrawn if that was a success. */
void watching_end(struct watching *at, const struct process_result *result);

/* --record: what each rank does, whenever that has changed, and now and then. */
int watching_open_record(struct watching *at, struct error *error);
void watching_record(struct watching *at, double now);
/* An error if not all of it could be written. */
int watching_close_record(struct watching *at, struct error *error);

#endif
