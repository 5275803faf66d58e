/* watching.h: a job that is watched, and what is made of an alarm. For `watch` alone. */
#ifndef TUTTI_CMD_WATCHING_H
#define TUTTI_CMD_WATCHING_H

#include "cmd/native.h"
#include "cmd/progress.h"
#include "watch/diagnose.h"
#include "watch/hub.h"
#include "watch/sampler.h"

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
};

/* Where core files go; NULL: none are wanted. */
const char *watching_core_folder(struct watching *at);

/* The report of an alarm, at once: a job that hangs may be killed by others before it ends. Returns
 * 1 if the job is to be ended, -1 on error. */
int watching_alarm(struct watching *at, double now, struct error *error);
/* An alarm that was none. */
void watching_withdraw(struct watching *at, double now);

/* --record: what each rank does, whenever that has changed, and now and then. */
int watching_open_record(struct watching *at, struct error *error);
void watching_record(struct watching *at, double now);
/* An error if not all of it could be written. */
int watching_close_record(struct watching *at, struct error *error);

#endif
