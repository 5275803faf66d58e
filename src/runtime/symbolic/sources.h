/* sources.h: the inputs of the program, and which bytes of memory came from them.
 *
 * Bytes that a model has read are marked with source and offset. Copies carry the marks, so a
 * conversion finds where its text was read, and the next test can have another text there. Inside
 * state_enter(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SOURCES_H
#define TUTTI_RUNTIME_SYMBOLIC_SOURCES_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_NONE UINT32_MAX

/* Returns the number of an input, which is always the same for the same input. `path` may be NULL
 * if there is none. SOURCE_NONE: there is no room, or the user does not want the input to be
 * symbolic. */
uint32_t source_find(enum symbolic_source_kind kind, uint32_t index, const char *path);

/* Marks memory as bytes of the source from `offset` on. */
void source_mark(uint32_t source, uint64_t offset, const void *at, size_t length);

/* Finds the origin of a text; returns false if it has none, or not in one piece. */
bool source_of(const void *text, size_t length, uint32_t *source, uint32_t *offset);

/* Writes the user's name for the value there: "argv[2]", "HPL.dat:6:1" (line, word). */
void source_name(uint32_t source, uint32_t offset, char name[SYMBOLIC_NAME]);

/* Returns whether the segment's patterns include `prefix` followed by the name. */
bool source_has_pattern(const char *prefix, const char *name);

#endif
