#include "runtime/world/comm/attributes.h"

#include "runtime/next.h"
#include "runtime/world/rank/rank.h"

#include <stdlib.h>

static int *keys; /* of MPI_COMM_SELF, in the order in which they were set */
static size_t count;

void attribute_set(MPI_Comm comm, int keyval)
{
    if (comm != MPI_COMM_SELF)
        return;
    int *more = rank_memory(realloc(keys, (count + 1) * sizeof *keys));
    keys = more;
    keys[count++] = keyval;
}

/* Returns whether the attribute exists. The library would call the error handler if the key is
 * gone. */
static bool attributes_is_there(MPI_Comm comm, int keyval)
{
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    void *value;
    int there = 0;
    NEXT(PMPI_Comm_get_errhandler)(comm, &handler);
    NEXT(PMPI_Comm_set_errhandler)(comm, MPI_ERRORS_RETURN);
    int result = NEXT(PMPI_Comm_get_attr)(comm, keyval, (void *)&value, &there);
    NEXT(PMPI_Comm_set_errhandler)(comm, handler);
    NEXT(PMPI_Errhandler_free)(&handler);
    return result == MPI_SUCCESS && there;
}

bool attribute_is_there(MPI_Comm comm, MPI_Datatype datatype, int keyval)
{
    void *value;
    int there = 0;
    if (comm != MPI_COMM_NULL)
        return attributes_is_there(comm, keyval);
    return datatype != MPI_DATATYPE_NULL &&
           NEXT(PMPI_Type_get_attr)(datatype, keyval, (void *)&value, &there) == MPI_SUCCESS &&
           there;
}

/* MPICH would start an mpiexec to ask for the universe size. */
void *attribute_of_world(MPI_Comm comm, int keyval)
{
    static int universe, application;
    if (comm == MPI_COMM_WORLD && keyval == MPI_UNIVERSE_SIZE) {
        universe = (int)world->ranks;
        return &universe;
    }
    return comm == MPI_COMM_WORLD && keyval == MPI_APPNUM ? &application : NULL;
}

/* Deletes each attribute once; it may have been deleted or replaced meanwhile. */
void attributes_end(void)
{
    while (count > 0) {
        void *value = NULL;
        int there = 0;
        int keyval = keys[--count];
        if (NEXT(PMPI_Comm_get_attr)(MPI_COMM_SELF, keyval, (void *)&value, &there) ==
                MPI_SUCCESS &&
            there)
            NEXT(PMPI_Comm_delete_attr)(MPI_COMM_SELF, keyval);
    }
    free(keys);
    keys = NULL;
}
