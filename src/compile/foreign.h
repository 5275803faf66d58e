/* foreign.h: options of gcc and gfortran that clang and flang do not have.
 *
 * Build systems are full of them. Those that only tune the code or the warnings are left out; a few
 * have another name. Which options clang has it says itself: the list is made when Tutti is built.
 */
#ifndef TUTTI_COMPILE_FOREIGN_H
#define TUTTI_COMPILE_FOREIGN_H

#include <stdbool.h>

/* What clang (flang, if `fortran`) is given for the option: the option itself, another one, or NULL
 * for none. */
const char *foreign_option(const char *option, bool fortran);

#endif
