/* datatype.h: the datatypes of this process: which handles are valid, and what they describe.
 *
 * Wrappers of constructors, MPI_Type_commit and MPI_Type_free tell this registry about a handle;
 * all other functions ask it. The MPI library is asked only about handles that it gave out and that
 * were not freed, so an invalid handle never reaches it. The description of a datatype is decoded
 * from MPI_Type_get_contents at the first question, and kept.
 *
 * A datatype may be freed while operations with it are pending (MPI 4.0, section 5.1.9). An
 * operation holds its datatype, and the library's free waits until the last operation releases it.
 * Until then the library cannot give the handle's value to another datatype either.
 *
 * All functions may be called by several threads. Without memory the process ends with a message.
 */
#ifndef TUTTI_RUNTIME_WORLD_DATATYPE_DATATYPE_H
#define TUTTI_RUNTIME_WORLD_DATATYPE_DATATYPE_H

#include "runtime/weak.h"
#include "runtime/world/model/layout.h"
#include "runtime/world/model/signature.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct datatype_info {
    MPI_Count size, lower, extent;     /* as MPI_Type_size and MPI_Type_get_extent say */
    MPI_Count true_lower, true_extent; /* of the bytes that are accessed */
    bool predefined;                   /* named, or of MPI_Type_create_f90_...: it can never be
                                          freed */
    /* Element i of a buffer is the `size` bytes at buffer + true_lower + i * size, in the order of
     * MPI_Pack: one memcpy copies any number of elements. */
    bool contiguous;
    /* It has byte displacements, which may lead from one object of the program to another. */
    bool far;
    signature_code code; /* of a predefined one, also of pair types; else SIGNATURE_NO_CODE */
    struct signature *signature;
    struct layout *layout;
};

enum datatype_state {
    DATATYPE_NULL,        /* MPI_DATATYPE_NULL */
    DATATYPE_UNKNOWN,     /* no call has given out this value */
    DATATYPE_FREED,       /* by a call at the site `freed` */
    DATATYPE_UNCOMMITTED, /* usable in constructors and queries, not for communication */
    DATATYPE_READY,       /* committed, or predefined */
};

struct datatype_life {
    enum datatype_state state;
    bool predefined;
    uint64_t created, freed; /* sites: 0 if there was no such call */
};

struct datatype_life datatype_life(MPI_Datatype handle);

/* Returns the description; NULL unless the handle may be queried or is held. It stays until the
 * datatype is freed and not held. */
const struct datatype_info *datatype_info(MPI_Datatype handle);

/* Notes a handle that a constructor gave. If it is predefined (MPI_Type_match_size,
 * MPI_Type_create_f90_real), nothing changes. */
void datatype_created(MPI_Datatype handle, uint64_t site);
/* Notes a handle from MPI_Type_get_contents: a new datatype or, with MPICH, another reference to an
 * existing one. */
void datatype_obtained(MPI_Datatype handle, uint64_t site);
/* Notes the result of MPI_Type_dup, which is committed if the original is. */
void datatype_duplicated(MPI_Datatype handle, MPI_Datatype original, uint64_t site);
void datatype_committed(MPI_Datatype handle);

/* Notes MPI_Type_free. Returns true if the caller must free the datatype in the library. False:
 * operations hold it, and the last datatype_release() frees it, or it must not be freed. */
bool datatype_freed(MPI_Datatype handle, uint64_t site);

/* Hold and release this valid handle during an operation. A held handle may be passed to the
 * library, even after datatype_freed(). They have no effect on predefined datatypes. */
void datatype_hold(MPI_Datatype handle);
void datatype_release(MPI_Datatype handle);

/* Visits the datatypes that were created and not freed, in the order of their creation. The visitor
 * must not call the functions above. */
typedef void (*datatype_visitor)(MPI_Datatype handle, uint64_t created, void *context);
void datatype_each_leak(datatype_visitor visit, void *context);

/* Returns the bytes that (buffer, count, datatype) accesses, for layout_span() and
 * layout_overlap(). */
struct layout_area datatype_area(const void *buffer, uint64_t count,
                                 const struct datatype_info *info);

#endif
