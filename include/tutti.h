/* tutti.h: for programs that are used with Tutti. Programs do not need it: everything works on
 * unmodified ones. It says which version is installed, so that a program can ask at compile time.
 */
#ifndef TUTTI_H
#define TUTTI_H

#define TUTTI_VERSION_MAJOR 0
#define TUTTI_VERSION_MINOR 1
#define TUTTI_VERSION_PATCH 0

#endif
