/* recorded.h: what an earlier run left, to be executed again: the same program in the same folder,
 * with the same arguments, environment, standard input and number of ranks. */
#ifndef TUTTI_CMD_SHARED_RECORDED_H
#define TUTTI_CMD_SHARED_RECORDED_H

#include "cmd/verb.h"
#include "world/record/record.h"

/* The record that an operand means: a finding ("tutti-out/run-.../r-1", or "r-1" in the newest
 * folder), a folder of results, or a file in it. On success it must be freed. */
int recorded_load(const char *operand, struct record *recorded, struct error *error);

/* The description of the same execution, to be filled with what happens this time; it points into
 * the recorded one, and is to be freed in any case. The environment of this process becomes what it
 * was. A program that is another one by now is warned of. */
int recorded_describe(const struct context *context, const struct record *recorded,
                      struct record *record, struct error *error);

#endif
