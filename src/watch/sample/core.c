#include "watch/sample/core.h"

#include "base/file.h"
#include "launch/process.h"
#include "watch/sample/stack_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAID_CAP = 1 << 16 };

static const double SECONDS = 600; /* memory of a rank may be large, and disks slow */

/* Runs gcore. Its output file has a predictable name, so it is made in a new folder that nobody
 * else can look into, and then moved to its place. */
static int core_make(pid_t pid, const char *private_folder, const char *path, char **said,
                     struct arena *arena, struct error *error)
{
    const char *prefix = arena_printf(arena, "%s/core", private_folder);
    const char *made = arena_printf(arena, "%s.%ld", prefix, (long)pid);
    const char *words[] = {"gcore", "-o", prefix, arena_printf(arena, "%ld", (long)pid), NULL};
    int code;
    mode_t mask = umask(S_IRWXG | S_IRWXO);
    int failed = process_capture((char *const *)words, SECONDS, SAID_CAP, said, &code, error);
    umask(mask);
    if (failed)
        return error_set(error, error->kind, "%s (gcore is in the package gdb)", error->text);
    if (code != 0 || chmod(made, S_IRUSR | S_IWUSR) != 0 || rename(made, path) != 0) {
        if (*said)
            (*said)[strcspn(*said, "\n")] = '\0';
        return error_set(error, ERROR_FAILED, "gcore says \"%s\"", *said ? *said : "");
    }
    return 0;
}

const char *core_save(const struct descendant *process, int rank, const char *directory,
                      struct arena *arena)
{
    pid_t pid = process->pid;
    const char *path = arena_printf(arena, "%s/core.rank%d", directory, rank);
    char *folder = memory_printf("%s/core-XXXXXX", directory), *said = NULL;
    struct error error;
    int failed = 0;
    uid_t user;
    gid_t group;
    if (descendant_is_another(process))
        failed = error_set(&error, ERROR_FAILED, "it has ended");
    else if (stack_reader_needed(pid, &user, &group)) /* GDB would read the user's files as root */
        failed =
            user == STACK_READER_UNKNOWN
                ? error_set(&error, ERROR_FAILED, "the owner of the process cannot be determined")
                : error_set(&error, ERROR_FAILED,
                            "it belongs to user %lu; let that user run the watch",
                            (unsigned long)user);
    else if (!mkdtemp(folder)) {
        failed = error_errno(&error, "cannot make a folder in %s", directory);
    } else {
        failed = core_make(pid, folder, path, &said, arena, &error);
        struct error ignored;
        file_remove_directory(folder, &ignored);
    }
    free(folder);
    free(said);
    return failed ? arena_printf(arena, "no core file of rank %d: %s", rank, error.text)
                  : arena_printf(arena, "core file of rank %d: %s", rank, path);
}
