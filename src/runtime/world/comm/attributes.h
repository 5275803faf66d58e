/* attributes.h: attributes that Tutti handles besides the program's MPI: those of MPI_COMM_SELF,
 * which MPI_Finalize deletes before anything else, so that libraries can clean up (MPI 4.0, section
 * 11.2.4), and those that describe the world. */
#ifndef TUTTI_RUNTIME_WORLD_COMM_ATTRIBUTES_H
#define TUTTI_RUNTIME_WORLD_COMM_ATTRIBUTES_H

#include "runtime/weak.h"

#include <stdbool.h>

void attribute_set(MPI_Comm comm, int keyval);
/* Returns whether the communicator, or the datatype if that is null, has an attribute with this
 * key. */
bool attribute_is_there(MPI_Comm comm, MPI_Datatype datatype, int keyval);
/* Returns the value of a predefined attribute that the world defines; else NULL. */
void *attribute_of_world(MPI_Comm comm, int keyval);

void attributes_end(void); /* calls the delete functions of MPI_COMM_SELF, last set first */

#endif
