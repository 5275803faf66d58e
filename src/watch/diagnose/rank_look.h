/* rank_look.h: describes where a rank is, from its stack, in words that stay valid when the process
 * has ended. */
#ifndef TUTTI_WATCH_DIAGNOSE_RANK_LOOK_H
#define TUTTI_WATCH_DIAGNOSE_RANK_LOOK_H

#include "finding/finding.h"
#include "watch/sample/stack_path.h"
#include "watch/sample/tracker.h"

struct rank_look {
    bool taken;             /* path and place are set */
    struct stack_path path; /* outermost first */
    struct location place;  /* file, line, column, function and stack, as in a finding */
    const char *refused;    /* why the kernel does not allow a look; NULL: it does */
};

/* Looks at the thread that stands for the process. If the kernel does not allow that, `place` is
 * that of the call, which the process itself recorded. */
void rank_look_take(const struct tracked *process, struct arena *arena, struct rank_look *look);

#endif
