/* run.h: one execution in the virtual world, from its description to its report: the common part of
 * `run` and `replay`. */
#ifndef TUTTI_CMD_RUN_H
#define TUTTI_CMD_RUN_H

#include "cmd/verb.h"
#include "finding/finding.h"
#include "world/record/record.h"

enum { RUN_RECORD_CAP = RECORD_FILE_MAX };
#define RUN_RECORD_NAME "decisions" /* name of the record in the folder of results */

/* Options of both verbs. */
#define RUN_OPTION_OUTPUT             \
    {.name = "output",                \
     .kind = OPTION_CHOICE,           \
     .effect = EFFECT_HARMLESS,       \
     .argument = "STYLE",             \
     .choices = "prefix|plain|files", \
     .initial = "prefix",             \
     .help = "how to show what ranks print: lines with the rank, unchanged, or in files"}
#define RUN_OPTION_GDB               \
    {.name = "gdb",                  \
     .kind = OPTION_NUMBER,          \
     .effect = EFFECT_TRUSTED,       \
     .argument = "RANK",             \
     .minimum = 0,                   \
     .maximum = WORLD_RANKS_MAX - 1, \
     .help = "start gdb for this rank, stopped where MPI_Init returns"}

/* Options about the virtual world, for `run` and `verify`. */
#define RUN_OPTIONS_WORLD \
    RUN_OPTIONS_WORLD_OF("2", "minimal|synchronising", "minimal", RUN_COLLECTIVES)
#define RUN_COLLECTIVES \
    "whether a collective waits only as long as MPI requires, or for all members"
#define RUN_OPTIONS_WORLD_OF(RANKS, COLLECTIVES, INITIAL, HELP)                                  \
    {.name = "ranks",                                                                            \
     .letter = 'n',                                                                              \
     .kind = OPTION_NUMBER,                                                                      \
     .effect = EFFECT_HARMLESS,                                                                  \
     .argument = "N",                                                                            \
     .initial = (RANKS),                                                                         \
     .minimum = 1,                                                                               \
     .maximum = WORLD_RANKS_MAX,                                                                 \
     .help = "how many ranks"},                                                                  \
        {.name = "buffering",                                                                    \
         .kind = OPTION_CHOICE,                                                                  \
         .effect = EFFECT_HARMLESS,                                                              \
         .argument = "HOW",                                                                      \
         .choices = "both|zero|infinite",                                                        \
         .initial = "both",                                                                      \
         .help = "standard sends wait for their receive (zero), never wait (infinite), or wait " \
                 "until nothing else can move, which is reported (both)"},                       \
        {.name = "collectives",                                                                  \
         .kind = OPTION_CHOICE,                                                                  \
         .effect = EFFECT_HARMLESS,                                                              \
         .argument = "HOW",                                                                      \
         .choices = (COLLECTIVES),                                                               \
         .initial = (INITIAL),                                                                   \
         .help = (HELP)},                                                                        \
        {.name = "mpi",                                                                          \
         .kind = OPTION_CHOICE,                                                                  \
         .effect = EFFECT_HARMLESS,                                                              \
         .argument = "MPI",                                                                      \
         .choices = "mpich|openmpi|abi",                                                         \
         .help = "the MPI of the program, if it cannot be detected from the binary"}

/* Options of searches: `verify` and `test`. */
#define RUN_OPTION_EXECUTION_LIMIT(standard)                                              \
    {.name = "execution-limit",                                                           \
     .kind = OPTION_SECONDS,                                                              \
     .effect = EFFECT_HARMLESS,                                                           \
     .argument = "SECONDS",                                                               \
     .initial = (standard),                                                               \
     .help = "stop an execution that takes longer, and report it; the search continues; " \
             "0: never"}
#define RUN_OPTION_STOP_AT_FIRST                                                              \
    {.name = "stop-at-first",                                                                 \
     .kind = OPTION_FLAG,                                                                     \
     .effect = EFFECT_HARMLESS,                                                               \
     .help = "stop at the first error, even if ranks could continue past it, such as a race " \
             "on a buffer"}
#define RUN_OPTION_RESUME       \
    {.name = "resume",          \
     .kind = OPTION_FLAG,       \
     .effect = EFFECT_HARMLESS, \
     .help = "continue a stopped search: the one in --out, or the newest in tutti-out"}

/* Returns the time limit of one execution: its own, or the limit of the whole search. */
double run_execution_seconds(const struct options *options);

/* For searches: leaves the standard input of ranks empty if it is a pipe, since a pipe can be read
 * only once and there are many executions. */
void run_close_input(const struct context *context, struct record *record);

/* Returns the path of the program's file, for a program that starts in `directory` (NULL: the
 * current one). NULL: there is no such file, or it cannot be executed. */
const char *run_find_program(const char *directory, const char *program, struct arena *arena);

/* Stores the size and the time of the program's file in the record. */
int run_describe_binary(struct record *record, struct error *error);

/* Fills the record with what the options ask for: world and input, and the program with its
 * arguments (build.h says which file it is). `debug`: gdb reads the standard input. */
int run_describe(const struct options *options, const char *program, bool debug,
                 struct record *record, struct error *error);

/* Finds the libraries to preload: the guest, and the MPI of a program that loads it later. The
 * caller frees the list. */
int run_find_guest(const struct record *record, char **preload, struct error *error);

/* Returns a path as one word of a shell's command line. */
const char *run_shell_word(struct arena *arena, const char *path);
/* Returns the path of a finding in a folder of results, in the form that `replay` takes, relative
 * to the directory of this command. */
const char *run_path_of(const char *directory, const struct finding *finding, struct arena *arena);

/* Adds to each finding the command that replays it. */
void run_add_replay_commands(const char *directory, struct document *document);
/* Saves the records of findings that each belong to a different execution. `directory` NULL: does
 * nothing. */
int run_save_records(const char *directory, const struct record *records, size_t count,
                     struct error *error);
int run_print_report(const struct context *context, const struct document *document,
                     struct error *error);
/* Prints the report on standard error, as far as possible, when it cannot be written elsewhere. */
void run_print_report_on_stderr(const struct document *document);

/* Executes what `record` describes and reports. The caller has filled the record except for
 * `ended`, findings, choices taken and trails. `followed` is the execution to replay; NULL: a new
 * one. Returns the exit code. */
int run_execution(const struct context *context, const struct options *options,
                  struct record *record, const struct record *followed);

#endif
