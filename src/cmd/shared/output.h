/* output.h: writes the results of a run: to the folder tutti-out/<verb>-<time>/, to the files that
 * --json, --sarif and --html name, and to stdout. */
#ifndef TUTTI_CMD_SHARED_OUTPUT_H
#define TUTTI_CMD_SHARED_OUTPUT_H

#include "base/error.h"
#include "base/options/options.h"
#include "cmd/verb.h"
#include "finding/finding.h"

struct output {
    char *directory; /* absolute; NULL with --no-out */
};

/* Makes the folder of this run: --out, or tutti-out/<verb>-<time> in the current directory. */
int output_open(struct output *output, const struct options *options, struct error *error);
/* Does the same for a search. With --resume, opens the folder of the search to continue: --out, or
 * the newest folder of the verb. */
int output_open_search(struct output *output, const struct options *options, struct error *error);
/* Does the same in the folder `chosen`; NULL: as output_open() does. */
int output_open_in(struct output *output, const struct options *options, const char *chosen,
                   struct error *error);
void output_close(struct output *output);

/* The folder in the current directory in which runs keep results and builds. */
#define OUTPUT_KEPT "tutti-out"

/* Makes a folder in OUTPUT_KEPT, or OUTPUT_KEPT itself, for the user alone. Fails if OUTPUT_KEPT
 * belongs to another user: that user could redirect our files, and plant files that we execute. */
int output_make_kept(const char *folder, struct error *error);
/* Returns the same error; for code that is about to use an existing file that the user has not
 * named. */
int output_check_owner(struct error *error);

/* Returns the file or folder that changed last among those that match a shell pattern; NULL: none
 * matches. */
char *output_newest(const char *pattern);

/* Fills in the common fields of all documents: the command line as given, the directory. */
void output_describe(const struct context *context, struct document *document);

/* Removes the findings that --rules and --suppressions exclude, and marks those that --baseline
 * has. */
int output_select(const struct options *options, struct document *document, struct error *error);

/* Does the same, then saves findings.json and stats in the folder. Call it before printing
 * anything: results go to the disk first. */
int output_save(const struct output *output, const struct options *options,
                struct document *document, struct error *error);

/* Writes the text to the file `name` of the folder, if there is a folder, and to the file `asked`,
 * unless that is NULL. */
int output_save_text(const struct output *output, const char *name, const char *asked,
                     const struct text *text, struct error *error);

/* Writes --json, --sarif and --html. */
int output_views(const struct options *options, const struct document *document,
                 struct error *error);

bool output_views_wanted(const struct options *options);

/* Returns whether one of the views goes to stdout, which then contains nothing else. */
bool output_stdout_taken(const struct options *options);

/* Returns the exit code for the verdict, with --error-exitcode applied. */
int output_exit_code(const struct options *options, const struct document *document);

#endif
