/* run.h: one execution in the virtual world from its description to its report: what `run` and
 * `replay` have in common. */
#ifndef TUTTI_CMD_RUN_H
#define TUTTI_CMD_RUN_H

#include "cmd/verb.h"
#include "finding/finding.h"
#include "world/record/record.h"

enum { RUN_RECORD_CAP = RECORD_FILE_MAX };
#define RUN_RECORD_NAME "decisions" /* of the record, in the folder of results */

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

/* How the world is: of `run` and `verify`. */
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

/* Of searches: `verify` and `test`. */
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

/* The limit of one execution: that, or the limit of all. */
double run_execution_seconds(const struct options *options);

/* For searches: a pipe can be read once, and there are many executions, so nobody reads it. */
void run_close_input(const struct context *context, struct record *record);

/* Where the program's file is, for one that starts in `directory` (NULL: here). NULL: it is not
 * there, or cannot be executed. */
const char *run_find_program(const char *directory, const char *program, struct arena *arena);

/* Size and time of the program's file go into the record. */
int run_describe_binary(struct record *record, struct error *error);

/* The description of what the options ask for: world and input, and the program with its
 * arguments (build.h says which file it is). `debug`: gdb reads the standard input. */
int run_describe(const struct options *options, const char *program, bool debug,
                 struct record *record, struct error *error);

/* What to preload: the guest, and the MPI of a program that loads it later. To be freed. */
int run_find_guest(const struct record *record, char **preload, struct error *error);

/* A path as one word of a shell's command line. */
const char *run_shell_word(struct arena *arena, const char *path);
/* The same of a finding in a folder of results, as `replay` takes it, from where this command was
 * given. */
const char *run_path_of(const char *directory, const struct finding *finding, struct arena *arena);

/* The command that shows each finding again goes into it. */
void run_add_replay_commands(const char *directory, struct document *document);
/* Those of findings that each are of an execution of their own. `directory` NULL: nowhere. */
int run_save_records(const char *directory, const struct record *records, size_t count,
                     struct error *error);
int run_print_report(const struct context *context, const struct document *document,
                     struct error *error);
/* Where it cannot be written elsewhere: on standard error, as far as that takes it. */
void run_print_report_on_stderr(const struct document *document);

/* Executes what `record` describes (all but `ended`, findings, choices taken and trails is there)
 * and reports. `followed`: the execution to replay, NULL for a new one. Returns the exit code. */
int run_execution(const struct context *context, const struct options *options,
                  struct record *record, const struct record *followed);

#endif
