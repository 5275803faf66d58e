/* test_directory.h: a new directory for each test, in which it starts; gone behind it. */
#ifndef TUTTI_BASE_TEST_DIRECTORY_H
#define TUTTI_BASE_TEST_DIRECTORY_H

#include "base/memory.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Set-up and tear-down functions for cmocka; the state is the path of the directory. */
static inline int directory_enter(void **state)
{
    char *directory = memory_copy("/tmp/tutti-test-XXXXXX");
    *state = directory;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static inline int directory_remove_entry(const char *path, const struct stat *status, int flag,
                                         struct FTW *place)
{
    (void)status;
    (void)flag;
    (void)place;
    return remove(path);
}

static inline int directory_leave(void **state)
{
    enum { OPEN_AT_ONCE = 16 };
    int failed = chdir("/") != 0 ||
                 nftw(*state, directory_remove_entry, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS) != 0;
    free(*state);
    return failed ? -1 : 0;
}

#endif
