/* pages.h: the private memory of a process as it was at one time, to be put back.
 *
 * What is to be put back are the pages that were written since. The process must be a fork whose
 * parent stays as it is: a page that nobody has written is shared with it, one that was written is
 * the process's alone, and the kernel tells them apart (/proc/self/pagemap, see pagemap.rst in the
 * kernel's documentation). It need not be asked often: a page comes to be written by a page fault,
 * and those are counted. Pages once written are looked after for ever.
 *
 * Nothing but pages_save() uses libc, whose memory may be half put back meanwhile. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_PAGES_H
#define TUTTI_RUNTIME_WORLD_REWIND_PAGES_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGES_SIZE = 4096 };

struct pages;

/* Memory that is shared, and so none of the private memory; NULL: there is none. */
void *pages_shared(size_t bytes);

/* The memory as it is now; NULL: there is too much of it, or the kernel does not tell. */
struct pages *pages_save(void);

/* As it was then. `dropped`: pages may have been taken out by calls, of which no fault tells. */
void pages_restore(struct pages *of, bool dropped);

/* The pages that were written so far, in an order that stays as it is while there come more;
 * false: it is not possible to tell. */
bool pages_written(struct pages *of, bool dropped, size_t *count);

/* Copies of those, and the way back: pages written later than those are put back to the start. */
void pages_copy(const struct pages *of, char *copies, size_t count);
void pages_restore_copies(struct pages *of, bool dropped, const char *copies, size_t count);

#endif
