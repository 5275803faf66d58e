/* orphans.h: processes that ranks have started and that outlive them.
 *
 * The kernel hands them to the template, which ends them. With ranks that start at main() there are
 * many executions, and no process of one may run in the next. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ORPHANS_H
#define TUTTI_RUNTIME_WORLD_RANK_ORPHANS_H

/* Makes this process the parent of such processes from now on. */
void orphans_adopt(void);

/* Ends all descendants of this process. Called when no rank is among them. */
void orphans_end(void);

#endif
