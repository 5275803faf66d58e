/* fortran.h: predefined attributes and lists of datatypes as Fortran gives them. Its forms of
 * MPI_Comm_get_attr and MPI_Win_get_attr come by no C function of MPI, and give the value, not its
 * place. For the entry points of Open MPI; those of MPICH come by functions of its own, which
 * fortran.c defines. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_FORTRAN_H
#define TUTTI_RUNTIME_WORLD_COMM_FORTRAN_H

#include <mpi.h>
#include <stdbool.h>

/* False: none of those that the world gives; the library is to be asked. */
bool fortran_Comm_get_attr(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Aint *value,
                           MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Win_get_attr(const MPI_Fint *win, const MPI_Fint *keyval, MPI_Aint *value,
                          MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Attr_get(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                      MPI_Fint *ierror);

/* Open MPI's entry points of MPI_Alltoallw and its kin translate as many datatypes as the library's
 * communicator has ranks, which is one. They are translated here before, all of them, and the C
 * function takes these instead. */
struct fortran_types {
    MPI_Datatype *send, *receive; /* NULL: no Fortran entry point is on its way */
};
extern _Thread_local struct fortran_types fortran_types __attribute__((tls_model("initial-exec")));

/* `neighbours`: there are as many as the communicator has these. */
void fortran_types_begin(const MPI_Fint *comm, const MPI_Fint *send, const MPI_Fint *receive,
                         bool neighbours);
void fortran_types_end(void);

/* For the wrapper of such a C function. */
#define FORTRAN_TYPES(sent, received)           \
    do {                                        \
        if (fortran_types.send) {               \
            (sent) = fortran_types.send;        \
            (received) = fortran_types.receive; \
        }                                       \
    } while (0)

#endif
