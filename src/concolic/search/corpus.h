/* corpus.h: writes an input as a directory that a person can use without Tutti. */
#ifndef TUTTI_CONCOLIC_SEARCH_CORPUS_H
#define TUTTI_CONCOLIC_SEARCH_CORPUS_H

#include "concolic/input/input.h"

/* Writes the files of the input that differ from the user's own, and run.sh, which runs the program
 * with them. `what` describes the input in one line. */
int corpus_write(const struct input *input, const struct input_originals *originals,
                 const char *what, const char *directory, struct error *error);

#endif
