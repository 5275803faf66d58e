/* status.h: what a trial program tells the command while it runs: a file with a slot for each rank,
 * written in place. The command reads it to see whether there is progress, how much memory is used,
 * and how each point ended.
 *
 * Known to both sides, so libc alone. The file is read while it is written: a number may be one
 * beat old, but `outcome` is written together with its detail.
 */
#ifndef TUTTI_SCALE_TRIAL_STATUS_H
#define TUTTI_SCALE_TRIAL_STATUS_H

#include <stdint.h>

enum { TRIAL_BEAT_MILLISECONDS = 50, TRIAL_DETAIL_MAX = 200, TRIAL_SLOT_BYTES = 256 };

enum trial_outcome {
    TRIAL_RUNNING, /* no end of a point yet; the point may be the first */
    TRIAL_OK,      /* all points passed */
    TRIAL_CRASH,
    TRIAL_ERROR,
    TRIAL_WRONG_DATA,
    TRIAL_NO_MEMORY, /* for the trial's own buffers */
    TRIAL_REFUSED,   /* a point that cannot be tried: a slip of the command, not of the library */
};

struct trial_slot {
    uint32_t alive; /* 1 from the first write on */
    uint32_t outcome;
    uint32_t point; /* the one that is being tried, from 0 */
    uint32_t beats;
    uint64_t faults;    /* of pages: new data was touched */
    uint64_t anonymous; /* bytes of memory that are the process' own */
    char detail[TRIAL_DETAIL_MAX];
};

#endif
