/* capture.h: keeps what ranks print, in memory, one execution after the other.
 *
 * Each rank appends to two files in memory, which are emptied for the next execution. They are cut
 * from time to time, so that a rank that prints without end cannot fill the memory; the beginning
 * stays. */
#ifndef TUTTI_WORLD_PROCESS_CAPTURE_H
#define TUTTI_WORLD_PROCESS_CAPTURE_H

#include "base/error.h"
#include "world/process/world.h"

#include <stddef.h>

struct capture;

/* first[0] and first[1] are as for pump_start(). */
int capture_open(int ranks, int first[2], struct capture **result, struct error *error);
void capture_close(struct capture *capture);

void capture_reset(struct capture *capture);
void capture_limit(struct capture *capture);
void capture_cut(struct capture *capture, int rank, int stream,
                 size_t length); /* keeps the beginning */

size_t capture_length(const struct capture *capture, int rank, int stream);
const char *capture_read(struct capture *capture, int rank, int stream, size_t *length);
void capture_print(struct capture *capture, enum world_output style);

#endif
