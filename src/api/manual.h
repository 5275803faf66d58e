/* manual.h: writes the table as a manual page, in scdoc's language. */
#ifndef TUTTI_API_MANUAL_H
#define TUTTI_API_MANUAL_H

#include "api/table.h"
#include "base/text.h"

/* Appends the whole page tutti-mpi(7). */
void manual_write(const struct api_table *table, struct text *out);

#endif
