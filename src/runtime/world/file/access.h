/* access.h: reads and writes of files. All forms are one function with a description of the call,
 * which world.tmpl makes from the table of MPI. */
#ifndef TUTTI_RUNTIME_WORLD_FILE_ACCESS_H
#define TUTTI_RUNTIME_WORLD_FILE_ACCESS_H

#include "runtime/world/file/file.h"

enum file_place { FILE_AT_OFFSET, FILE_AT_OWN_POINTER, FILE_AT_SHARED_POINTER };

struct file_access {
    const struct world_call *at;
    struct vfile *file;
    enum file_place place;
    bool collective;
    bool writes; /* it writes to the file */
    MPI_Offset offset;
    void *buffer;
    MPI_Count count;
    MPI_Datatype datatype;
};

int file_access(struct file_access *access, MPI_Status *status);
int file_access_start(struct file_access *access, MPI_Request *handle);
int file_access_begin(struct file_access *access);
/* Uses only the call, the file and the buffer of the description. */
int file_access_end(const struct file_access *access, MPI_Status *status);

#endif
