/* check.h: arguments of calls, checked before anything is done with them.
 *
 * world.tmpl makes of every MPI function a list of these checks, by the roles that src/api/mpi.api
 * gives its parameters. Each gives MPI_SUCCESS or the error class that the call returns (problem.h:
 * where errors are fatal it does not come back). Arguments that MPI ignores are not looked at:
 * those of other ranks than the root, those that MPI_IN_PLACE replaces. */
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
    struct vcomm *on;        /* the same, once it is known to be valid */
    bool elsewhere;          /* the root is another rank: what is "at root" does not matter here */
    bool early;              /* does no harm to a communicator that is not complete yet */
    bool idle;               /* inter-communicator, and the rank takes no part */
    bool nowhere;            /* the peer is MPI_PROC_NULL: no buffer is touched */
    bool receives_nowhere;   /* of a call with a source as well */
    bool insignificant;      /* inter-communicator, root: only what is "at root" matters */
    bool neighbours;         /* blocks are for neighbours, of whom some may be MPI_PROC_NULL */
    struct layout_area area; /* the first buffer, for the second to keep away from */
    char in_place; /* first letter of the parameters that MPI_IN_PLACE replaces; 0: none */
};

/* Whether the call may be made now at all: between MPI_Init and MPI_Finalize, by this thread. */
int check_environment(const struct check *check);

int check_comm(struct check *check, const char *name, MPI_Comm comm);
/* The communicator of a window stands for it: its error handler is the window's. */
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

/* `ready`: for communication, so it must be committed. */
int check_datatype(const struct check *check, const char *name, MPI_Datatype datatype, bool ready);
int check_datatypes(const struct check *check, const char *name, const MPI_Datatype *datatypes,
                    int length, bool ready);

/* With the datatype that a reduction is to work on; MPI_DATATYPE_NULL: it is no reduction. */
int check_op(const struct check *check, const char *name, MPI_Op op, MPI_Datatype datatype);

/* What a predefined datatype is for reductions. */
enum check_category {
    CHECK_OTHER = 0,   /* no predefined operation works on it */
    CHECK_INTEGER = 1, /* of C, Fortran, or of several languages (MPI_AINT) */
    CHECK_FLOATING = 2,
    CHECK_LOGICAL = 4,
    CHECK_COMPLEX = 8,
    CHECK_BYTE = 16,
    CHECK_PAIR = 32,
    CHECK_FORTRAN_INTEGER = 64, /* not for logical operations */
};
enum check_category check_category(signature_code code);

/* Of a predefined operation; NULL: it is none. */
const char *check_op_name(MPI_Op op);

int check_info(const struct check *check, const char *name, MPI_Info info, bool may_be_null);

/* Not null, and not freed. */
int check_object(const struct check *check, const char *name, enum object_kind kind,
                 intptr_t handle, intptr_t null);
/* Where the call puts a result. */
int check_result(const struct check *check, const char *name, const void *place);
/* A key of an attribute of the communicator or of the datatype; the other one is null. */
int check_key(const struct check *check, const char *name, int key, MPI_Comm comm,
              MPI_Datatype datatype);

/* check_memory.c: what the program gives MPI as memory is there, and no two arguments share it. */

/* A list of `length` entries of so many bytes, as the rule has it. */
int check_array(const struct check *check, const char *rule, const char *name, const void *list,
                int64_t length, size_t entry);

/* So much memory: of a window, of packed data. */
int check_bytes(const struct check *check, const char *name, const void *memory, MPI_Count size);

/* Whether MPI ignores the argument: what is "at root" has the names of one side of the call; so has
 * what MPI_IN_PLACE replaces. */
bool check_is_ignored(const struct check *check, const char *name);

/* What a call does to a buffer. MPI_Recv and its relatives may get less than there is room for:
 * that is known when the message comes (check_landing). */
enum check_use { CHECK_READS, CHECK_FILLS, CHECK_HAS_ROOM };

/* Memory for `count` elements, whose datatype and count have been checked. It must not overlap the
 * other buffer of the call. */
int check_buffer(struct check *check, const char *name, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype, enum check_use use);

/* The same for blocks. */
struct side;
int check_side(struct check *check, const char *name, const struct side *side, int blocks,
               enum check_use use);

/* A message of so many bytes is about to land in a buffer for `count` elements. What would be
 * overwritten beyond is an error, and the rank stops; that there is too little room for more than
 * came is a warning. */
void check_landing(const struct world_call *at, const void *buffer, MPI_Count count,
                   MPI_Datatype datatype, uint64_t bytes);

#endif
