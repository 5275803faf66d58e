/* testable.h: makes the test build of a program that tutti cc has linked.
 *
 * The program contains the bitcode of all its files, and a description of its link (section
 * .tuttilink). The test build is made from these (runtime/symbolic/abi.h). So a build with tutti cc
 * takes no longer, and the program itself is not instrumented.
 */
#ifndef TUTTI_INSTRUMENT_TESTABLE_H
#define TUTTI_INSTRUMENT_TESTABLE_H

#include "base/error.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct testable_request {
    const char *program;   /* as tutti cc made it */
    const char *directory; /* absolute, exists; receives bin/NAME and "sites". A test build of the
                              same program that is already there is used */
    const char *clang;
    int jobs; /* limit on compilers at a time */
    /* Called now and then with the number of files done, and of all. May be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
};

struct testable {
    struct arena arena;
    const char *program, *sites; /* paths */
    const char *flavour;         /* "mpich", "openmpi"; NULL: no MPI */
    bool reused;
    const char **notes; /* what is not instrumented, and why */
    size_t note_count;
    int interrupt; /* signal that ended the build, or 0 */
};

/* Computes a number from the content of a program that tutti cc has made: equal programs have equal
 * numbers. */
int testable_content(const char *program, uint64_t *content, struct error *error);

/* Looks for an existing test build. Returns 1 if there is one, 0 if it must be built; errors and
 * result as for testable_build(), but needs no LLVM. */
int testable_find(const struct testable_request *request, struct testable *result,
                  struct error *error);

/* Makes the test build. If tutti cc did not make the program, the error is ERROR_USAGE, and names
 * the command to use. The caller frees the result, also after an error. */
int testable_build(const struct testable_request *request, struct testable *result,
                   struct error *error);
void testable_free(struct testable *result);

#endif
