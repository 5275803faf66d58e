/* fortran_name.h: symbols of Fortran compilers as the names that their programs have.
 *
 * gfortran: __heat_MOD_solve is `solve` of the module heat, solve_ is a procedure outside modules.
 * flang: _Q, then scopes with their kinds (M module, S submodule, F procedure or program, B block),
 * then what it is: P procedure, E variable, EC constant. _QFpdsaup2Enconv is the variable `nconv`
 * in pdsaup2. Names are in lower case.
 */
#ifndef TUTTI_BASE_SOURCE_FORTRAN_NAME_H
#define TUTTI_BASE_SOURCE_FORTRAN_NAME_H

#include "base/memory.h"

/* Of a procedure; NULL: the symbol is not one of Fortran. */
char *fortran_procedure(struct arena *arena, const char *symbol);

/* Of a variable; NULL: the symbol is not one of Fortran. */
char *fortran_variable(struct arena *arena, const char *symbol);

#endif
