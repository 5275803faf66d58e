/* fortran_name.h: translates symbols of Fortran compilers into the names in the source.
 *
 * gfortran: __heat_MOD_solve is `solve` of the module heat, solve_ is a procedure outside modules.
 * flang: _Q, then scopes with their kinds (M module, S submodule, F procedure or program, B block),
 * then the kind of the symbol: P procedure, E variable, EC constant. _QFpdsaup2Enconv is the
 * variable `nconv` in pdsaup2. Names are in lower case.
 */
#ifndef TUTTI_BASE_SOURCE_FORTRAN_NAME_H
#define TUTTI_BASE_SOURCE_FORTRAN_NAME_H

#include "base/memory.h"

/* Returns the name of a procedure; NULL: the symbol is not a Fortran procedure. */
char *fortran_procedure(struct arena *arena, const char *symbol);

/* Returns the name of a variable; NULL: the symbol is not a Fortran variable. */
char *fortran_variable(struct arena *arena, const char *symbol);

#endif
