/* threads.h: checks thread.*: the thread level that the calls need, and collectives in threads. */
#ifndef TUTTI_STATIC_THREADS_THREADS_H
#define TUTTI_STATIC_THREADS_THREADS_H

#include "static/run.h"

void threads_check(struct static_run *run);

#endif
