/* several.h: combines several runs into one document: lists each bug once, and says what changed
 * from run to run.
 *
 * Runs of the same verb on the same program are one series. The latest run of each series says what
 * is wrong now; the others are its history.
 */
#ifndef TUTTI_CMD_SHARED_SEVERAL_H
#define TUTTI_CMD_SHARED_SEVERAL_H

#include "base/error.h"
#include "base/options/options.h"
#include "finding/finding.h"

/* Finds findings.json in a folder and in its subfolders. The caller gives the list back to
 * several_free_paths(). */
int several_paths(const char *directory, char ***paths, size_t *count, struct error *error);
void several_free_paths(char **paths, size_t count);

struct several {
    struct document all;
    struct document *runs; /* `all` points into them */
    size_t count;
};

/* Reads the runs from the files, and selects their findings by --rules, --suppressions and
 * --baseline. */
int several_read(char *const *paths, size_t count, const struct options *options,
                 struct several *several, struct error *error);
void several_free(struct several *several);

#endif
