/* library_version.c: the program tutti-mpi-version, which asks an MPI library for its name and
 * version (library.h).
 *
 *   tutti-mpi-version LIBRARY
 *
 * It ends without running the library's destructors, which could fail.
 */
#include "launch/installed/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

enum { ANSWER_MAX = 64 * 1024 }; /* MPI_MAX_LIBRARY_VERSION_STRING is 256 or 8192 */

int main(int count, char **words)
{
    static char answer[ANSWER_MAX];
    int length = 0;
    if (count != 2) {
        fprintf(stderr, "usage: tutti-mpi-version LIBRARY\n");
        return ERROR_USAGE;
    }
    void *library = dlopen(words[1], RTLD_LAZY | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        _exit(ERROR_FAILED);
    }
    int (*ask)(char *, int *) =
        (int (*)(char *, int *))(intptr_t)dlsym(library, "MPI_Get_library_version");
    if (!ask) {
        fprintf(stderr, "it has no MPI_Get_library_version\n");
        _exit(ERROR_FAILED);
    }
    int failed = ask(answer, &length);
    answer[sizeof answer - 1] = '\0';
    if (!failed)
        printf("\n" LIBRARY_SAYS "\n%s\n" LIBRARY_SAID "\n", answer);
    fflush(stdout);
    _exit(failed ? ERROR_FAILED : 0);
}
