#include "compile/scratch.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>

int scratch_make(char **directory, struct error *error)
{
    const char *parent = getenv("TMPDIR");
    char *path = memory_printf("%s/tutti-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(path)) {
        error_errno(error, "cannot make a temporary directory %s", path);
        free(path);
        return -1;
    }
    *directory = path;
    return 0;
}

void scratch_remove(char *directory)
{
    struct error ignored; /* what cannot be removed harms nobody */
    if (directory)
        file_remove_directory(directory, &ignored);
    free(directory);
}
