/* recorded.h: loads the record of an earlier run, to execute it again: the same program in the same
 * folder, with the same arguments, environment, standard input and number of ranks. */
#ifndef TUTTI_CMD_SHARED_RECORDED_H
#define TUTTI_CMD_SHARED_RECORDED_H

#include "cmd/verb.h"
#include "world/record/record.h"

/* Loads the record that an operand names: a finding ("tutti-out/run-.../r-1", or "r-1" in the
 * newest folder), a folder of results, or a file in it. On success the caller must free it. */
int recorded_load(const char *operand, struct record *recorded, struct error *error);

/* Makes a description of the same execution, to be filled with the events of the new one. It points
 * into the recorded one, and the caller must free it in any case. Sets the environment of this
 * process to the recorded one. Warns if the program has changed since. */
int recorded_describe(const struct context *context, const struct record *recorded,
                      struct record *record, struct error *error);

#endif
