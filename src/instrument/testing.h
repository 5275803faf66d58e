/* testing.h: declarations shared by the files that make a test build.
 *
 * testable.c finds an existing one, and needs no LLVM. testing.c makes one: testing_pieces.c
 * instruments and compiles the bitcode, testing_link.c links the objects.
 */
#ifndef TUTTI_INSTRUMENT_TESTING_H
#define TUTTI_INSTRUMENT_TESTING_H

#include "base/text.h"
#include "compile/linked.h"
#include "compile/object.h"
#include "instrument/instrument.h"
#include "instrument/testable.h"

#include <stdint.h>

/* The bitcode of one source of the program. */
struct testing_piece {
    const char *name;
    struct instrument_input input;
    const char *sites; /* file with the sites of the bitcode; NULL: not instrumented */
    const char *objects[2];
    size_t object_count;
};

struct testing {
    const struct testable_request *request;
    struct testable *result;
    struct object program;
    struct linked linked;
    const char *directory; /* directory for temporary files */
    struct testing_piece *pieces;
    size_t piece_count;
    uint32_t site_count, edge_count;
    struct text messages; /* messages of compilers that failed */
};

/* Opens the program and reads how it was linked; an error says why it cannot be tested. The caller
 * closes and frees both. */
int testable_open(const char *path, struct object *program, struct linked *linked,
                  struct error *error);

/* Returns the library that a test build is linked with; to be freed. */
char *testable_library(const char *flavour);

/* Notes that the build is complete. */
int testable_record(const struct testable_request *request, const struct testable *result,
                    struct error *error);

/* Fills in the objects and sites of all pieces. */
int testing_make_pieces(struct testing *testing, struct error *error);

/* Links them to the file `output`. */
int testing_link(struct testing *testing, const char *output, struct error *error);

/* Adds a note to the result. */
void testing_note(struct testing *testing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Keeps a compiler's messages, and returns the first error in them. */
const char *testing_keep_messages(struct testing *testing, const char *of, const char *file);

#endif
