#include "launch/program.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

const char *program_find(const char *name, struct arena *arena)
{
    if (*name == '\0')
        return NULL;
    if (strchr(name, '/'))
        return is_executable(name) ? arena_copy(arena, name) : NULL;
    const char *list = getenv("PATH");
    if (!list)
        list = "/bin:/usr/bin";
    while (list) {
        size_t length = strcspn(list, ":");
        /* An empty element is the current directory. */
        const char *path = length ? arena_printf(arena, "%.*s/%s", (int)length, list, name)
                                  : arena_printf(arena, "./%s", name);
        if (is_executable(path))
            return path;
        list = list[length] ? list + length + 1 : NULL;
    }
    return NULL;
}

const char *program_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
