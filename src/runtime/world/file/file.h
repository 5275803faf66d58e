/* file.h: the files that a rank has open.
 *
 * Behind a file is a real one of the program's MPI, opened on MPI_COMM_SELF. The program holds its
 * handle; view, hints and the own pointer belong to it, and data go to the real file at once. State
 * that ranks share is here: a hidden communicator, whose context synchronises collective calls; the
 * shared pointer, which the scheduler keeps; and the error handler, since the real file always
 * returns errors. */
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
    struct vcomm *comm; /* its handle stands for the file when errors are raised */
    int amode;
    MPI_Count etype_bytes; /* of the view: the unit of pointers */
    MPI_Errhandler handler;
    bool chosen; /* the program has set the handler */
    struct split split;
    struct table_entry by_handle;
};

/* Makes a file without a real file yet, with the handler of MPI_FILE_NULL. */
struct vfile *file_new(const struct world_call *at, const struct vcomm *on, int context, int amode);
void file_add(struct vfile *file, MPI_File handle, const struct world_call *at);
void file_delete(struct vfile *file);

/* Returns NULL if the handle is no file, or a closed one. */
struct vfile *file_find(MPI_File handle);
/* Returns the file of a call whose arguments were checked. */
struct vfile *file_require(const struct world_call *at, MPI_File handle);

/* Returns MPI_FILE_NULL, whose error handler is that of calls without a file. */
struct vfile *file_null(void);

/* Waits until all ranks of the file are here, and checks that their texts agree (`alike`; "": no
 * check). */
void file_meet(const struct world_call *at, struct vfile *file, const char *alike);
/* Does the same; each rank contributes `mine` and gets all contributions in rank order. */
void file_exchange(const struct world_call *at, struct vfile *file, const char *alike,
                   const void *mine, size_t size, void *all);
/* Returns the number of the first rank. */
int64_t file_first_says(const struct world_call *at, struct vfile *file, int64_t mine);

/* Add to the shared pointer, in etypes, or set it; return its old value. */
int64_t file_pointer_add(const struct world_call *at, const struct vfile *file, int64_t more);
int64_t file_pointer_set(const struct world_call *at, const struct vfile *file, int64_t value);

/* Returns the result of a library call for the call to return; an error goes to the handler. */
int file_outcome(const struct world_call *at, const struct vfile *file, int code);
/* Raises an error that the library does not know. */
int file_wrong(const struct world_call *at, const struct vfile *file, int error_class,
               const char *what);

/* For errors.c: returns whether the handler of the file makes errors fatal, and calls it. */
bool file_errors_are_fatal(const struct vfile *file);
void file_errors_call(struct vfile *file, int code);

#endif
