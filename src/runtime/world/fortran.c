/* fortran.c: predefined attributes as Fortran asks for them. Its forms of MPI_Comm_get_attr and
 * MPI_Win_get_attr come by no C function of MPI, and give the value, not its place. */
#include "runtime/next.h"
#include "runtime/world/attributes.h"
#include "runtime/world/window.h"

#define EXPORTED __attribute__((visibility("default")))

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

#ifndef OPEN_MPI
/* Behind MPI_Attr_get and all Fortran forms of MPICH. A predefined key of Fortran is one more than
 * that of C. */
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
#else
/* What gfortran calls; mpi_f08 comes by the second name of each. */
typedef void get_attribute(MPI_Fint *object, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *flag,
                           MPI_Fint *ierror);
typedef void get_old_attribute(MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                               MPI_Fint *ierror);
EXPORTED get_attribute mpi_comm_get_attr_, pmpi_comm_get_attr_, mpi_win_get_attr_,
    pmpi_win_get_attr_;
EXPORTED get_old_attribute mpi_attr_get_, pmpi_attr_get_;

static void found(MPI_Fint *flag, MPI_Fint *ierror)
{
    *flag = 1;
    if (ierror) /* optional in mpi_f08 */
        *ierror = MPI_SUCCESS;
}

void mpi_comm_get_attr_(MPI_Fint *comm, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *flag,
                        MPI_Fint *ierror)
{
    if (value_of_world(NEXT(PMPI_Comm_f2c)(*comm), *keyval, value))
        found(flag, ierror);
    else
        NEXT(mpi_comm_get_attr_)(comm, keyval, value, flag, ierror);
}

void mpi_win_get_attr_(MPI_Fint *win, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *flag,
                       MPI_Fint *ierror)
{
    if (value_of_window(NEXT(PMPI_Win_f2c)(*win), *keyval, value))
        found(flag, ierror);
    else
        NEXT(mpi_win_get_attr_)(win, keyval, value, flag, ierror);
}

void mpi_attr_get_(MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                   MPI_Fint *ierror)
{
    MPI_Aint known;
    if (!value_of_world(NEXT(PMPI_Comm_f2c)(*comm), *keyval, &known)) {
        NEXT(mpi_attr_get_)(comm, keyval, value, flag, ierror);
        return;
    }
    *value = (MPI_Fint)known;
    found(flag, ierror);
}

void pmpi_comm_get_attr_(MPI_Fint *comm, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *flag,
                         MPI_Fint *ierror)
{
    mpi_comm_get_attr_(comm, keyval, value, flag, ierror);
}

void pmpi_win_get_attr_(MPI_Fint *win, MPI_Fint *keyval, MPI_Aint *value, MPI_Fint *flag,
                        MPI_Fint *ierror)
{
    mpi_win_get_attr_(win, keyval, value, flag, ierror);
}

void pmpi_attr_get_(MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                    MPI_Fint *ierror)
{
    mpi_attr_get_(comm, keyval, value, flag, ierror);
}
#endif
