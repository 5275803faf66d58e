/* archive.h: lists the members of an archive of `ar`, one after the other. */
#ifndef TUTTI_COMPILE_ARCHIVE_H
#define TUTTI_COMPILE_ARCHIVE_H

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

struct archive {
    const unsigned char *bytes;
    size_t size, at;
    const char *long_names; /* NULL: none seen */
    size_t long_names_size;
    bool thin; /* it holds names of files instead of files */
};

struct archive_member {
    const char *name;           /* in the arena */
    const unsigned char *bytes; /* NULL: the member is the file of this name, beside the archive */
    size_t size;
};

bool archive_is(const unsigned char *bytes, size_t size);
void archive_begin(struct archive *archive, const unsigned char *bytes, size_t size);

/* Reads the next member that is a file, and skips tables of symbols and names. Returns false at the
 * end, or if the archive is cut. */
bool archive_next(struct archive *archive, struct arena *arena, struct archive_member *member);

#endif
