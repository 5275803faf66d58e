/* files.h: finds which input a descriptor or stream of the program reads, and where.
 *
 * An input is standard input, or a file that the next test can change: a regular file in the
 * directory that the program started in, which this process has not written itself. A descriptor
 * that no model opened is looked up when it is first read. Outside state_enter(), because these
 * functions call the C library; errno is kept. */
#ifndef TUTTI_RUNTIME_SYMBOLIC_FILES_H
#define TUTTI_RUNTIME_SYMBOLIC_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct symbolic_file_place {
    uint32_t source;
    uint64_t offset;
};

/* Records the current directory; called first in main(). */
void files_open(void);

/* Record that the descriptor was opened by that path; duplicates another one; was closed. */
void file_opened(int descriptor, const char *path);
/* Records that the program wanted to read a file; if the file does not exist, errno says so. */
void file_wanted(const char *path, bool there);
void file_duplicated(int descriptor, int of);
void file_closed(int descriptor);

/* Finds where the next byte comes from; returns false if it comes from no input, or from one
 * without positions. */
bool file_place(int descriptor, struct symbolic_file_place *place);
bool file_place_of(FILE *stream, struct symbolic_file_place *place);

/* Returns the source that this path opens; SOURCE_NONE: no input. */
uint32_t file_source(const char *path);

/* Reads `length` bytes at this place again, marked and with a zero at the end. NULL: they cannot be
 * read. The caller gives the text back with file_again_done(), both inside state_enter(). */
char *file_again(int descriptor, const struct symbolic_file_place *place, size_t length);
void file_again_done(char *text, size_t length);

/* Records that memory was filled with `length` bytes from this place; NULL: from elsewhere. */
void file_bytes(const struct symbolic_file_place *place, const void *at, size_t length);

#endif
