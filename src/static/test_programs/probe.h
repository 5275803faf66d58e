/* probe.h: functions with which a test program says what it expects of a value.
 * uniformity/test_uniformity.c reads the calls of these functions; they are never run. */
#ifndef TUTTI_TEST_PROBE_H
#define TUTTI_TEST_PROBE_H

#include <mpi.h>

void same(int value); /* on all ranks of MPI_COMM_WORLD */
void unsure(int value);
void differs(int value);
void same_in(MPI_Comm comm, int value); /* on all ranks of that communicator */
void unsure_in(MPI_Comm comm, int value);
void differs_in(MPI_Comm comm, int value);
void depends(int value); /* on parameters of its function, and on nothing that differs */
void never(void);        /* ranges show that it is not reached */
void maybe(void);        /* ... and do not */

#endif
