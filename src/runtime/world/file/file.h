/* file.h: the files that a rank has open.
 *
 * Behind a file is a real one of the program's MPI, opened on MPI_COMM_SELF: its handle is what the
 * program holds, and its view, hints and own pointer live there; data go to the real file at once.
 * What the ranks have in common is here: a communicator that nobody sees, whose context
 * synchronises collective calls; the shared pointer, which the scheduler keeps; and the error
 * handler, for the real file always returns errors. */
#ifndef TUTTI_RUNTIME_WORLD_FILE_FILE_H
#define TUTTI_RUNTIME_WORLD_FILE_FILE_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/model/table.h"
#include "runtime/world/rank/rank.h"
#include "runtime/world/request/pending.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The split collective under way; `call.name` NULL: none. */
struct split {
    struct world_call call;
    const void *buffer;
    struct pending pending;
    MPI_Status status;
};

struct vfile {
    MPI_File handle;
    struct vcomm *comm; /* its handle stands for the file where errors are raised */
    int amode;
    MPI_Count etype_bytes; /* of the view: what pointers count */
    MPI_Errhandler handler;
    bool chosen; /* by the program: the handler is not the default one */
    struct split split;
    struct table_entry by_handle;
};

/* One that has no real file yet, with the handler of MPI_FILE_NULL. */
struct vfile *file_new(const struct world_call *at, const struct vcomm *on, int context, int amode);
void file_add(struct vfile *file, MPI_File handle, const struct world_call *at);
void file_delete(struct vfile *file);

/* NULL: not a file, or one that was closed. */
struct vfile *file_find(MPI_File handle);
/* The same for a call whose arguments were checked. */
struct vfile *file_require(const struct world_call *at, MPI_File handle);

/* MPI_FILE_NULL, whose error handler is that of calls without a file. */
struct vfile *file_null(void);

/* All ranks of the file have come, and say the same words (`alike`, "": nothing to compare). */
void file_meet(const struct world_call *at, struct vfile *file, const char *alike);
/* The same; each says `mine`, and gets what all said in the order of their ranks. */
void file_exchange(const struct world_call *at, struct vfile *file, const char *alike,
                   const void *mine, size_t size, void *all);
/* What the first rank says. */
int64_t file_first_says(const struct world_call *at, struct vfile *file, int64_t mine);

/* The shared pointer, in etypes: adds to it, or sets it, and gives what it was. */
int64_t file_pointer_add(const struct world_call *at, const struct vfile *file, int64_t more);
int64_t file_pointer_set(const struct world_call *at, const struct vfile *file, int64_t value);

/* What a call of the library gave, for the call to return: an error goes to the handler. */
int file_outcome(const struct world_call *at, const struct vfile *file, int code);
/* An error that the library does not know of. */
int file_wrong(const struct world_call *at, const struct vfile *file, int error_class,
               const char *what);

/* For errors.c: the handler of a file. */
bool file_errors_are_fatal(const struct vfile *file);
void file_errors_call(struct vfile *file, int code);

#endif
