/* objects.h: makes objects again, with the places of their MPI calls, or with calls before their
 * accesses of memory. */
#ifndef TUTTI_INSTRUMENT_OBJECTS_H
#define TUTTI_INSTRUMENT_OBJECTS_H

#include "instrument/instrument.h"

/* Fills in the objects of the result, and a note for each one that cannot be made. An error means
 * that a compiler could not be run, or that a signal interrupted. */
int objects_make(const struct instrument_request *request, bool memory,
                 struct instrument_result *result, struct error *error);

#endif
