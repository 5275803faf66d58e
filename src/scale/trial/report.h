/* report.h: the trial's side of status.h: a thread that writes this rank's slot again and again,
 * the end of points, and signals that end the process. */
#ifndef TUTTI_SCALE_TRIAL_REPORT_H
#define TUTTI_SCALE_TRIAL_REPORT_H

#include "scale/trial/status.h"

#include <stdbool.h>
#include <stdint.h>

/* Starts the beats. After MPI_Init, whose handlers of signals are replaced. False: the file cannot
 * be written. */
bool report_open(const char *path, int rank);

void report_point(uint32_t point);

/* Says how it ended; the last word, so only the first call counts. */
void report_end(enum trial_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
