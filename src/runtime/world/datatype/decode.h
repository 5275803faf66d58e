/* decode.h: internal to datatype.h: gets the description of a valid handle from the MPI library. */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_DECODE_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_DECODE_H

#include "runtime/world/datatype/datatype.h"

/* Decodes the datatype; the handle must be valid. datatype_info_free() frees the result. */
struct datatype_info *datatype_decode(MPI_Datatype handle);
void datatype_info_free(struct datatype_info *info);

/* Implemented by the registry: returns what is known of a handle that the library gave as a part of
 * another datatype; NULL: nothing. */
const struct datatype_info *datatype_of_part(MPI_Datatype handle);

/* Returns how the datatype was made, according to the library: MPI_COMBINER_... */
int datatype_combiner(MPI_Datatype handle);
bool datatype_is_predefined(int combiner); /* named, or Fortran's by precision and range */

/* Lists the predefined datatypes of this flavour, some more than once; false: there is no number
 * `index`. */
bool datatype_predefined(size_t index, MPI_Datatype *handle);

/* Returns `memory`; ends the process with a message if it is NULL. */
void *datatype_memory(void *memory);

#endif
