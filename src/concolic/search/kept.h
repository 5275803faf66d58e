/* kept.h: keeps an input when the search is over: as a directory in which the program repeats what
 * it did in a test, with a record (world/record/record.h) of how to start it there.
 *
 * A directory has copies of the user's files. For an input of the corpus it is therefore made only
 * on demand; until then one file holds the input.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_KEPT_H
#define TUTTI_CONCOLIC_SEARCH_KEPT_H

#include "concolic/concolic.h"
#include "concolic/input/input.h"

/* Returns the user's own program, by a path that does not depend on the directory of a test. */
const char *kept_program(const struct record *of, struct arena *arena);

/* Lays out the input in the directory permanently, and makes the record that of the program there.
 * `of` is the user's own command. `test_build` replaces its program where values are marked in the
 * source, or where only the trace of the test build shows an error. `results` is the directory of
 * the search; NULL: none. */
int kept_lay_out(const struct input *input, const struct record *of, const char *test_build,
                 const char *results, const char *directory, struct record *record,
                 struct error *error);

/* Writes the file that kept_open() reads into an existing directory. */
int kept_write(const struct input *input, const struct concolic_options *options,
               const struct record *of, const char *directory, struct error *error);

/* Says whether the directory already has the file that kept_write() would write. */
bool kept_is(const struct input *input, const struct concolic_options *options,
             const struct record *of, const char *directory);

/* Reads the file that kept_write() has written into the directory. Lays the input out below the
 * directory and writes its record, unless an earlier call did. Does nothing if there is no such
 * file. */
int kept_open(const char *directory, struct error *error);

#endif
