/* folder.h: copies of the folder that a program runs in, for executions that must not see each
 * other's files.
 *
 * A listing records the content of a folder at one time. A workplace is a copy made from a listing.
 * Each execution of a world runs in it, and it is restored before the next one.
 *
 * Files up to 1 MiB, and 64 MiB in all, are copied. Larger files are links to the user's own, for
 * reading. Results of Tutti and .git are left out. The folder itself is never changed.
 */
#ifndef TUTTI_WORLD_PROCESS_FOLDER_H
#define TUTTI_WORLD_PROCESS_FOLDER_H

#include "base/error.h"

#include <stdbool.h>

struct listing;

/* Lists the directory as it is now, with the contents of small files, so that a file that changes
 * later can be copied as it was. `except`: a directory below that is left out; NULL: none. */
struct listing *listing_open(const char *directory, const char *except);
void listing_close(struct listing *listing);

/* Returns whether a file was created, written or removed since. */
bool listing_changed(const struct listing *listing);

struct workplace;

/* Makes a copy from the listing, in a new folder below `parent`. Fails if a large file has changed
 * since, or if there are more than 4,096 files and folders. */
int workplace_open(const struct listing *listing, const char *parent, struct workplace **result,
                   struct error *error);
void workplace_close(struct workplace *workplace);

/* Returns the directory in which the program starts. */
const char *workplace_directory(const struct workplace *workplace);

/* Makes the present content the one that each execution begins with. */
int workplace_settle(struct workplace *workplace, struct error *error);

/* Restores that content, while no rank runs. */
int workplace_restore(struct workplace *workplace, struct error *error);

#endif
