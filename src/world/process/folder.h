/* folder.h: the folder that a program runs in, for executions that must not see each other's files.
 *
 * A listing says what is in a folder at one time. A workplace is a copy of what a listing says, in
 * which each execution of one world runs, and which is put back before the next one.
 *
 * Files of up to a MiB, 64 MiB in all, are copies. Larger ones are links to the user's own: they
 * are there to be read. Results of Tutti and .git are left out. Nothing here changes the folder
 * itself.
 */
#ifndef TUTTI_WORLD_PROCESS_FOLDER_H
#define TUTTI_WORLD_PROCESS_FOLDER_H

#include "base/error.h"

#include <stdbool.h>

struct listing;

/* What is in the directory now, and the contents of small files, so that what changes later can be
 * copied as it was. `except`: a directory below that does not count; NULL: none. */
struct listing *listing_open(const char *directory, const char *except);
void listing_close(struct listing *listing);

/* Whether something was made, written or removed since. */
bool listing_changed(const struct listing *listing);

struct workplace;

/* A copy of what the listing says, in a new folder below `parent`. An error where a file has
 * changed since whose content is not known, or where there are more than 4,096 files and folders.
 */
int workplace_open(const struct listing *listing, const char *parent, struct workplace **result,
                   struct error *error);
void workplace_close(struct workplace *workplace);

/* Where the program is to start. */
const char *workplace_directory(const struct workplace *workplace);

/* From here on this is how each execution finds it. */
int workplace_settle(struct workplace *workplace, struct error *error);

/* Puts it back. No rank runs. */
int workplace_restore(struct workplace *workplace, struct error *error);

#endif
