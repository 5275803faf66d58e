/* file.h: reads and writes whole files.
 *
 * A file is written under a temporary name in the same directory and then renamed, so that nobody
 * ever sees half of it, even if Tutti is killed.
 *
 * Callers write files that a user keeps (findings, reports, records of executions, coverage) with
 * file_keep(): it brings the data to the disk before the rename, and the name before it returns, so
 * a power failure leaves either the old file or the new one. Callers write many small files (inputs
 * of tests) without waiting, and bring them to the disk together with file_sync_tree().
 * file_write() does not wait for the disk: it is for files that the same command reads again and
 * removes, and for files that cost only time to make again (builds, caches, settings of a guest).
 */
#ifndef TUTTI_BASE_FILE_H
#define TUTTI_BASE_FILE_H

#include "base/error.h"

#include <stddef.h>

/* Replaces the contents of `path` by the bytes; "-" is stdout. The directory must exist. Replaces
 * the target of a symbolic link, and keeps the mode of an existing file. Pipes, devices and all
 * paths below /dev (except /dev/shm) or /proc are written in place: a rename would replace them by
 * a file. */
int file_write(const char *path, const char *bytes, size_t length, struct error *error);

/* Does the same, and waits until the file is on the disk. */
int file_keep(const char *path, const char *bytes, size_t length, struct error *error);

/* For code that writes files itself: `file_sync` brings a file to the disk with its contents, and
 * `file_sync_name` its name. They return -1 with errno set on failure; a file system that does not
 * support this is no failure. */
int file_sync(int descriptor);
int file_sync_name(const char *path);

/* Brings all files below a directory, and their names, to the disk. */
int file_sync_tree(const char *directory, struct error *error);

/* A stream does what file_write() does, for results that come piece by piece. If a piece cannot be
 * written, flush and commit fail. Exactly one call of commit or abandon ends a stream; nobody sees
 * the file before the commit (for "-", stdout, the pieces appear at once). */
struct file_stream;
int file_stream_open(const char *path, struct file_stream **stream, struct error *error);
void file_stream_write(struct file_stream *stream, const char *bytes, size_t length);
int file_stream_flush(struct file_stream *stream, struct error *error);
int file_stream_commit(struct file_stream *stream, struct error *error);
void file_stream_keep(struct file_stream *stream); /* makes the commit wait for the disk */
void file_stream_abandon(struct file_stream *stream);

/* Reads at most `cap` bytes (more is an error) into memory that the caller frees, and terminates
 * them with a zero that `length` does not count. `length` may be NULL. */
int file_read(const char *path, size_t cap, char **bytes, size_t *length, struct error *error);

/* Does the same for an open file; `path` is only for error messages. */
int file_read_descriptor(int descriptor, const char *path, size_t cap, char **bytes, size_t *length,
                         struct error *error);

/* Makes the directory and its parents; an existing directory is no error. */
int file_make_directory(const char *path, struct error *error);

/* Makes a directory in $TMPDIR, or in /tmp; its name is `prefix` ("tutti-" and more) followed by
 * the name of this process (owner.h). The caller frees the path. First removes such directories
 * there and in /dev/shm that killed commands of this user left, but only if their process is
 * certainly gone. */
int file_make_temporary(const char *prefix, char **path, struct error *error);

/* Does the same in the directory `parent`. */
int file_make_temporary_in(const char *parent, const char *prefix, char **path,
                           struct error *error);

/* Makes a file in `parent` that only this user can read or write; its name is `prefix` followed by
 * the name of this process. Returns its descriptor, or -1. The caller frees the path, and removes
 * the file. First removes such files that killed commands of this user left, as above. */
int file_make_private(const char *parent, const char *prefix, char **path, struct error *error);

/* Removes the directory and everything in it. */
int file_remove_directory(const char *path, struct error *error);

/* Makes memory without a name, for processes of this user to share by its descriptor. Its size
 * never changes: a process that shortened it would end the others with SIGBUS. `name` is what /proc
 * shows. Returns -1 with errno set on failure. */
int file_make_memory(const char *name, size_t length);

/* The path of a file that belongs to the installation, found relative to the running command:
 * "lib/tutti/x.so" is <directory of the command>/../lib/tutti/x.so. The caller frees it. */
char *file_installed(const char *relative);

#endif
