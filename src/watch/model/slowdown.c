/* slowdown.c: see slowdown.h. */
#include "watch/model/slowdown.h"

#include <string.h>
#include <strings.h>

/* The five functions of the chapter, and the others of this kind in MPI. */
static const char *const polling[] = {
    "MPI_Iprobe",
    "MPI_Test",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Testall",
    "MPI_Improbe",
    "MPI_Request_get_status",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Parrived",
    "MPI_Win_test",
};

/* Compares a name with a C name. Fortran's names are the same in lower case, followed by
 * underscores or the letters of mpi_f08. */
static bool same_function(const char *name, const char *function)
{
    size_t length = strlen(function);
    if (strncasecmp(name, function, length) != 0)
        return false;
    const char *rest = name + length;
    if (strncasecmp(rest, "_f08", 4) == 0)
        rest += 4;
    return rest[strspn(rest, "_")] == '\0';
}

enum stack_place slowdown_place(const char *function)
{
    if (function == NULL)
        return STACK_OUTSIDE;
    const char *name = *function == 'P' || *function == 'p' ? function + 1 : function;
    for (size_t i = 0; i < sizeof polling / sizeof *polling; i++)
        if (same_function(name, polling[i]))
            return STACK_POLLING;
    return STACK_IN_MPI;
}

bool slowdown_moves(const struct stack_look *before, const struct stack_look *after)
{
    if (before->place == STACK_IN_MPI && after->place == STACK_IN_MPI)
        return before->function != after->function;
    return before->place == STACK_IN_MPI || after->place == STACK_IN_MPI;
}
