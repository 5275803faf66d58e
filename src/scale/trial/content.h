/* content.h: defines the data that ranks send. Byte x of rank r's data depends on r and on x modulo
 * a window of 1,021 pages. 1,021 is prime, so data that arrives 2^31 or 2^32 bytes too far is
 * noticed. */
#ifndef TUTTI_SCALE_TRIAL_CONTENT_H
#define TUTTI_SCALE_TRIAL_CONTENT_H

#include <stddef.h>
#include <stdint.h>

enum { CONTENT_PAGE = 4096, CONTENT_WINDOW = 1021 * CONTENT_PAGE };

/* Adds `length` bytes of a rank's data, from place `x` on, to the bytes by exclusive or. */
void content_add(unsigned char *bytes, size_t length, int rank, uint64_t x);

#endif
