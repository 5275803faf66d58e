/* effects.h: what a rank does that its memory does not show, such as opening a file.
 *
 * A rank that is to be rewound (rewind.h) has its system calls noted: the kernel hands each to a
 * handler first (syscall user dispatch, Linux 5.11). Most change nothing in the process; new
 * mappings and new descriptors are remembered and undone; after any other the rank is `lost`: it
 * goes on unwatched, and has to be replaced by a new process. What a call does outside the process,
 * such as writing into a file, would stay after a new process too, so it does not matter here.
 *
 * Threads and children are not watched, and whoever makes one is lost. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_EFFECTS_H
#define TUTTI_RUNTIME_WORLD_REWIND_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EFFECTS_MAPPINGS = 128, EFFECTS_DESCRIPTORS = 1024 };

/* Lies in memory that is not rewound itself. */
struct effects {
    volatile char selector; /* the kernel reads it */
    bool lost;
    bool moved_top, moved_files, masked; /* what there is to put back */
    bool dropped;                        /* pages, without a trace in the process */
    struct {
        uint64_t start, end;
    } mappings[EFFECTS_MAPPINGS]; /* new ones */
    int mapping_count;
    uint64_t descriptors[EFFECTS_DESCRIPTORS / 64]; /* new ones, by bit */
    uint64_t top;                                   /* of the heap (brk) at the start */
    uint64_t mask;                                  /* of signals */
    void (*exited)(int status);
};

/* Prepares to watch this process; false: it cannot be. `exited` is called instead of the system
 * call exit_group, unless the rank is lost. */
bool effects_prepare(struct effects *effects, void (*exited)(int status));

/* From here on, or again. */
void effects_watch(struct effects *effects);

/* Whether there is nothing to be put back. */
bool effects_none(const struct effects *effects);

/* Puts back what can be; only for a rank that is not lost. Uses the gate alone. Gives whether pages
 * may be gone from memory that was there at the start. */
bool effects_undo(struct effects *effects);

#endif
