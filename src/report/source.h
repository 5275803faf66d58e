/* source.h: reads lines of the user's source files, for excerpts.
 *
 * Each file is read once, with the first question, and kept until sources_close(). Paths come from
 * a document, which may be hostile: only regular files up to a limit are read.
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

/* Opens the sources. Relative paths start in `directory`, which must outlive the sources; NULL: in
 * the current directory. */
struct sources *sources_open(const char *directory);
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
