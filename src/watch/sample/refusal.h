/* refusal.h: why the kernel does not let a process be looked at, in words that help. */
#ifndef TUTTI_WATCH_SAMPLE_REFUSAL_H
#define TUTTI_WATCH_SAMPLE_REFUSAL_H

#include "watch/sample/sample.h"

/* What a thread does, from /proc: 'R', 'S', 'D', 'T', 'Z' ...; 0: it is not there;
 * '?': it is there, and no descriptor is left to look at it. */
char refusal_state(pid_t tid);

/* The thread that traces it; 0: none, or it is not there. */
pid_t refusal_tracer(pid_t tid);

/* Sets the sentence for a thread that could not be seized, for the reason in errno. */
enum sample_status refusal_explain(pid_t pid, pid_t tid, int reason, struct error *error);

#endif
