/* watching.h: the state of a watched job, and the actions at an alarm. Only `watch` uses it. */
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
    struct hub *hub;        /* NULL: the whole job is on this machine */
    char *secret_file;      /* the file with the hub's secret; NULL: there is none */
    struct sampler sampler; /* has no ranks if the job itself shows what it does */
    double sampled;         /* time of its last look */
    struct document document;
    struct progress_line line;
    FILE *record; /* the file of --record; NULL: not wanted */
    char *recorded;
    double recorded_at;
    struct text alarms; /* the outcome of each alarm, for the file of that name */
    double start, shown;
    bool hangs;      /* there was an alarm that was not withdrawn */
    bool killed;     /* by --on-hang=kill */
    bool unfinished; /* the watch ended before the job */
    bool lost;       /* something could not be written, and the user was told */
    bool unwatched;  /* the job runs, but nothing can be watched */
    bool warned;     /* the user was told that some ranks, or all, are not watched */
    bool ended;      /* the job has ended, as `result` says */
    struct process_result result;
    double complete_by; /* time by which all ranks must have appeared; 0: no process knows how many
                           there are */
};

/* Returns the folder for core files; NULL: none are wanted. */
const char *watching_core_folder(struct watching *at);

/* Reports an alarm, at once: a job that hangs may be killed by others before it ends. If the report
 * cannot be written to its file, it goes to standard error, and the job continues. Returns whether
 * to end the job. */
bool watching_alarm(struct watching *at, double now);
/* Tells the user what could not be written. The command ends with this error when the job has
 * ended. */
void watching_lose(struct watching *at, const struct error *error);
/* Returns how many ranks show nothing. */
size_t watching_missing(const struct watching *at);
/* Withdraws a false alarm. */
void watching_withdraw(struct watching *at, double now);
/* Handles the end of the job: if the job succeeded, withdraws an alarm without a proof. */
void watching_end(struct watching *at, const struct process_result *result);

/* --record: writes what each rank does, at every change and at regular intervals. */
int watching_open_record(struct watching *at, struct error *error);
void watching_record(struct watching *at, double now);
/* Returns an error if a part of it could not be written. */
int watching_close_record(struct watching *at, struct error *error);

#endif
