/* needs.h: which checks the link of the program asked for. Each is a file of the archive that the
 * linker takes only when it is told so (-u tutti_check_threads): a program without it has NULL
 * here.
 */
#ifndef TUTTI_RUNTIME_CHECK_NEEDS_H
#define TUTTI_RUNTIME_CHECK_NEEDS_H

extern const char tutti_check_collectives[] __attribute__((weak)); /* on all communicators */
extern const char tutti_check_threads[] __attribute__((weak));     /* which threads call MPI */

#endif
