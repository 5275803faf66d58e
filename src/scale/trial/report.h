/* report.h: the trial's side of status.h: a thread that writes this rank's slot regularly, the end
 * of points, and handlers of signals that end the process. */
#ifndef TUTTI_SCALE_TRIAL_REPORT_H
#define TUTTI_SCALE_TRIAL_REPORT_H

#include "scale/trial/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Starts the thread. Must come after MPI_Init, whose signal handlers it replaces. Returns false if
 * the file cannot be written. */
bool report_open(const char *path, int rank);

void report_point(uint32_t point);

/* Reports how the trial ended. Only the first call counts. */
void report_end(enum trial_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
