#include "watch/sample/core.h"

#include "launch/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_CAP = 1 << 16 };

static const double SECONDS = 600; /* memory of a rank may be large, disks slow */

const char *core_save(pid_t pid, int rank, const char *directory, struct arena *arena)
{
    const char *prefix = arena_printf(arena, "%s/core", directory);
    const char *made = arena_printf(arena, "%s.%ld", prefix, (long)pid);
    const char *path = arena_printf(arena, "%s/core.rank%d", directory, rank);
    const char *words[] = {"gcore", "-o", prefix, arena_printf(arena, "%ld", (long)pid), NULL};
    char *said = NULL;
    int code;
    struct error error;
    if (process_capture((char *const *)words, SECONDS, SAID_CAP, &said, &code, &error) != 0)
        return arena_printf(arena, "no core file of rank %d: %s (gcore is in the package gdb)",
                            rank, error.text);
    bool saved = code == 0 && rename(made, path) == 0;
    if (!saved && said)
        said[strcspn(said, "\n")] = '\0';
    const char *text = saved ? arena_printf(arena, "core file of rank %d: %s", rank, path)
                             : arena_printf(arena, "no core file of rank %d: gcore says \"%s\"",
                                            rank, said ? said : "");
    free(said);
    return text;
}
