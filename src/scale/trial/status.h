/* status.h: the file by which a trial program reports to the command while it runs, with a slot for
 * each rank that is written in place. The command reads from it whether there is progress, how much
 * memory is used, and how each point ended.
 *
 * Both sides share it, so it uses libc alone. The file is read while it is written: a number may be
 * one beat old, but `outcome` is written together with its detail.
 */
#ifndef TUTTI_SCALE_TRIAL_STATUS_H
#define TUTTI_SCALE_TRIAL_STATUS_H

#include <stdint.h>

enum { TRIAL_BEAT_MILLISECONDS = 50, TRIAL_DETAIL_MAX = 200, TRIAL_SLOT_BYTES = 256 };

enum trial_outcome {
    TRIAL_RUNNING, /* no point has failed, and not all have passed */
    TRIAL_OK,      /* all points passed */
    TRIAL_CRASH,
    TRIAL_ERROR,
    TRIAL_WRONG_DATA,
    TRIAL_NO_MEMORY, /* no memory for the trial's own buffers */
    TRIAL_REFUSED,   /* a point that cannot be tried: an error of the command, not of the library */
};

struct trial_slot {
    uint32_t alive; /* 1 from the first write on */
    uint32_t outcome;
    uint32_t point; /* number of the current point, from 0 */
    uint32_t beats;
    uint64_t faults;    /* page faults: new data was touched */
    uint64_t anonymous; /* bytes of memory of the process alone */
    char detail[TRIAL_DETAIL_MAX];
};

#endif
