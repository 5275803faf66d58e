/* attributes.h: attributes that are not the program's MPI's alone: those of MPI_COMM_SELF, which
 * MPI_Finalize deletes first of all, so that libraries can clean up (MPI 4.0, section 11.2.4), and
 * those that tell about the world. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_ATTRIBUTES_H
#define TUTTI_RUNTIME_WORLD_COMM_ATTRIBUTES_H

#include "runtime/weak.h"

#include <stdbool.h>

void attribute_set(MPI_Comm comm, int keyval);
/* Whether the communicator, or the datatype if that is none, has an attribute with this key. */
bool attribute_is_there(MPI_Comm comm, MPI_Datatype datatype, int keyval);
/* A predefined attribute that the world answers: its value, else NULL. */
void *attribute_of_world(MPI_Comm comm, int keyval);

void attributes_end(void); /* calls their delete functions, the last one set first */

#endif
