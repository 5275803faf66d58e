/* database.h: compile_commands.json, which CMake, Meson and Bear write: how each file of a project
 * is compiled. */
#ifndef TUTTI_COMPILE_DATABASE_H
#define TUTTI_COMPILE_DATABASE_H

#include "compile/sources.h"

/* The sources in C, C++ and Fortran that the file in `directory` (or `directory` itself, if it is
 * the file) lists, each once. */
int database_read(const char *directory, struct arena *arena, struct source_file **files,
                  size_t *count, struct error *error);

#endif
