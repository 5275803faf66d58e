/* barriers.h: checks omp.barrier and omp.worksharing: constructs of OpenMP that not all threads
 * reach. */
#ifndef TUTTI_STATIC_THREADS_BARRIERS_H
#define TUTTI_STATIC_THREADS_BARRIERS_H

#include "static/run.h"

void barriers_check(struct static_run *run);

#endif
