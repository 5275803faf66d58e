#include "runtime/world/comm/fortran.h"

#include "runtime/next.h"
#include "runtime/world/comm/attributes.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/rma/window.h"

#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))

_Thread_local struct fortran_types fortran_types __attribute__((tls_model("initial-exec")));

#ifndef TUTTI_FAMILY_ABI
static bool value_of_world(MPI_Comm comm, int keyval, MPI_Aint *value)
{
    const int *place = attribute_of_world(comm, keyval);
    if (place)
        *value = *place;
    return place != NULL;
}

static bool value_of_window(MPI_Win win, int keyval, MPI_Aint *value)
{
    void *place = NULL;
    if (!window_find(win) || !window_attribute(win, keyval, (void *)&place))
        return false;
    if (keyval == MPI_WIN_BASE)
        *value = (MPI_Aint)place;
    else if (keyval == MPI_WIN_SIZE)
        *value = *(const MPI_Aint *)place;
    else
        *value = *(const int *)place;
    return true;
}

#endif

#ifdef TUTTI_FAMILY_MPICH
/* MPI_Attr_get and all Fortran forms of MPICH call these. A predefined key of Fortran is one more
 * than that of C. */
EXPORTED int MPII_Comm_get_attr(MPI_Comm comm, int keyval, void *place, int *flag, int type);
EXPORTED int MPII_Win_get_attr(MPI_Win win, int keyval, void *place, int *flag, int type);

int MPII_Comm_get_attr(MPI_Comm comm, int keyval, void *place, int *flag, int type)
{
    void *known = attribute_of_world(comm, keyval);
    if (known)
        *(void **)place = known;
    else if (!value_of_world(comm, keyval - 1, place))
        return NEXT(MPII_Comm_get_attr)(comm, keyval, place, flag, type);
    *flag = 1;
    return MPI_SUCCESS;
}

int MPII_Win_get_attr(MPI_Win win, int keyval, void *place, int *flag, int type)
{
    if (!value_of_window(win, keyval - 1, place))
        return NEXT(MPII_Win_get_attr)(win, keyval, place, flag, type);
    *flag = 1;
    return MPI_SUCCESS;
}
#elif defined TUTTI_FAMILY_OPENMPI
static void flag_from_fortran(MPI_Fint *flag, MPI_Fint *ierror)
{
    *flag = 1;
    if (ierror) /* optional in mpi_f08 */
        *ierror = MPI_SUCCESS;
}

bool fortran_Comm_get_attr(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Aint *value,
                           MPI_Fint *flag, MPI_Fint *ierror)
{
    bool known = value_of_world(NEXT(PMPI_Comm_f2c)(*comm), *keyval, value);
    if (known)
        flag_from_fortran(flag, ierror);
    return known;
}

bool fortran_Win_get_attr(const MPI_Fint *win, const MPI_Fint *keyval, MPI_Aint *value,
                          MPI_Fint *flag, MPI_Fint *ierror)
{
    bool known = value_of_window(NEXT(PMPI_Win_f2c)(*win), *keyval, value);
    if (known)
        flag_from_fortran(flag, ierror);
    return known;
}

bool fortran_Attr_get(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                      MPI_Fint *ierror)
{
    MPI_Aint wide;
    bool known = fortran_Comm_get_attr(comm, keyval, &wide, flag, ierror);
    if (known)
        *value = (MPI_Fint)wide;
    return known;
}

static MPI_Datatype *fortran_translate(const MPI_Fint *types, int count)
{
    MPI_Datatype *list = rank_memory(calloc((size_t)count + 1, sizeof *list));
    for (int i = 0; i < count; i++)
        list[i] = NEXT(PMPI_Type_f2c)(types[i]);
    return list;
}

void fortran_types_begin(const MPI_Fint *comm, const MPI_Fint *send, const MPI_Fint *receive,
                         bool neighbours)
{
    const struct vcomm *on = comm_find(NEXT(PMPI_Comm_f2c)(*comm));
    if (!on)
        return; /* the C function will report it */
    fortran_types.send =
        fortran_translate(send, neighbours ? comm_outdegree(on) : comm_peer_count(on));
    fortran_types.receive =
        fortran_translate(receive, neighbours ? comm_indegree(on) : comm_peer_count(on));
}

void fortran_types_end(void)
{
    free(fortran_types.send);
    free(fortran_types.receive);
    fortran_types = (struct fortran_types){0};
}
#endif
