/* several.h: several runs as one document: each bug once, and what changed from run to run.
 *
 * Runs of the same verb on the same program are one series. The latest of each series says what is
 * wrong now; the others are its history. */
#ifndef TUTTI_CMD_SHARED_SEVERAL_H
#define TUTTI_CMD_SHARED_SEVERAL_H

#include "base/error.h"
#include "base/options/options.h"
#include "finding/finding.h"

/* The findings.json in a folder, and in the folders in it. The list must be given back with
 * several_free_paths(). */
int several_paths(const char *directory, char ***paths, size_t *count, struct error *error);
void several_free_paths(char **paths, size_t count);

struct several {
    struct document all;
    struct document *runs; /* `all` points into them */
    size_t count;
};

/* Those of the files, as --rules, --suppressions and --baseline select. */
int several_read(char *const *paths, size_t count, const struct options *options,
                 struct several *several, struct error *error);
void several_free(struct several *several);

#endif
