/* generate.h: writes out a template for the functions of a header.
 *
 * %wrap blocks are written once for each function that the header declares, and again for its PMPI
 * name. %fortran blocks are written for functions whose Fortran entry point bypasses the C function
 * in this flavour, once for each symbol of it in the Fortran library.
 */
#ifndef TUTTI_API_GENERATE_H
#define TUTTI_API_GENERATE_H

#include "api/prototype.h"
#include "api/table.h"
#include "api/template.h"
#include "base/text.h"

/* Appends the result to `out`. An error names the line of the template. */
int generate(const struct template *template, const struct api_table *table,
             const struct prototypes *header, const char *flavour, struct text *out,
             struct error *error);

/* Appends the symbols of the Fortran entry point of a function, separated by blanks. */
void generate_fortran_symbols(const struct api_function *function, const char *flavour,
                              struct text *out);

#endif
