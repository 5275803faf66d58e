/* place.h: finds out from the environment which process of a job this is.
 *
 * It knows mpiexec of MPICH, mpiexec of Open MPI, and srun with either (--mpi=pmi2, --mpi=pmix). */
#ifndef TUTTI_SPREAD_PLACE_H
#define TUTTI_SPREAD_PLACE_H

#include "base/error.h"

#include <stdbool.h>

/* The library by which the processes of a launcher find each other. */
enum place_library { PLACE_MPICH, PLACE_OPENMPI };

struct place {
    int process, processes; /* 0 of 1: alone */
    int neighbours;         /* number of processes of the job on this node, including this one; 0:
                               unknown */
    enum place_library library;
    bool launched; /* by a launcher, even if as the only process */
};

int place_find(struct place *place, struct error *error);

/* Removes from the environment what makes an MPI library believe that it belongs to the job, and
 * closes the connection to its launcher. Workers call this, since the programs in them start on
 * their own. */
void place_forget(void);

#endif
