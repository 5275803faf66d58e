/* clock.h: how time goes by, whatever happens to the clock on the wall. */
#ifndef TUTTI_BASE_CLOCK_H
#define TUTTI_BASE_CLOCK_H

double clock_seconds(void); /* since some moment that stays the same */

#endif
