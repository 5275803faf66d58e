/* output.h: where the results of a run go: the folder tutti-out/<verb>-<time>/, the files that
 * --json, --sarif and --html ask for, and stdout. */
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
/* The same for a search that --resume goes on with: in --out, or in the newest folder of the verb.
 */
int output_open_search(struct output *output, const struct options *options, struct error *error);
/* The same in the folder `chosen`; NULL: as output_open() does. */
int output_open_in(struct output *output, const struct options *options, const char *chosen,
                   struct error *error);
void output_close(struct output *output);

/* Where runs keep what they find and build, in the current directory. */
#define OUTPUT_KEPT "tutti-out"

/* Makes a folder in OUTPUT_KEPT, or that one itself, for the user alone. An error if OUTPUT_KEPT
 * belongs to another user, who could lead what is written elsewhere, and put there what is
 * executed.
 */
int output_make_kept(const char *folder, struct error *error);
/* The same error, before something that is there is used and nobody has named it. */
int output_check_owner(struct error *error);

/* What changed last of the files and folders that fit the pattern of a shell; NULL if there is
 * none. */
char *output_newest(const char *pattern);

/* Fills in what every document says: the command line as given, the directory. */
void output_describe(const struct context *context, struct document *document);

/* Leaves out what --rules and --suppressions leave out, and marks what --baseline has. */
int output_select(const struct options *options, struct document *document, struct error *error);

/* The same, then saves findings.json and stats in the folder. Called before anything is printed:
 * results on disk come first. */
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

/* Whether one of the views goes to stdout, which then holds nothing else. */
bool output_stdout_taken(const struct options *options);

/* The exit code for the verdict, with --error-exitcode applied. */
int output_exit_code(const struct options *options, const struct document *document);

#endif
