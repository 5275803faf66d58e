/* function.h: the functions that a probe tries, described by their parts: MPI_Ialltoallv_c is the
 * shape "alltoall" with counts for each rank, nonblocking, with large counts.
 *
 * The command and the trial program share it, so it uses libc alone.
 */
#ifndef TUTTI_SCALE_FUNCTION_H
#define TUTTI_SCALE_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum shape {
    SHAPE_BCAST,
    SHAPE_GATHER,
    SHAPE_SCATTER,
    SHAPE_ALLGATHER,
    SHAPE_ALLTOALL,
    SHAPE_REDUCE,
    SHAPE_ALLREDUCE,
    SHAPE_REDUCE_SCATTER,
    SHAPE_REDUCE_SCATTER_BLOCK,
    SHAPE_SCAN,
    SHAPE_EXSCAN,
    SHAPE_SEND,
    SHAPE_SSEND,
    SHAPE_SENDRECV,
    SHAPE_SENDRECV_REPLACE,
    SHAPE_PACK_SIZE,
};

/* Arguments that are given for each rank: none, counts and displacements (v), types too (w). */
enum form { FORM_REGULAR, FORM_V, FORM_W };
enum mode { MODE_BLOCKING, MODE_NONBLOCKING, MODE_PERSISTENT, MODES };

struct function {
    enum shape shape;
    enum form form;
    enum mode mode;
    bool neighbour; /* on a topology in which every rank is a neighbour of every rank */
    bool large;     /* counts are MPI_Count */
    bool in_place;
};

/* The quantity that grows from trial to trial. */
enum axis {
    AXIS_COUNT,        /* elements side by side */
    AXIS_EXTENT,       /* few elements, far apart */
    AXIS_DISPLACEMENT, /* one element of each rank; the count is the distance of the blocks */
    AXES,
};

/* One trial: a function with its arguments. */
struct point {
    struct function function;
    enum axis axis;
    bool real; /* with real memory, all of which is checked */
    uint64_t count, size, extent;
};

enum { FUNCTION_NAME_MAX = 48, POINT_LINE_MAX = 160 };

/* Returns the functions of MPI that can be tried, by number; false behind the last one. */
bool function_at(size_t number, struct function *function);

void function_name(const struct function *function, char name[FUNCTION_NAME_MAX]);
bool function_parse(const char *name, bool in_place, struct function *function);

/* Writes the name that variables which choose an algorithm contain: "allgather", "iallgather". */
void function_algorithm_name(const struct function *function, char name[FUNCTION_NAME_MAX]);

bool function_reduces(const struct function *function);
/* Says whether the function involves exactly two ranks, not all ranks. */
bool function_is_pairwise(const struct function *function);
/* Says whether its largest buffer has a block for each rank. */
bool function_is_global(const struct function *function);
/* Says whether a rank that is not the root has such a buffer too. */
bool function_is_symmetric(const struct function *function);

const char *axis_name(enum axis axis);

/* Writes and reads a point as a line of text, for the file that a trial program reads. */
void point_print(const struct point *point, char line[POINT_LINE_MAX]);
bool point_parse(const char *line, struct point *point);

/* Returns the largest count that the types of the function's arguments allow on so many ranks. */
uint64_t point_count_limit(const struct function *function, enum axis axis, uint64_t extent,
                           int ranks);

#endif
