/* source.h: reads lines of the user's source files, for excerpts.
 *
 * Files are read once each, when first asked for, and kept until sources_close(). Paths come from
 * a document, which may be hostile: only regular files up to a cap are read, and of a document that
 * was not made by this command only sources of the project.
 */
#ifndef TUTTI_REPORT_SOURCE_H
#define TUTTI_REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SOURCE_FILE_CAP = 16 * 1024 * 1024,
    SOURCE_TOTAL_CAP = 256 * 1024 * 1024, /* for all files of one document */
};

struct sources;
struct source;

/* `directory` is where relative paths start; NULL is the current directory. `roots` NULL: any file
 * is read. Else the document may be anybody's, and only what looks like a source below one of these
 * folders (real paths, NULL behind the last) is, nothing hidden. Both must outlive the sources. */
struct sources *sources_open(const char *directory, const char *const *roots);
void sources_close(struct sources *sources);

/* Finds a file. Never returns NULL: a file that cannot be shown has a problem. */
const struct source *sources_find(struct sources *sources, const char *path);
/* Finds a file by a relative path that starts in another directory; NULL: there is no such file. */
const struct source *sources_find_in(struct sources *sources, const char *directory,
                                     const char *path);

/* Returns why the file cannot be shown, as the end of a sentence that starts with its name: "was
 * not found in /home/me/app"; NULL if it can. */
const char *source_problem(const struct source *source);

size_t source_line_count(const struct source *source);

/* Returns the bytes of a line without its end, numbered from 1. The line must exist. */
const char *source_line(const struct source *source, size_t number, size_t *length);

#endif
