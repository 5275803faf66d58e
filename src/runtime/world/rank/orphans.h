/* orphans.h: processes that ranks have started and that are still there when the ranks are not.
 *
 * The kernel hands them to the template, which ends them: with ranks that start at main() there are
 * many executions, and nothing of one may run in the next. */
#ifndef TUTTI_RUNTIME_WORLD_RANK_ORPHANS_H
#define TUTTI_RUNTIME_WORLD_RANK_ORPHANS_H

/* From here on they come to this process. */
void orphans_adopt(void);

/* Ends all children of this process, and theirs. No rank is among them. */
void orphans_end(void);

#endif
