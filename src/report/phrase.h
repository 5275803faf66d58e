/* phrase.h: writes parts of sentences that several views share. Strings from the program or its
 * paths are made harmless: a terminal shows them, and obeys none of them. */
#ifndef TUTTI_REPORT_PHRASE_H
#define TUTTI_REPORT_PHRASE_H

#include "base/text.h"
#include "finding/finding.h"

enum {
    PHRASE_ARGUMENT_MAX = 120, /* characters shown of an argument's value */
    PHRASE_STRING_MAX = 4000,  /* the same for any other string */
};

/* Adds at most `most` characters, then "...". Control characters, characters that change the
 * direction of writing, and bytes that are not UTF-8 are written as \x1b, \u202e, \xff. */
void phrase_add(struct text *out, const char *string, size_t most);

/* Returns the argument's name as a person reads it: "src" for source. */
const char *phrase_argument_name(const struct argument *argument);

/* Returns a family of MPI libraries as a person reads it: "Open MPI" for openmpi. */
const char *phrase_mpi_name(const char *family);

/* Adds "MPI_Recv(src=ANY, tag=7, comm=WORLD)"; nothing if the place is not a call. */
void phrase_add_call(struct text *out, const struct location *location);

/* Adds "a.c:12"; "a.c" without a line; nothing without a file. */
void phrase_add_place(struct text *out, const char *file, int line);

/* Adds "rank 3" or "ranks 0-2,5". There must be a rank. */
void phrase_add_ranks(struct text *out, const int *ranks, size_t count);

/* Adds the merged stacks of all ranks, a line for each branch, indented by `indent` steps. */
void phrase_add_stacks(struct text *out, const struct finding *finding, int indent);

#endif
