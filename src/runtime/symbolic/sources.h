/* sources.h: the inputs of the program, and which bytes of memory came from them.
 *
 * Bytes that a model has read are marked with source and offset. Copies carry that on, so a
 * conversion finds where its text was read, and the next test can have another text there. Inside
 * state_enter(). */
#ifndef TUTTI_RUNTIME_SYMBOLIC_SOURCES_H
#define TUTTI_RUNTIME_SYMBOLIC_SOURCES_H

#include "runtime/symbolic/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define SOURCE_NONE UINT32_MAX

/* The number of an input, always the same for the same one. `path` may be NULL where there is none.
 * SOURCE_NONE: no room, or the user does not want it to be symbolic. */
uint32_t source_find(enum symbolic_source_kind kind, uint32_t index, const char *path);

/* Memory holds the bytes of the source from `offset` on. */
void source_mark(uint32_t source, uint64_t offset, const void *at, size_t length);

/* Where a text came from; false: not, or not in one piece. */
bool source_of(const void *text, size_t length, uint32_t *source, uint32_t *offset);

/* What a person calls the value there: "argv[2]", "HPL.dat:6:1" (line, word). */
void source_name(uint32_t source, uint32_t offset, char name[SYMBOLIC_NAME]);

/* Whether `prefix` followed by the name is among the patterns of the segment. */
bool source_has_pattern(const char *prefix, const char *name);

#endif
