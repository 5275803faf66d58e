/* needs.h: the checks that the link of the program asked for. Each is a file of the archive that
 * the linker takes only on request (-u tutti_check_threads). In a program without the check its
 * address is NULL.
 */
#ifndef TUTTI_RUNTIME_CHECK_NEEDS_H
#define TUTTI_RUNTIME_CHECK_NEEDS_H

extern const char tutti_check_collectives[] __attribute__((weak)); /* on all communicators */
extern const char tutti_check_threads[] __attribute__((weak));     /* which threads call MPI */

#endif
