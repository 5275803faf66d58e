/* file.h: whole files in and out.
 *
 * A file is written under a temporary name in the same directory and renamed, so that nobody ever
 * sees half of it, whenever Tutti dies.
 *
 * What a user keeps (findings, reports, records of executions, coverage) is written by
 * file_keep(): it is on the disk before it has its name, and the name is before the call returns.
 * So a power failure leaves the old file or the new one. Many small files (inputs of tests) are
 * written without waiting and brought there together, by file_sync_tree(). file_write() does not
 * wait for the disk: for what the same command reads again and removes, and for what is made again
 * at no more cost than time (builds, caches, settings of a guest).
 */
#ifndef TUTTI_BASE_FILE_H
#define TUTTI_BASE_FILE_H

#include "base/error.h"

#include <stddef.h>

/* Replaces `path` by the bytes; "-" is stdout. The directory must exist. A symbolic link stays and
 * what it points to is replaced; a file keeps its mode. Pipes, devices and whatever is named below
 * /dev (but /dev/shm) or /proc are written in place: a rename would put a file where they were. */
int file_write(const char *path, const char *bytes, size_t length, struct error *error);

/* The same, and waits until it is on the disk. */
int file_keep(const char *path, const char *bytes, size_t length, struct error *error);

/* For those who write files themselves; -1: errno. file_sync() brings one to the disk, with all
 * that is in it, and file_sync_name() its name. No error where a file system knows no such thing.
 */
int file_sync(int descriptor);
int file_sync_name(const char *path);

/* Brings all files below a directory to the disk, with their names. */
int file_sync_tree(const char *directory, struct error *error);

/* file_write() for results that come piece by piece. A piece that cannot be written makes flush and
 * commit fail. Exactly one of commit and abandon ends a stream; until commit, nobody sees the file
 * ("-" is stdout, where all is seen at once). */
struct file_stream;
int file_stream_open(const char *path, struct file_stream **stream, struct error *error);
void file_stream_write(struct file_stream *stream, const char *bytes, size_t length);
int file_stream_flush(struct file_stream *stream, struct error *error);
int file_stream_commit(struct file_stream *stream, struct error *error);
void file_stream_keep(struct file_stream *stream); /* commit waits for the disk */
void file_stream_abandon(struct file_stream *stream);

/* Reads at most `cap` bytes (more is an error) into memory that the caller frees, terminated by a
 * zero that `length` does not count. `length` may be NULL. */
int file_read(const char *path, size_t cap, char **bytes, size_t *length, struct error *error);

/* The same for a file that is open; `path` is for the sentence. */
int file_read_descriptor(int descriptor, const char *path, size_t cap, char **bytes, size_t *length,
                         struct error *error);

/* Makes the directory and its parents; no error if it is there. */
int file_make_directory(const char *path, struct error *error);

/* Makes a directory in $TMPDIR, or in /tmp, whose name begins with `prefix` ("tutti-" and more) and
 * has the process that makes it (owner.h). The caller frees the path. Before, those are removed
 * that commands of this user left there and in /dev/shm which were killed: only where the process
 * is certainly gone. */
int file_make_temporary(const char *prefix, char **path, struct error *error);

/* The same in that directory. */
int file_make_temporary_in(const char *parent, const char *prefix, char **path,
                           struct error *error);

/* Removes the directory and all that is in it. */
int file_remove_directory(const char *path, struct error *error);

/* The path of a file that belongs to the installation, found relative to the running command:
 * "lib/tutti/x.so" is <directory of the command>/../lib/tutti/x.so. The caller frees it. */
char *file_installed(const char *relative);

#endif
