/* kept.h: an input that stays when the search is over: as a directory in which the program itself
 * does what it did in a test, and a record (world/decisions.h) that says how it is started there.
 *
 * A directory has copies of the user's files. So that of an input in the corpus is made when it is
 * asked for: until then there is a file that says all of it.
 */
#ifndef TUTTI_CONCOLIC_SEARCH_KEPT_H
#define TUTTI_CONCOLIC_SEARCH_KEPT_H

#include "concolic/concolic.h"
#include "concolic/input/input.h"

/* The user's own program: its path does not depend on the directory that a test runs in. */
const char *kept_program(const struct decisions *of, struct arena *arena);

/* Lays out the input in the directory, for good, and makes the record one of the program there.
 * `of`: the user's own command. `test_build` takes the program's place where values are marked in
 * the source, or only its trace shows something. `results`: of the search; NULL: none. */
int kept_lay_out(const struct input *input, const struct decisions *of, const char *test_build,
                 const char *results, const char *directory, struct decisions *record,
                 struct error *error);

/* Writes what kept_open() reads into the directory, which exists. */
int kept_write(const struct input *input, const struct concolic_options *options,
               const struct decisions *of, const char *directory, struct error *error);

/* Of a directory that kept_write() has written to: lays the input out below it and writes its
 * record, unless another call has. Does nothing where there is no such file. */
int kept_open(const char *directory, struct error *error);

#endif
