/* database.h: reads compile_commands.json, in which CMake, Meson and Bear write how each file of a
 * project is compiled. */
#ifndef TUTTI_COMPILE_DATABASE_H
#define TUTTI_COMPILE_DATABASE_H

#include "compile/sources.h"

/* Lists the sources in C, C++ and Fortran of the file in `directory` (or of `directory` itself, if
 * it is the file), each once. */
int database_read(const char *directory, struct arena *arena, struct source_file **files,
                  size_t *count, struct error *error);

#endif
