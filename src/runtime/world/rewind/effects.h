/* effects.h: undoes effects of a rank that its memory does not show, such as an open file.
 *
 * While a rank can be rewound (rewind.h), the kernel hands each of its system calls to a handler
 * first (syscall user dispatch, Linux 5.11). Most calls change nothing in the process. New mappings
 * and new descriptors are recorded and undone. After any other call the rank is `lost`: it goes on
 * unwatched and must be replaced by a new process. Effects outside the process, such as data
 * written into a file, would outlive the process too, so they do not matter here.
 *
 * Threads and children are not watched: a rank that creates one is lost. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_EFFECTS_H
#define TUTTI_RUNTIME_WORLD_REWIND_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EFFECTS_MAPPINGS = 128, EFFECTS_DESCRIPTORS = 1024 };

/* Lies in memory that is not rewound. */
struct effects {
    volatile char selector; /* the kernel reads it: whether calls go to the handler */
    bool lost;
    bool moved_top, moved_files, masked; /* state to restore */
    bool dropped;                        /* pages were discarded, without a trace in the process */
    struct {
        uint64_t start, end;
    } mappings[EFFECTS_MAPPINGS]; /* new ones */
    int mapping_count;
    uint64_t descriptors[EFFECTS_DESCRIPTORS / 64]; /* new ones, by bit */
    uint64_t top;                                   /* end of the heap (brk) at the start */
    uint64_t mask;                                  /* of signals */
    void (*exited)(int status);
};

/* Prepares to watch this process; false: that is not possible. `exited` is called instead of the
 * system call exit_group, unless the rank is lost. */
bool effects_prepare(struct effects *effects, void (*exited)(int status));

/* Watches from now on, or again. */
void effects_watch(struct effects *effects);

/* Returns whether there is nothing to undo. */
bool effects_none(const struct effects *effects);

/* Undoes the effects of a rank that is not lost; makes system calls through the gate only. Returns
 * whether pages may be missing from memory that was there at the start. */
bool effects_undo(struct effects *effects);

#endif
