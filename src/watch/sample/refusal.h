/* refusal.h: explains why the kernel does not allow a look at a process, and what helps. */
#ifndef TUTTI_WATCH_SAMPLE_REFUSAL_H
#define TUTTI_WATCH_SAMPLE_REFUSAL_H

#include "watch/sample/sample.h"

/* Returns the state of a thread from /proc: 'R', 'S', 'D', 'T', 'Z' ...; 0: it does not exist; '?':
 * it exists, but no descriptor is left to read its state. */
char refusal_state(pid_t tid);

/* Returns the thread that traces it; 0: none, or it does not exist. */
pid_t refusal_tracer(pid_t tid);

/* Sets the sentence for a thread that could not be seized; `reason` is the errno. */
enum sample_status refusal_explain(pid_t pid, pid_t tid, int reason, struct error *error);

#endif
