/* launcher.c: a launcher's command line, a word a line. */
#include "launch/launcher.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const variables[] = {"LD_PRELOAD=/lib/guest.so", "TUTTI_GUEST=1", NULL};
    struct arena arena = {0};
    struct launcher_line line;
    struct error error;
    size_t count;
    char **words = fuzz_words(data, size, &count);
    if (count > 0 && launcher_parse_as(words, MPI_FLAVOUR_MPICH, &arena, &line, &error) == 0) {
        launcher_words(&line, variables, &arena);
        launcher_leaves(&line);
    }
    if (count > 0)
        launcher_parse(words, &arena, &line, &error);
    arena_free(&arena);
    free(words);
    return 0;
}
