/* output.h: what the ranks print, passed on line by line, so that lines of different ranks do not
 * mix. A thread of its own reads the ranks' pipes. A line that is longer than any is passed on in
 * parts. With WORLD_OUTPUT_FILES the ranks write to files themselves, and there is no thread. */
#ifndef TUTTI_WORLD_PROCESS_OUTPUT_H
#define TUTTI_WORLD_PROCESS_OUTPUT_H

#include "base/error.h"
#include "world/process/world.h"

struct world_pump;

/* The first of 2 * ranks numbers for descriptors that nothing else of the command has. */
int output_descriptors(int ranks);

/* Bytes that a rank printed on stdout (0) or stderr (1), all there are, to that of the command.
 * WORLD_OUTPUT_FILES is as WORLD_OUTPUT_PLAIN here. */
void output_print(enum world_output style, int rank, int number, const char *bytes, size_t length);

/* Makes a pipe or file for stdout and stderr of each rank. first[0] and first[1] are the
 * descriptors that the segment names: those of rank r are first[stream] + 2 * r. `directory` is for
 * files. */
int pump_start(int ranks, enum world_output style, const char *directory, int first[2],
               struct world_pump **result, struct error *error);

/* After the ranks have ended: passes on what is left, and ends the thread. */
void pump_drain(struct world_pump *pump);

/* After that, the end of what a rank printed, for message.h; `data` is the pump. Nothing is known
 * of what the rank wrote to files by itself. */
const char *pump_last(void *data, int rank, int stream, size_t *length);

/* Drains it, and frees it. */
void pump_finish(struct world_pump *pump);

#endif
