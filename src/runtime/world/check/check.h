/* check.h: checks arguments before a call does anything.
 *
 * world.tmpl makes a list of these checks for every MPI function, by the roles that src/api/mpi.api
 * gives its parameters. Each check returns MPI_SUCCESS or the error class that the call returns.
 * Where errors are fatal it does not return (problem.h). Arguments that MPI ignores are not
 * checked: those of other ranks than the root, and those that MPI_IN_PLACE replaces. */
#ifndef TUTTI_RUNTIME_WORLD_CHECK_CHECK_H
#define TUTTI_RUNTIME_WORLD_CHECK_CHECK_H

#include "runtime/weak.h"
#include "runtime/world/comm/comm.h"
#include "runtime/world/error/object.h"
#include "runtime/world/model/layout.h"
#include "runtime/world/model/numbers.h"
#include "runtime/world/model/signature.h"
#include "runtime/world/rank/rank.h"

#include <stdbool.h>

struct check {
    const struct world_call *at;
    MPI_Comm comm;           /* of the call: its error handler decides; else MPI_COMM_NULL */
    struct vcomm *on;        /* the same, once known to be valid */
    bool elsewhere;          /* the root is another rank: arguments "at root" do not matter here */
    bool early;              /* the call does no harm to a communicator that is not complete yet */
    bool idle;               /* the rank takes no part in this collective of an
                                inter-communicator */
    bool nowhere;            /* the peer is MPI_PROC_NULL: no buffer is used */
    bool receives_nowhere;   /* the source is MPI_PROC_NULL */
    bool insignificant;      /* root on an inter-communicator: only arguments "at root" matter */
    bool neighbours;         /* blocks are for neighbours, some of which may be MPI_PROC_NULL */
    struct layout_area area; /* the first buffer, which the second must not overlap */
    char in_place; /* first letter of the parameters that MPI_IN_PLACE replaces; 0: none */
};

/* Checks that the call may be made now, between MPI_Init and MPI_Finalize, and by this thread. */
int check_environment(const struct check *check);

int check_comm(struct check *check, const char *name, MPI_Comm comm);
/* The communicator of a window stands for the window: its error handler is the window's. */
int check_win(struct check *check, const char *name, MPI_Win win);
int check_file(struct check *check, const char *name, MPI_File file);
int check_root(struct check *check, const char *name, int root);
void check_in_place(struct check *check, const char *name, const void *buffer);

int check_count(const struct check *check, const char *name, MPI_Count count);
int check_counts(const struct check *check, const char *name, struct numbers counts, int length);
int check_block(const struct check *check, const char *name, MPI_Count length);
int check_blocks(const struct check *check, const char *name, struct numbers lengths, int length);
int check_dest(const struct check *check, const char *name, int rank);
int check_source(const struct check *check, const char *name, int rank, bool any);
int check_rank(const struct check *check, const char *name, int rank);
int check_tag(const struct check *check, const char *name, int tag, bool any);

int check_color(const struct check *check, const char *name, int color);
int check_split_type(const struct check *check, const char *name, int split_type);

/* `ready`: it is for communication, so it must be committed. */
int check_datatype(const struct check *check, const char *name, MPI_Datatype datatype, bool ready);
int check_datatypes(const struct check *check, const char *name, const MPI_Datatype *datatypes,
                    int length, bool ready);

/* Checks an operation, and that it works on the datatype; MPI_DATATYPE_NULL: it is no reduction. */
int check_op(const struct check *check, const char *name, MPI_Op op, MPI_Datatype datatype);

/* Kinds of predefined datatypes in reductions. */
enum check_category {
    CHECK_OTHER = 0,   /* no predefined operation works on it */
    CHECK_INTEGER = 1, /* of C */
    CHECK_FLOATING = 2,
    CHECK_LOGICAL = 4,
    CHECK_COMPLEX = 8,
    CHECK_BYTE = 16,
    CHECK_PAIR = 32,
    CHECK_FORTRAN_INTEGER = 64, /* of Fortran and of several languages (MPI_AINT): no logical
                                   operations */
};
enum check_category check_category(signature_code code);

/* Returns the name of a predefined operation; NULL: it is none. */
const char *check_op_name(MPI_Op op);

int check_info(const struct check *check, const char *name, MPI_Info info, bool may_be_null);

/* Checks that a handle is neither null nor freed. */
int check_object(const struct check *check, const char *name, enum object_kind kind,
                 intptr_t handle, intptr_t null);
/* Checks the place for a result. */
int check_result(const struct check *check, const char *name, const void *place);
/* Checks a key of an attribute, of the communicator or of the datatype; the other one is null. */
int check_key(const struct check *check, const char *name, int key, MPI_Comm comm,
              MPI_Datatype datatype);

/* buffers.c: checks that memory given to MPI exists, and that no two arguments share it. */

/* Checks a list of `length` entries of `entry` bytes; a fault has the given rule. */
int check_array(const struct check *check, const char *rule, const char *name, const void *list,
                int64_t length, size_t entry);

/* Checks memory of `size` bytes: of a window, or of packed data. */
int check_bytes(const struct check *check, const char *name, const void *memory, MPI_Count size);

/* Returns whether MPI ignores the argument. Names of arguments show their side of the call: those
 * "at root" share it, and so do those that MPI_IN_PLACE replaces. */
bool check_is_ignored(const struct check *check, const char *name);

/* The use of a buffer by a call. A message for MPI_Recv and its relatives may be shorter than the
 * buffer: that is known when it arrives (check_landing()). */
enum check_use { CHECK_READS, CHECK_FILLS, CHECK_HAS_ROOM };

/* Checks memory for `count` elements, whose datatype and count have been checked. It must not
 * overlap the other buffer of the call. */
int check_buffer(struct check *check, const char *name, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype, enum check_use use);

/* Does the same for blocks. */
struct side;
int check_side(struct check *check, const char *name, const struct side *side, int blocks,
               enum check_use use);

/* Checks a message of `bytes` bytes that is about to land in a buffer for `count` elements. If it
 * would overwrite memory beyond the buffer, the rank stops. If it fits but the buffer is too small
 * for the elements, that is a warning. */
void check_landing(const struct world_call *at, const void *buffer, MPI_Count count,
                   MPI_Datatype datatype, uint64_t bytes);

#endif
