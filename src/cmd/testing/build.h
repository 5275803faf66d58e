/* build.h: the test build of the program that `tutti test` is given.
 *
 * It is kept in tutti-out/tests, and taken again while the program is the same; with --no-out it is
 * temporary. A process of its own makes it, so that the command never holds LLVM, whose memory
 * every rank would be forked with; another one analyses the program meanwhile.
 */
#ifndef TUTTI_CMD_TESTING_BUILD_H
#define TUTTI_CMD_TESTING_BUILD_H

#include "cmd/verb.h"
#include "instrument/testable.h"

struct test_build {
    struct testable testable;
    char *directory; /* that it is in, absolute */
    char *warnings;  /* the file with what the analysis of the source says (warnings.h), which may
                        not be there: then it says nothing */
    char *temporary; /* the directory to remove; NULL: none */
    int interrupt;   /* the signal that ended it, by which the command must end, too; or 0 */
};

/* Says the notes. ERROR_USAGE if tutti cc did not make the program. The caller frees the build,
 * also after an error. */
int test_build(const struct context *context, const struct options *options, const char *program,
               struct test_build *build, struct error *error);
void test_build_free(struct test_build *build);

#endif
