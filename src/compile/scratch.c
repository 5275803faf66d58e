#include "compile/scratch.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>

int scratch_make(char **directory, struct error *error)
{
    return file_make_temporary("tutti-", directory, error);
}

void scratch_remove(char *directory)
{
    struct error ignored; /* files that cannot be removed do no harm */
    if (directory)
        file_remove_directory(directory, &ignored);
    free(directory);
}
