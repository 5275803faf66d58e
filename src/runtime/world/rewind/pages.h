/* pages.h: saves the private memory of a process, and restores it.
 *
 * Only pages that were written since must be restored. The process must be a fork whose parent
 * stays unchanged: a page that nobody has written is shared with the parent, a written one belongs
 * to the process alone, and the kernel tells them apart (/proc/self/pagemap, see pagemap.rst in the
 * kernel's documentation). The kernel need not be asked often: the first write to a page causes a
 * page fault, and those are counted. A page that was written once is restored from then on.
 *
 * Only pages_save() uses libc, whose memory may be half restored in the other functions. */
#ifndef TUTTI_RUNTIME_WORLD_REWIND_PAGES_H
#define TUTTI_RUNTIME_WORLD_REWIND_PAGES_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGES_SIZE = 4096 };

struct pages;

/* Maps memory that is shared, and so not part of the private memory; NULL: that failed. */
void *pages_shared(size_t bytes);

/* Saves the memory as it is now; NULL: there is too much of it, or the kernel does not tell. */
struct pages *pages_save(void);

/* Restores the memory. `dropped`: calls may have discarded pages, which causes no fault. */
void pages_restore(struct pages *of, bool dropped);

/* Counts the pages written until now; false: that is unknown. Their order stays as it is when more
 * are written. */
bool pages_written(struct pages *of, bool dropped, size_t *count);

/* pages_copy() copies the first `count` of those pages. pages_restore_copies() restores them; pages
 * written later get their content of the start. */
void pages_copy(const struct pages *of, char *copies, size_t count);
void pages_restore_copies(struct pages *of, bool dropped, const char *copies, size_t count);

#endif
