/* foreign.h: translates options of gcc and gfortran that clang and flang do not have.
 *
 * Build systems often use such options. Options that only tune the code or the warnings are left
 * out; a few have another name. The list of clang's options is made from clang itself when Tutti is
 * built.
 */
#ifndef TUTTI_COMPILE_FOREIGN_H
#define TUTTI_COMPILE_FOREIGN_H

#include <stdbool.h>

/* Returns the option for clang (flang, if `fortran`): the same one, another one, or NULL for none.
 */
const char *foreign_option(const char *option, bool fortran);

#endif
