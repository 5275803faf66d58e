#include "scale/function.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const struct row {
    const char *base; /* the name without MPI_, blocking */
    enum shape shape;
    enum form form;
    bool neighbour, in_place;
    bool no_start; /* there are no nonblocking and persistent forms under another name */
} rows[] = {
    {"Bcast", SHAPE_BCAST, FORM_REGULAR, false, false, false},
    {"Gather", SHAPE_GATHER, FORM_REGULAR, false, true, false},
    {"Gatherv", SHAPE_GATHER, FORM_V, false, true, false},
    {"Scatter", SHAPE_SCATTER, FORM_REGULAR, false, true, false},
    {"Scatterv", SHAPE_SCATTER, FORM_V, false, true, false},
    {"Allgather", SHAPE_ALLGATHER, FORM_REGULAR, false, true, false},
    {"Allgatherv", SHAPE_ALLGATHER, FORM_V, false, true, false},
    {"Alltoall", SHAPE_ALLTOALL, FORM_REGULAR, false, true, false},
    {"Alltoallv", SHAPE_ALLTOALL, FORM_V, false, true, false},
    {"Alltoallw", SHAPE_ALLTOALL, FORM_W, false, true, false},
    {"Reduce", SHAPE_REDUCE, FORM_REGULAR, false, true, false},
    {"Allreduce", SHAPE_ALLREDUCE, FORM_REGULAR, false, true, false},
    {"Reduce_scatter", SHAPE_REDUCE_SCATTER, FORM_V, false, true, false},
    {"Reduce_scatter_block", SHAPE_REDUCE_SCATTER_BLOCK, FORM_REGULAR, false, true, false},
    {"Scan", SHAPE_SCAN, FORM_REGULAR, false, true, false},
    {"Exscan", SHAPE_EXSCAN, FORM_REGULAR, false, true, false},
    {"Neighbor_allgather", SHAPE_ALLGATHER, FORM_REGULAR, true, false, false},
    {"Neighbor_allgatherv", SHAPE_ALLGATHER, FORM_V, true, false, false},
    {"Neighbor_alltoall", SHAPE_ALLTOALL, FORM_REGULAR, true, false, false},
    {"Neighbor_alltoallv", SHAPE_ALLTOALL, FORM_V, true, false, false},
    {"Neighbor_alltoallw", SHAPE_ALLTOALL, FORM_W, true, false, false},
    {"Send", SHAPE_SEND, FORM_REGULAR, false, false, false},
    {"Ssend", SHAPE_SSEND, FORM_REGULAR, false, false, false},
    {"Sendrecv", SHAPE_SENDRECV, FORM_REGULAR, false, false, true},
    {"Sendrecv_replace", SHAPE_SENDRECV_REPLACE, FORM_REGULAR, false, false, true},
    {"Pack_size", SHAPE_PACK_SIZE, FORM_REGULAR, false, false, true},
};
enum { ROWS = sizeof rows / sizeof *rows, VARIANTS = MODES * 2 * 2 };

static bool function_variant(const struct row *row, size_t number, struct function *function)
{
    *function = (struct function){.shape = row->shape,
                                  .form = row->form,
                                  .neighbour = row->neighbour,
                                  .in_place = number % 2 == 1,
                                  .large = number / 2 % 2 == 1,
                                  .mode = (enum mode)(number / 4)};
    return (row->in_place || !function->in_place) &&
           (!row->no_start || function->mode == MODE_BLOCKING);
}

bool function_at(size_t number, struct function *function)
{
    for (size_t v = 0; v < VARIANTS; v++)
        for (size_t r = 0; r < ROWS; r++)
            if (function_variant(&rows[r], v, function) && number-- == 0)
                return true;
    return false;
}

static const struct row *row_of(const struct function *function)
{
    for (size_t r = 0; r < ROWS; r++)
        if (rows[r].shape == function->shape && rows[r].form == function->form &&
            rows[r].neighbour == function->neighbour)
            return &rows[r];
    return &rows[0];
}

void function_name(const struct function *function, char name[FUNCTION_NAME_MAX])
{
    const char *base = row_of(function)->base;
    bool started = function->mode == MODE_NONBLOCKING;
    snprintf(name, FUNCTION_NAME_MAX, "MPI_%s%c%s%s%s", started ? "I" : "",
             started ? tolower((unsigned char)*base) : *base, base + 1,
             function->mode == MODE_PERSISTENT ? "_init" : "", function->large ? "_c" : "");
}

