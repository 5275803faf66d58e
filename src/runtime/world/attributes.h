/* attributes.h: attributes of MPI_COMM_SELF, which MPI_Finalize deletes first of all, so that
 * libraries can clean up (MPI 4.0, section 11.2.4). All others live in the program's MPI. */
#ifndef TUTTI_RUNTIME_WORLD_ATTRIBUTES_H
#define TUTTI_RUNTIME_WORLD_ATTRIBUTES_H

#include "runtime/weak.h"

void attribute_set(MPI_Comm comm, int keyval);
void attributes_end(void); /* calls their delete functions, the last one set first */

#endif
