/* testable.h: the test build of a program that tutti cc has linked.
 *
 * The program has the bitcode of all its files in it, and how it was linked (section .tuttilink).
 * From these a second program is made, which tests itself: see runtime/symbolic/abi.h. So building
 * with tutti cc costs nothing more, and what runs elsewhere is not instrumented.
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
    const char *directory; /* absolute, exists: bin/NAME and "sites" are put there. A test build
                              that is there already, and is of the same program, is taken */
    const char *clang;
    int jobs; /* compilers at a time */
    /* Called now and then: so many files of all are done. NULL: not wanted. */
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
    int interrupt; /* the signal that ended the build, or 0 */
};

/* A number for the content of a program that tutti cc has made: the same for the same program. */
int testable_content(const char *program, uint64_t *content, struct error *error);

/* Looks for one that is there already. Returns 1 if there is, 0 if it must be built. Needs no LLVM,
 * as testable_build() does. Errors and result as there. */
int testable_find(const struct testable_request *request, struct testable *result,
                  struct error *error);

/* ERROR_USAGE if the program was not made by tutti cc, with the command that would. The caller
 * frees the result, also after an error. */
int testable_build(const struct testable_request *request, struct testable *result,
                   struct error *error);
void testable_free(struct testable *result);

#endif