bool function_parse(const char *name, bool in_place, struct function *function)
{
    char own[FUNCTION_NAME_MAX];
    for (size_t i = 0; function_at(i, function); i++) {
        function_name(function, own);
        if (function->in_place == in_place && strcmp(own, name) == 0)
            return true;
    }
    return false;
}

void function_algorithm_name(const struct function *function, char name[FUNCTION_NAME_MAX])
{
    snprintf(name, FUNCTION_NAME_MAX, "%s%s", function->mode == MODE_NONBLOCKING ? "i" : "",
             row_of(function)->base);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

bool function_reduces(const struct function *function)
{
    return function->shape >= SHAPE_REDUCE && function->shape <= SHAPE_EXSCAN;
}

bool function_is_pairwise(const struct function *function)
{
    return function->shape >= SHAPE_SEND;
}

bool function_is_global(const struct function *function)
{
    switch (function->shape) {
    case SHAPE_GATHER:
    case SHAPE_SCATTER:
    case SHAPE_ALLGATHER:
    case SHAPE_ALLTOALL:
    case SHAPE_REDUCE_SCATTER:
    case SHAPE_REDUCE_SCATTER_BLOCK:
        return true;
    default:
        return false;
    }
}

bool function_is_symmetric(const struct function *function)
{
    return function_is_global(function) && function->shape != SHAPE_GATHER &&
           function->shape != SHAPE_SCATTER;
}

const char *axis_name(enum axis axis)
{
    static const char *const names[] = {"count", "extent", "displacement"};
    return names[axis];
}

void point_print(const struct point *point, char line[POINT_LINE_MAX])
{
    char name[FUNCTION_NAME_MAX];
    function_name(&point->function, name);
    snprintf(line, POINT_LINE_MAX, "%s %s %s %s %" PRIu64 " %" PRIu64 " %" PRIu64, name,
             point->function.in_place ? "in-place" : "apart", axis_name(point->axis),
             point->real ? "real" : "low", point->count, point->size, point->extent);
}

bool point_parse(const char *line, struct point *point)
{
    char name[FUNCTION_NAME_MAX], place[16], axis[16], memory[16];
    int end = 0;
    /* Overlong numbers become UINT64_MAX, which no trial can use. */
    /* NOLINTNEXTLINE(cert-err34-c) */
    if (sscanf(line, "%47s %15s %15s %15s %" SCNu64 " %" SCNu64 " %" SCNu64 " %n", name, place,
               axis, memory, &point->count, &point->size, &point->extent, &end) != 7 ||
        line[end] || !function_parse(name, strcmp(place, "in-place") == 0, &point->function))
        return false;
    point->real = strcmp(memory, "real") == 0;
    for (int a = 0; a < AXES; a++)
        if (strcmp(axis, axis_name((enum axis)a)) == 0) {
            point->axis = (enum axis)a;
            return true;
        }
    return false;
}

/* Returns the largest displacement. Blocks are on both sides of the given address, with negative
 * displacements before it, so that displacements reach as far as possible. */
static uint64_t displacement_limit(uint64_t unit, int ranks)
{
    uint64_t below = (uint64_t)(ranks / 2) * unit;
    uint64_t above = (uint64_t)(ranks - 1 - ranks / 2) * unit;
    uint64_t limit = INT_MAX;
    if (below && ((uint64_t)INT_MAX + 1) / below < limit)
        limit = ((uint64_t)INT_MAX + 1) / below;
    if (above && INT_MAX / above < limit)
        limit = INT_MAX / above;
    return limit;
}

uint64_t point_count_limit(const struct function *function, enum axis axis, uint64_t extent,
                           int ranks)
{
    if (function->large || axis == AXIS_DISPLACEMENT)
        return (uint64_t)1 << 40;
    if (function->form == FORM_V && function->shape != SHAPE_REDUCE_SCATTER)
        return displacement_limit(1, ranks);
    if (function->form == FORM_W && !function->neighbour)
        return displacement_limit(extent, ranks);
    return INT_MAX;
}
