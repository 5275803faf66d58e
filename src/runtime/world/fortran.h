/* fortran.h: predefined attributes as Fortran asks for them. Its forms of MPI_Comm_get_attr and
 * MPI_Win_get_attr come by no C function of MPI, and give the value, not its place. For the entry
 * points of Open MPI; those of MPICH come by functions of its own, which fortran.c defines. */
#ifndef TUTTI_RUNTIME_WORLD_FORTRAN_H
#define TUTTI_RUNTIME_WORLD_FORTRAN_H

#include <mpi.h>
#include <stdbool.h>

/* False: none of those that the world gives; the library is to be asked. */
bool fortran_Comm_get_attr(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Aint *value,
                           MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Win_get_attr(const MPI_Fint *win, const MPI_Fint *keyval, MPI_Aint *value,
                          MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Attr_get(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                      MPI_Fint *ierror);

#endif
