/* rank_look.h: where a rank is, from its stack, in words that do not need the process any more. */
#ifndef TUTTI_WATCH_DIAGNOSE_RANK_LOOK_H
#define TUTTI_WATCH_DIAGNOSE_RANK_LOOK_H

#include "finding/finding.h"
#include "watch/sample/stack_path.h"
#include "watch/sample/tracker.h"

struct rank_look {
    bool taken;             /* path and place are there */
    struct stack_path path; /* outermost first */
    struct location place;  /* file, line, column, function and stack of it, as of a finding */
    const char *refused;    /* why the kernel does not let us look; NULL: it does */
};

/* Of the thread that stands for the process. Where the kernel does not let us look, the place of
 * the call stands for the stack, which the process itself has told. */
void rank_look_take(const struct tracked *process, struct arena *arena, struct rank_look *look);

#endif
