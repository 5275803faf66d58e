/* datatype.h: the datatypes of this process: which handles are valid, and what they describe.
 *
 * Wrappers of constructors, MPI_Type_commit and MPI_Type_free say what happens to a handle; all
 * others ask. The MPI library is asked only about handles that it handed out and that were not
 * freed, so a handle that is wrong never reaches it. What a datatype describes is decoded from
 * MPI_Type_get_contents when it is first asked for, and kept.
 *
 * A datatype may be freed while operations with it are pending (MPI 4.0, section 5.1.9): an
 * operation holds it, and the library's own free is put off until the last one lets go. Until then
 * the library cannot give the handle's value to another datatype either.
 *
 * All functions may be called by several threads. Without memory the process ends with a sentence.
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
    MPI_Count true_lower, true_extent; /* of the bytes that are touched */
    bool predefined;                   /* named, or of MPI_Type_create_f90_...: never freed */
    /* Element i of a buffer is the `size` bytes at buffer + true_lower + i * size, in the order of
     * MPI_Pack: one memcpy copies any count of them. */
    bool contiguous;
    /* Its displacements are bytes, which may lead from one object of the program to another. */
    bool far;
    signature_code code; /* of a predefined one, pair types too; else SIGNATURE_NO_CODE */
    struct signature *signature;
    struct layout *layout;
};

enum datatype_state {
    DATATYPE_NULL,        /* MPI_DATATYPE_NULL */
    DATATYPE_UNKNOWN,     /* no call ever handed this value out */
    DATATYPE_FREED,       /* by a call at the site `freed` */
    DATATYPE_UNCOMMITTED, /* good for constructors and queries, not for communication */
    DATATYPE_READY,       /* committed, or predefined */
};

struct datatype_life {
    enum datatype_state state;
    bool predefined;
    uint64_t created, freed; /* sites: 0 if there was no such call */
};

struct datatype_life datatype_life(MPI_Datatype handle);

/* NULL unless the handle is good for queries or held. Stays until the datatype is freed and not
 * held. */
const struct datatype_info *datatype_info(MPI_Datatype handle);

/* A constructor gave this handle. One that turns out to be predefined (MPI_Type_match_size,
 * MPI_Type_create_f90_real) stays what it is. */
void datatype_created(MPI_Datatype handle, uint64_t site);
/* MPI_Type_get_contents gave it: a new datatype, or, with MPICH, the handle of an old one once
 * more.
 */
void datatype_obtained(MPI_Datatype handle, uint64_t site);
/* MPI_Type_dup: the duplicate is committed if the original is. */
void datatype_duplicated(MPI_Datatype handle, MPI_Datatype original, uint64_t site);
void datatype_committed(MPI_Datatype handle);

/* MPI_Type_free. True: the caller frees it in the library; false: operations hold it, and the last
 * datatype_release() does, or there is nothing that may be freed. */
bool datatype_freed(MPI_Datatype handle, uint64_t site);

/* Around the life of an operation with this valid handle. The handle can be given to the library
 * meanwhile, even after datatype_freed(). Nothing happens for predefined ones. */
void datatype_hold(MPI_Datatype handle);
void datatype_release(MPI_Datatype handle);

/* Goes through the datatypes that were created and not freed, in the order of their creation. The
 * visitor must not call the functions above. */
typedef void (*datatype_visitor)(MPI_Datatype handle, uint64_t created, void *context);
void datatype_each_leak(datatype_visitor visit, void *context);

/* The bytes that (buffer, count, datatype) touches, for layout_span() and layout_overlap(). */
struct layout_area datatype_area(const void *buffer, uint64_t count,
                                 const struct datatype_info *info);

#endif
