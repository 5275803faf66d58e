/* place.h: which process of a job this is, as the launcher tells by the environment.
 *
 * Known: mpiexec of MPICH, mpiexec of Open MPI, srun with either (--mpi=pmi2, --mpi=pmix).
 */
#ifndef TUTTI_SPREAD_PLACE_H
#define TUTTI_SPREAD_PLACE_H

#include "base/error.h"

#include <stdbool.h>

/* Whose launcher it is: the library by which the processes find each other. */
enum place_library { PLACE_MPICH, PLACE_OPENMPI };

struct place {
    int process, processes; /* 0 of 1: alone */
    int neighbours;         /* processes of the job on this node, with this one; 0: not known */
    enum place_library library;
    bool launched; /* by a launcher, be it once */
};

int place_find(struct place *place, struct error *error);

/* Takes out of the environment what makes an MPI library believe that it is a part of the job, and
 * closes the line to its launcher: for workers, in which programs start on their own. */
void place_forget(void);

#endif
