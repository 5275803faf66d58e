/* world.h: executions of a program in the virtual world.
 *
 * A world is opened once: the program runs until MPI_Init and stays there as the template of its
 * ranks. Each execution starts from that point. A command has one world at a time (process.h), and
 * one thread. */
#ifndef TUTTI_WORLD_PROCESS_WORLD_H
#define TUTTI_WORLD_PROCESS_WORLD_H

#include "base/error.h"
#include "finding/finding.h"
#include "world/schedule/scheduler.h"

enum world_output { WORLD_OUTPUT_PREFIX, WORLD_OUTPUT_PLAIN, WORLD_OUTPUT_FILES };

/* How the ranks of one execution start, if they run main() themselves. */
struct world_start {
    const char *const *arguments;   /* NULL-terminated words; [0] is the program's name */
    const char *directory;          /* working directory; NULL: unchanged */
    const char *const *environment; /* "NAME=value", NULL-terminated: added to the environment;
                                       NULL: nothing */
    const char *input;              /* file that rank 0 reads as standard input; NULL: unchanged */
    /* Limits of each rank; 0: none. A rank that exceeds one ends the execution: with a finding
     * `loop` for processor time, otherwise with OUTCOME_LIMIT and a sentence in document.coverage.
     * They are checked about twenty times a second. */
    size_t memory_bytes; /* memory that it has written to, including messages under way */
    size_t file_bytes;   /* size of a file, and of what it prints */
    double processor_seconds;
};

struct world_options {
    struct scheduler_options scheduler; /* when a world is opened, only ranks and seconds matter */
    enum world_output output;
    const char *directory;       /* of WORLD_OUTPUT_FILES: rank-N.out and rank-N.err */
    const char *guest;           /* what to preload: the guest, and perhaps its MPI */
    const char *const *program;  /* NULL-terminated words */
    const char *start_directory; /* where the program starts; NULL: here */
    const char *input;           /* file that it reads as standard input; NULL: the command's own */
    int debugged;                /* rank that gdb is started for; -1: none */
    bool at_main; /* ranks start at main(), not at MPI_Init, and executions may have fewer ranks
                     than the world was opened with */
    bool repeats; /* there will be many executions: output is kept, not passed on; large payloads
                     are complete when they are posted; findings are resolved on demand */
    bool stop_at_first;    /* every error ends its execution, even if ranks could continue */
    size_t snapshot_bytes; /* limit on the memory of all snapshots; 0: none are made */
};

/* How a rank ended, and with `repeats` how much it printed. */
struct world_rank_end {
    bool ended;       /* false: it was stopped when the execution was over */
    int status;       /* as of waitpid */
    size_t length[2]; /* bytes on stdout and stderr; world_output() has them */
};

struct world_result {
    enum outcome outcome;
    const char *difference; /* a sentence: where a replay left the recorded execution; NULL:
                               nowhere. Lives as long as the document */
    const struct world_rank_end *ranks; /* until the next execution; NULL: there were no ranks */
    uint64_t operations;
    struct traffic traffic;
    int forked;           /* ranks that were started anew; the others were rewound */
    bool mixed;           /* several threads of a rank called MPI */
    bool executed;        /* ranks are started by exec: the program has threads before MPI_Init */
    int exit_code;        /* of the program, as mpiexec would give it */
    double start_seconds; /* until all ranks had returned from MPI_Init; < 0: they have not */
};

struct world;

/* Starts the program and waits until it is at MPI_Init. What the options point to must live as long
 * as the world. A program that is killed before MPI_Init, or that takes too long, is no error here:
 * world_execute() reports it. */
int world_open(const struct world_options *options, struct world **result, struct error *error);

/* Executes the program from MPI_Init to its end; no rank of it runs afterwards. Findings and
 * verdict go into the document. With `repeats` their addresses have no names yet; without it, only
 * one execution is possible. Returns 1, with OUTCOME_LIMIT and a sentence in the error, if ranks
 * start at main() and this execution cannot continue, for example because messages under way need
 * too much memory; other executions are still possible. */
int world_execute(struct world *world, const struct scheduler_options *options,
                  struct document *document, struct world_result *result, struct error *error);

/* Snapshots of an execution under way, with `repeats`: other executions can start there instead of
 * at MPI_Init. They form a stack; the first is level 1.
 *
 * world_save() is called in exploration.pause, when no rank runs. It pushes the state of ranks,
 * segment, scheduler and output. It returns false if a rank cannot be rewound, has opened a file or
 * has mapped memory, or if there is no room (world_options.snapshot_bytes).
 *
 * world_execute_from() does the same as world_execute(), but starts at a level and drops the levels
 * above it. The script must begin with the choices that were made until the snapshot. It returns 1,
 * without any effect, if a rank cannot return there, for example because it has crashed: then the
 * whole stack is useless, and the script must be executed from the start, level 0.
 *
 * Cost per rank and snapshot: two switches of process; a copy of every page that the rank has
 * written since MPI_Init (20 to 50 pages in small programs, about 15 microseconds); and all
 * payloads that were ever under way. A snapshot pays if more than about ten calls come before it.
 */
bool world_save(struct world *world, struct scheduler *scheduler);
size_t world_levels(const struct world *world);      /* number of levels */
void world_keep(struct world *world, size_t levels); /* drops the levels above */
int world_execute_from(struct world *world, size_t level, const struct scheduler_options *options,
                       struct document *document, struct world_result *result, struct error *error);

/* Finds the source lines of all findings and interleavings in the document. The first call is slow,
 * since it reads files; known lines are found quickly. */
void world_resolve(struct world *world, struct document *document);

/* With `repeats`: returns what a rank printed in the last execution; stream 0 is stdout, 1 stderr.
 * Valid until the next call or execution. If a rank prints without end, only the start is kept. */
const char *world_output(struct world *world, int rank, int stream, size_t *length);
/* Prints the same of all ranks to stdout and stderr of the command, in the style of the options. */
void world_print(struct world *world);

/* Ends all processes of the world and removes its files. */
void world_close(struct world *world);

/* Opens a world, executes once and closes it; statistics go into the document too. */
int world_run(const struct world_options *options, struct document *document,
              struct world_result *result, struct error *error);

#endif
