/* files.h: which input a descriptor or stream of the program reads, and where.
 *
 * An input is standard input or a file that the next test can have changed: a regular one, in the
 * directory that the program started in, and not written by this process itself. What was not
 * opened by a model is looked up when it is first read. Outside state_enter(), for this calls the C
 * library; errno is kept. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_FILES_H
#define TUTTI_RUNTIME_SYMBOLIC_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct file_place {
    uint32_t source;
    uint64_t offset;
};

/* First in main(): notes the directory. */
void files_open(void);

/* The descriptor was opened by that path; is the same as another one; is gone. */
void file_opened(int descriptor, const char *path);
/* The program wanted to read a file; if it is not there, errno says so. */
void file_wanted(const char *path, bool there);
void file_duplicated(int descriptor, int of);
void file_closed(int descriptor);

/* Where the next byte comes from; false: from no input, or from one that has no positions. */
bool file_place(int descriptor, struct file_place *place);
bool file_place_of(FILE *stream, struct file_place *place);

/* The source that is opened by that path; SOURCE_NONE: no input. */
uint32_t file_source(const char *path);

/* `length` bytes that were read there, once more: ended by a zero and marked. NULL: they cannot be
 * read. To be given back, and all that inside state_enter(). */
char *file_again(int descriptor, const struct file_place *place, size_t length);
void file_again_done(char *text, size_t length);

/* Memory was filled with `length` bytes that stood there; NULL: from elsewhere. */
void file_bytes(const struct file_place *place, const void *at, size_t length);

#endif
