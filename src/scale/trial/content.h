/* content.h: what the ranks send. Byte x of rank r's data depends on r and on x modulo a window of
 * 1,021 pages: a prime number, so that data that ends up 2^31 or 2^32 bytes too far is seen. */
#ifndef TUTTI_SCALE_TRIAL_CONTENT_H
#define TUTTI_SCALE_TRIAL_CONTENT_H

#include <stddef.h>
#include <stdint.h>

enum { CONTENT_PAGE = 4096, CONTENT_WINDOW = 1021 * CONTENT_PAGE };

/* Adds, by exclusive or, `length` bytes from place `x` on of a rank's data to the bytes. */
void content_add(unsigned char *bytes, size_t length, int rank, uint64_t x);

#endif
