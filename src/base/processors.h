/* processors.h: counts processors. */
#ifndef TUTTI_BASE_PROCESSORS_H
#define TUTTI_BASE_PROCESSORS_H

/* Returns the number of processors that this process may use, at least 1. */
int processors_usable(void);

#endif
