/* test_directory.h: gives each test a new working directory, and removes it after the test. */
#ifndef TUTTI_BASE_TEST_DIRECTORY_H
#define TUTTI_BASE_TEST_DIRECTORY_H

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <unistd.h>

/* Set-up and tear-down functions for cmocka; the state is the path of the directory. */
static inline int directory_enter(void **state)
{
    char *directory = memory_copy("/tmp/tutti-test-XXXXXX");
    *state = directory;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static inline int directory_leave(void **state)
{
    struct error error;
    int failed = chdir("/") != 0 || file_remove_directory(*state, &error) != 0;
    free(*state);
    return failed ? -1 : 0;
}

#endif
