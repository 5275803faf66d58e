/* world.h: executions of a program in the virtual world.
 *
 * A world is opened once: the program runs until MPI_Init and stays there as the template of its
 * ranks. Each execution starts from that point. One world at a time per command (process.h), and
 * one thread. */
#ifndef TUTTI_WORLD_PROCESS_WORLD_H
#define TUTTI_WORLD_PROCESS_WORLD_H

#include "base/error.h"
#include "finding/finding.h"
#include "world/schedule/scheduler.h"

enum world_output { WORLD_OUTPUT_PREFIX, WORLD_OUTPUT_PLAIN, WORLD_OUTPUT_FILES };

/* How the ranks of one execution start, where they run main() themselves. */
struct world_start {
    const char *const *arguments;   /* NULL-terminated words; [0] is the program's name */
    const char *directory;          /* current one; NULL: as it is */
    const char *const *environment; /* "NAME=value", NULL-terminated: set besides what there is;
                                       NULL: nothing */
    const char *input;              /* file that rank 0 reads as standard input; NULL: as it is */
    /* Limits of each rank; 0: none. A rank that goes beyond one ends the execution: with a finding
     * `loop` for processor time, with OUTCOME_LIMIT and a sentence in document.coverage else. They
     * are looked at some twenty times a second. */
    size_t memory_bytes; /* that it has written to, messages under way among them */
    size_t file_bytes;   /* that a file may have; also what it prints */
    double processor_seconds;
};

struct world_options {
    struct scheduler_options scheduler; /* to open a world: ranks and seconds alone matter */
    enum world_output output;
    const char *directory;       /* of WORLD_OUTPUT_FILES: rank-N.out and rank-N.err */
    const char *guest;           /* what to preload: the guest, and perhaps its MPI */
    const char *const *program;  /* NULL-terminated words */
    const char *start_directory; /* where it starts; NULL: here */
    const char *input;           /* file that it reads as standard input; NULL: the command's own */
    int debugged;                /* rank that gdb is started for; -1: none */
    bool at_main; /* ranks start at main(), not at MPI_Init, and executions may have fewer ranks
                     than the world was opened with */
    bool repeats; /* many executions: what ranks print is kept, not passed on; large payloads are
                     complete when they are posted; findings are resolved on demand */
    bool stop_at_first;    /* every error ends its execution, also one that ranks could go past */
    size_t snapshot_bytes; /* the most that snapshots take together; 0: none are made */
};

/* How a rank ended, and with `repeats` how much it printed. */
struct world_rank_end {
    bool ended;       /* false: it was there when the execution was over, and was stopped */
    int status;       /* as of waitpid */
    size_t length[2]; /* bytes on stdout and stderr; world_output() has them */
};

struct world_result {
    enum outcome outcome;
    const char *difference; /* a sentence: where an execution that was to follow another one went
                               another way. NULL: nowhere. Lives as long as the document */
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

/* One execution from MPI_Init to its end; no rank of it runs afterwards. Findings and verdict go
 * into the document. With `repeats` their addresses have no names yet. Without, only one execution
 * is possible. It gives 1, with OUTCOME_LIMIT and a sentence in the error, where ranks start at
 * main() and one could not go on, such as one whose messages under way need too much memory: others
 * can be executed. */
int world_execute(struct world *world, const struct scheduler_options *options,
                  struct document *document, struct world_result *result, struct error *error);

/* Snapshots of an execution that is under way, with `repeats`: others can start there instead of at
 * MPI_Init. They form a stack; the first is level 1.
 *
 * world_save() is for exploration.pause, where nobody runs: it puts the state of ranks, segment,
 * scheduler and output on the stack; false: it did not, because a rank cannot be rewound or has
 * opened a file or mapped memory, or because there is no room (world_options.snapshot_bytes).
 *
 * world_execute_from() is world_execute(), but goes on from a level; those above it are gone then.
 * The script must begin with the choices that were made until the snapshot. It gives 1, and nothing
 * has happened, if a rank cannot go back there any more, such as one that has crashed meanwhile:
 * then the whole stack is of no use, and the script has to be executed from the start, level 0.
 *
 * Cost of each, per rank: two switches of process and a copy of every page that the rank has
 * written since MPI_Init, for small programs 20 to 50 pages, some 15 microseconds; and the payloads
 * that were ever under way. A snapshot pays where more than about ten calls lie before it. */
bool world_save(struct world *world, struct scheduler *scheduler);
size_t world_levels(const struct world *world);      /* how many there are */
void world_keep(struct world *world, size_t levels); /* takes those above from the stack */
int world_execute_from(struct world *world, size_t level, const struct scheduler_options *options,
                       struct document *document, struct world_result *result, struct error *error);

/* Finds the source lines of all findings and interleavings in the document. Slow when asked first
 * (files are read), quick for the same lines. */
void world_resolve(struct world *world, struct document *document);

/* With `repeats`: what a rank printed in the last execution; stream 0 is stdout, 1 stderr. Valid
 * until the next call or execution. Of a rank that prints without end only the start is kept. */
const char *world_output(struct world *world, int rank, int stream, size_t *length);
/* The same of all ranks, to stdout and stderr of the command, in the style of the options. */
void world_print(struct world *world);

/* Nothing of the world is left behind. */
void world_close(struct world *world);

/* One execution of a program that starts and ends; stats go into the document too. */
int world_run(const struct world_options *options, struct document *document,
              struct world_result *result, struct error *error);

#endif
