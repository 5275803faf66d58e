/* decode.h: inside of datatype.h: what a valid handle describes, from the MPI library. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_DECODE_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_DECODE_H

#include "runtime/world/datatype/datatype.h"

/* Asks the library; the handle must be valid. datatype_info_free() frees. */
struct datatype_info *datatype_decode(MPI_Datatype handle);
void datatype_info_free(struct datatype_info *info);

/* By the registry: what is known of a handle that the library gave as part of another datatype.
 * NULL: nothing. */
const struct datatype_info *datatype_of_part(MPI_Datatype handle);

/* How the library says that the datatype was made: MPI_COMBINER_... */
int datatype_combiner(MPI_Datatype handle);
bool datatype_is_predefined(int combiner); /* named, or Fortran's by precision and range */

/* The predefined datatypes of this flavour, some more than once. False: there is no number `index`.
 */
bool datatype_predefined(size_t index, MPI_Datatype *handle);

/* Ends the process with a sentence if `memory` is NULL. */
void *datatype_memory(void *memory);

#endif
