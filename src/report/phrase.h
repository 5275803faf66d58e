/* phrase.h: the pieces of sentences that several views share. Strings that come from the program
 * or its paths are made harmless: a terminal shows them, and does nothing else. */
#ifndef TUTTI_REPORT_PHRASE_H
#define TUTTI_REPORT_PHRASE_H

#include "base/text.h"
#include "finding/finding.h"

enum {
    PHRASE_ARGUMENT_MAX = 120, /* characters of an argument's value that are shown */
    PHRASE_STRING_MAX = 4000,  /* and of any other string */
};

/* Adds at most `most` characters, then "...". Control characters, those that turn the direction of
 * writing, and bytes that are not UTF-8 come out as \x1b, \u202e, \xff. */
void phrase_add(struct text *out, const char *string, size_t most);

/* The name as a person reads it: "src" for source. */
const char *phrase_argument_name(const struct argument *argument);

/* "MPI_Recv(src=ANY, tag=7, comm=WORLD)"; nothing if the place is not a call. */
void phrase_add_call(struct text *out, const struct location *location);

/* "a.c:12"; "a.c" without a line; nothing without a file. */
void phrase_add_place(struct text *out, const char *file, int line);

/* "rank 3" or "ranks 0-2,5"; at least one rank. */
void phrase_add_ranks(struct text *out, const int *ranks, size_t count);

/* The stacks of all ranks, merged: a line for each branch, all of them indented by so many steps.
 */
void phrase_add_stacks(struct text *out, const struct finding *finding, int indent);

#endif
