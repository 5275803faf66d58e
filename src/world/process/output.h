/* output.h: passes on what ranks print, line by line, so that lines of different ranks do not mix.
 *
 * A thread reads the pipes of the ranks. A very long line is passed on in parts. With
 * WORLD_OUTPUT_FILES the ranks write to files themselves, and there is no thread. */
#ifndef TUTTI_WORLD_PROCESS_OUTPUT_H
#define TUTTI_WORLD_PROCESS_OUTPUT_H

#include "base/error.h"
#include "world/process/world.h"

struct world_pump;

/* Returns the first of 2 * ranks numbers for descriptors that the command does not use. */
int output_descriptors(int ranks);

/* Passes all bytes that a rank printed on stdout (0) or stderr (1) to the same stream of the
 * command. Treats WORLD_OUTPUT_FILES as WORLD_OUTPUT_PLAIN. */
void output_print(enum world_output style, int rank, int number, const char *bytes, size_t length);

/* Makes a pipe or file for stdout and stderr of each rank. first[0] and first[1] are the
 * descriptors that the segment names: those of rank r are first[stream] + 2 * r. `directory` is for
 * files. */
int pump_start(int ranks, enum world_output style, const char *directory, int first[2],
               struct world_pump **result, struct error *error);

/* Passes on the rest and ends the thread, after the ranks have ended. */
void pump_drain(struct world_pump *pump);

/* After that: returns the end of what a rank printed, for message.h; `data` is the pump. Files that
 * the rank wrote itself are not known. */
const char *pump_last(void *data, int rank, int stream, size_t *length);

/* Drains and frees the pump. */
void pump_finish(struct world_pump *pump);

#endif
