/* build.h: makes the test build of the program that `tutti test` is given.
 *
 * The build stays in tutti-out/tests, and is reused while the program is the same; with --no-out it
 * is temporary. A separate process makes it, so that the command never loads LLVM, whose memory
 * would be copied with every rank that is forked; another process analyses the program at the same
 * time.
 */
#ifndef TUTTI_CMD_TESTING_BUILD_H
#define TUTTI_CMD_TESTING_BUILD_H

#include "cmd/verb.h"
#include "instrument/testable.h"

struct test_build {
    struct testable testable;
    char *directory; /* the directory of the build, absolute */
    char *warnings; /* the file with the warnings of the analysis (warnings.h); a missing file means
                       no warnings */
    char *temporary; /* the directory to remove; NULL: none */
    int interrupt;   /* the signal that ended the build, by which the command must end, too; or 0 */
};

/* Makes the build, and prints its notes. Fails with ERROR_USAGE if tutti cc did not make the
 * program. The caller frees the build, also after an error. */
int test_build(const struct context *context, const struct options *options, const char *program,
               struct test_build *build, struct error *error);
void test_build_free(struct test_build *build);

#endif
