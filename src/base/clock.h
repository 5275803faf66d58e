/* clock.h: a monotonic clock, independent of changes to the time of day. */
#ifndef TUTTI_BASE_CLOCK_H
#define TUTTI_BASE_CLOCK_H

double clock_seconds(void); /* seconds since a fixed moment */

#endif
