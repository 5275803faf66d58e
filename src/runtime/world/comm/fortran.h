/* fortran.h: predefined attributes and lists of datatypes in Fortran's form.
 *
 * Fortran's forms of MPI_Comm_get_attr and MPI_Win_get_attr call no C function of MPI, and give the
 * value, not its address. These functions are for the entry points of Open MPI. Those of MPICH call
 * functions of its own, which fortran.c defines. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_FORTRAN_H
#define TUTTI_RUNTIME_WORLD_COMM_FORTRAN_H

#include <mpi.h>
#include <stdbool.h>

/* Return false for an attribute that the world does not define: then the library must be asked. */
bool fortran_Comm_get_attr(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Aint *value,
                           MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Win_get_attr(const MPI_Fint *win, const MPI_Fint *keyval, MPI_Aint *value,
                          MPI_Fint *flag, MPI_Fint *ierror);
bool fortran_Attr_get(const MPI_Fint *comm, const MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag,
                      MPI_Fint *ierror);

/* Open MPI's entry points of MPI_Alltoallw and its relatives translate as many datatypes as the
 * library's communicator has ranks, which is one. So all datatypes are translated here first, and
 * the C function uses these. */
struct fortran_types {
    MPI_Datatype *send, *receive; /* NULL: no Fortran entry point is active */
};
extern _Thread_local struct fortran_types fortran_types __attribute__((tls_model("initial-exec")));

/* `neighbours`: the lists have one datatype per neighbour. */
void fortran_types_begin(const MPI_Fint *comm, const MPI_Fint *send, const MPI_Fint *receive,
                         bool neighbours);
void fortran_types_end(void);

/* For the wrapper of such a C function: replaces its lists. */
#define FORTRAN_TYPES(sent, received)           \
    do {                                        \
        if (fortran_types.send) {               \
            (sent) = fortran_types.send;        \
            (received) = fortran_types.receive; \
        }                                       \
    } while (0)

#endif
