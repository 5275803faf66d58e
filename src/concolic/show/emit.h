/* emit.h: writes tests of a search as files for CTest (--emit-tests). */
#ifndef TUTTI_CONCOLIC_SHOW_EMIT_H
#define TUTTI_CONCOLIC_SHOW_EMIT_H

#include "concolic/concolic.h"

/* Writes each test of the result below `directory`: its files, a shell script, and a CMakeLists.txt
 * that adds them all to CTest. `record` is that of the search. */
int concolic_emit_tests(const struct record *record, const struct concolic_result *result,
                        const char *directory, struct error *error);

#endif
