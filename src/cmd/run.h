/* run.h: one execution in the virtual world from its description to its report: what `run` and
 * `replay` have in common. */
#ifndef TUTTI_CMD_RUN_H
#define TUTTI_CMD_RUN_H

#include "cmd/verb.h"
#include "world/decisions.h"

enum { RUN_RECORD_CAP = DECISIONS_FILE_MAX };
#define RUN_RECORD_NAME "decisions" /* of the record, in the folder of results */

/* Options of both verbs. */
#define RUN_OPTION_OUTPUT             \
    {.name = "output",                \
     .kind = OPTION_CHOICE,           \
     .argument = "STYLE",             \
     .choices = "prefix|plain|files", \
     .initial = "prefix",             \
     .help = "lines that ranks print: with their rank, as they are, or in files"}
#define RUN_OPTION_GDB               \
    {.name = "gdb",                  \
     .kind = OPTION_NUMBER,          \
     .argument = "RANK",             \
     .minimum = 0,                   \
     .maximum = WORLD_RANKS_MAX - 1, \
     .help = "start gdb for this rank, stopped where MPI_Init returns"}

/* Where the program's file is, for one that starts in `directory` (NULL: here). NULL: it is not
 * there, or cannot be executed. */
const char *run_find_program(const char *directory, const char *program, struct arena *arena);

/* Size and time of the program's file go into the record. */
int run_describe_binary(struct decisions *record, struct error *error);

/* Executes what `record` describes (all but `ended`, findings, decisions and trails is there) and
 * reports. `followed`: the execution to be had again, NULL for a new one. Returns the exit code. */
int run_execution(const struct context *context, const struct options *options,
                  struct decisions *record, const struct decisions *followed);

#endif
