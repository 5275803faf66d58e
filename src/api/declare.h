/* declare.h: writes the mpi.h of a family, which guests are compiled with, from our own tables. No
 * MPI has to be installed where Tutti is built.
 */
#ifndef TUTTI_API_DECLARE_H
#define TUTTI_API_DECLARE_H

#include "api/constants.h"
#include "api/table.h"

/* Writes declarations of all functions that libraries of the family may have, MPI_X and PMPI_X. */
void declare_functions(const struct api_table *table, const char *family, struct text *out);

/* Writes the whole header, all but the declarations of functions, which it includes by name. */
void declare_header(const struct constants *constants, const char *family, const char *functions,
                    struct text *out);

#endif
