/* buffers.c: checks memory given to calls against the objects of the program (extent.h). */
#include "runtime/world/check/check.h"
#include "runtime/world/collective/contribution.h"
#include "runtime/world/datatype/datatype.h"
#include "runtime/world/datatype/fit.h"
#include "runtime/world/error/problem.h"
#include "runtime/world/memory/extent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No program has data below this address. MPI_BOTTOM with a datatype of absolute addresses has data
 * above it. */
static const uint64_t LOWEST = 4096;

static int wrong_buffer(const struct check *check, const char *name, const char *what)
{
    struct problem problem = {.at = check->at, .rule = "arg.buffer"};
    return problem_raise(&problem, check->comm, MPI_ERR_BUFFER, "%s: %s %s", check->at->name, name,
                         what);
}

static struct problem buffers_problem_of(const struct world_call *at, const struct extent *extent)
{
    struct problem problem = {.at = at, .rule = "arg.buffer"};
    if (extent->fault != EXTENT_UNMAPPED && extent->object.site) {
        problem.related = "allocated at";
        problem.related_site = (const void *)(uintptr_t)extent->object.site; /* NOLINT */
    }
    return problem;
}

static int wrong_extent(const struct check *check, const char *name, const struct extent *extent)
{
    char where[192];
    struct problem problem = buffers_problem_of(check->at, extent);
    extent_print(extent, where, sizeof where);
    problem.why = "Count, datatype and displacements name memory that is not part of the buffer.";
    return problem_raise(&problem, check->comm, MPI_ERR_BUFFER, "%s: %s reaches %s",
                         check->at->name, name, where);
}

static int check_extent(const struct check *check, const char *name, const struct extent *extent)
{
    return extent_verdict(extent) == EXTENT_FITS ? MPI_SUCCESS : wrong_extent(check, name, extent);
}

int check_array(const struct check *check, const char *rule, const char *name, const void *list,
                int64_t length, size_t entry)
{
    char where[192];
    const uint64_t low = (uint64_t)(uintptr_t)list;
    struct problem problem = {.at = check->at, .rule = rule};
    if (length <= 0 || check_is_ignored(check, name))
        return MPI_SUCCESS;
    if (!list)
        return problem_raise(&problem, check->comm, MPI_ERR_ARG,
                             "%s: %s is a null pointer, and has %lld entries", check->at->name,
                             name, (long long)length);
    struct extent extent = extent_begin(list);
    extent_add_bytes(&extent, low, low + (uint64_t)length * entry);
    if (extent_verdict(&extent) == EXTENT_FITS)
        return MPI_SUCCESS;
    problem = buffers_problem_of(check->at, &extent);
    problem.rule = rule;
    extent_print(&extent, where, sizeof where);
    return problem_raise(&problem, check->comm, MPI_ERR_ARG,
                         "%s: %s has %lld entries, and reaches %s", check->at->name, name,
                         (long long)length, where);
}

/* Reports wrong memory of a window, and goes on: creating a window moves no data, and its later use
 * may have errors too. */
static int pass_window(const struct check *check, const char *name, const struct extent *extent)
{
    char where[192];
    struct problem problem = buffers_problem_of(check->at, extent);
    extent_print(extent, where, sizeof where);
    problem.why = "Other ranks may access memory through this window that is not part of it.";
    return problem_raise_or_pass(&problem, check->comm, MPI_ERR_BUFFER, "%s: %s reaches %s",
                                 check->at->name, name, where);
}

int check_bytes(const struct check *check, const char *name, const void *memory, MPI_Count size)
{
    /* A window of all memory begins at MPI_BOTTOM. */
    static const MPI_Count ALL = (MPI_Count)1 << 32;
    const uint64_t low = (uint64_t)(uintptr_t)memory;
    if (low < LOWEST)
        return size > 0 && size < ALL ? wrong_buffer(check, name, "is a null pointer")
                                      : MPI_SUCCESS;
    if (size <= 0)
        return MPI_SUCCESS;
    struct extent extent = extent_begin(memory);
    extent_add_bytes(&extent, low, low + (uint64_t)size);
    if (strncmp(check->at->name, "MPI_Win_", strlen("MPI_Win_")) != 0)
        return check_extent(check, name, &extent);
    return extent_verdict(&extent) == EXTENT_FITS ? MPI_SUCCESS : pass_window(check, name, &extent);
}

/* Returns whether MPI does not use the buffer, whatever its value. */
static bool is_untouched(const struct check *check, const char *name)
{
    const bool receives = name[0] == 'r';
    return check->idle || check->insignificant ||
           (receives ? check->receives_nowhere : check->nowhere);
}

static int wrong_overlap(const struct check *check)
{
    struct problem problem = {.at = check->at,
                              .rule = "arg.buffer",
                              .why = "A call must not be given the same memory to send from and to "
                                     "receive into; collectives have MPI_IN_PLACE for that."};
    return problem_raise(&problem, check->comm, MPI_ERR_BUFFER,
                         "%s: the send and the receive buffer overlap", check->at->name);
}

/* Checks that entries of a datatype do not overlap. Where data are only read they may (MPI 4.0,
 * section 5.1.11). */
static int check_entries(const struct check *check, const char *name,
                         const struct layout_area *area)
{
    struct problem problem = {
        .at = check->at,
        .rule = "arg.datatype",
        .why = "A datatype of a receive must not name a byte twice: which of the values remains "
               "would be undefined."};
    if (layout_overlap_itself(area) != LAYOUT_OVERLAPS)
        return MPI_SUCCESS;
    return problem_raise(&problem, check->comm, MPI_ERR_TYPE,
                         "%s: the elements that are received into %s overlap", check->at->name,
                         name);
}

int check_buffer(struct check *check, const char *name, const void *buffer, MPI_Count count,
                 MPI_Datatype datatype, enum check_use use)
{
    if (check->idle)
        return MPI_SUCCESS;
    if (buffer == MPI_IN_PLACE)
        return name[0] == check->in_place
                   ? MPI_SUCCESS
                   : wrong_buffer(check, name, "is MPI_IN_PLACE, which is not allowed here");
    const struct datatype_info *info = count > 0 ? datatype_info(datatype) : NULL;
    if (!info)
        return MPI_SUCCESS;
    uint64_t low = 0, high = 0;
    struct layout_area area = datatype_area(buffer, (uint64_t)count, info);
    if ((uint64_t)(uintptr_t)buffer < LOWEST && layout_span(&area, &low, &high) && low < LOWEST)
        return wrong_buffer(check, name, "is a null pointer");
    if (is_untouched(check, name))
        return MPI_SUCCESS;
    fit_check(check->at, name, buffer, (uint64_t)count, info);
    int wrong = MPI_SUCCESS;
    if (use != CHECK_HAS_ROOM) {
        struct extent extent = extent_begin(buffer);
        extent_add(&extent, &area, info->far);
        wrong = check_extent(check, name, &extent);
    }
    if (wrong == MPI_SUCCESS && use != CHECK_READS && !info->contiguous)
        wrong = check_entries(check, name, &area);
    if (wrong != MPI_SUCCESS)
        return wrong;
    if (!check->area.layout) {
        check->area = area;
        return MPI_SUCCESS;
    }
    return layout_overlap(&check->area, &area) == LAYOUT_OVERLAPS ? wrong_overlap(check)
                                                                  : MPI_SUCCESS;
}

/* Returns the neighbours of the blocks; NULL: the blocks are for ranks, and all exist. */
static int *buffers_neighbours_of(const struct check *check, const char *name, int blocks)
{
    int in = 0, out = 0;
    const struct vcomm *on = check->on;
    if (!check->neighbours || !on->topology)
        return NULL;
    vtopology_degrees(on->topology, on->rank, &in, &out);
    int *list = rank_memory(malloc(((size_t)in + (size_t)out + 1) * sizeof *list));
    vtopology_neighbours(on->topology, on->rank, MPI_PROC_NULL, list, list + in);
    if (name[0] != 'r')
        memmove(list, list + in, (size_t)out * sizeof *list);
    if (blocks == (name[0] == 'r' ? in : out))
        return list;
    free(list);
    return NULL;
}

/* The places where blocks of a receiving call land. */
struct buffers_blocks {
    struct layout_area *areas;
    int count;
    uint64_t end; /* of all until now */
    bool sorted;
};

static void blocks_add(struct buffers_blocks *blocks, const struct layout_area *area, int room)
{
    uint64_t low, high;
    if (!layout_span(area, &low, &high))
        return;
    if (!blocks->areas)
        blocks->areas = rank_memory(malloc((size_t)room * sizeof *blocks->areas));
    blocks->sorted = blocks->sorted && (blocks->count == 0 || low >= blocks->end);
    blocks->end = high;
    blocks->areas[blocks->count++] = *area;
}

static int by_address(const void *left, const void *right)
{
    uint64_t low[2] = {0}, high[2] = {0};
    layout_span(left, &low[0], &high[0]);
    layout_span(right, &low[1], &high[1]);
    return (low[0] > low[1]) - (low[0] < low[1]);
}

/* Compares only neighbours in the order of addresses: a block that overlaps several overlaps the
 * next. */
static bool blocks_overlap(struct buffers_blocks *blocks)
{
    if (blocks->count < 2 || blocks->sorted)
        return false;
    qsort(blocks->areas, (size_t)blocks->count, sizeof *blocks->areas, by_address);
    for (int i = 1; i < blocks->count; i++)
        if (layout_overlap(&blocks->areas[i - 1], &blocks->areas[i]) == LAYOUT_OVERLAPS)
            return true;
    return false;
}

static int wrong_blocks(const struct check *check, const char *name)
{
    struct problem problem = {
        .at = check->at,
        .rule = "arg.buffer",
        .why = "Counts and displacements must not name a place of the receive buffer twice."};
    return problem_raise(&problem, check->comm, MPI_ERR_BUFFER,
                         "%s: blocks that are received into %s overlap", check->at->name, name);
}

int check_side(struct check *check, const char *name, const struct side *side, int blocks,
               enum check_use use)
{
    int wrong = check_buffer(check, name, side->buffer, 0, MPI_DATATYPE_NULL, use);
    if (wrong != MPI_SUCCESS || side->buffer == MPI_IN_PLACE || is_untouched(check, name))
        return wrong;
    int *neighbours = buffers_neighbours_of(check, name, blocks);
    struct extent extent = extent_begin(side->buffer);
    struct buffers_blocks landing = {.sorted = true};
    for (int i = 0; i < blocks; i++) {
        if (neighbours && neighbours[i] == MPI_PROC_NULL)
            continue;
        struct block block = side_block(side, i);
        const struct datatype_info *info = block.count > 0 ? datatype_info(block.datatype) : NULL;
        if (!info)
            continue;
        fit_check(check->at, name, block.buffer, (uint64_t)block.count, info);
        struct layout_area area = datatype_area(block.buffer, (uint64_t)block.count, info);
        extent_add(&extent, &area, info->far || (uintptr_t)side->buffer < LOWEST);
        if (use == CHECK_FILLS)
            blocks_add(&landing, &area, blocks);
    }
    free(neighbours);
    bool overlap = blocks_overlap(&landing);
    free(landing.areas);
    if (extent.fault == EXTENT_UNMAPPED && (uintptr_t)side->buffer < LOWEST)
        return wrong_buffer(check, name, "is a null pointer");
    wrong = check_extent(check, name, &extent);
    return wrong == MPI_SUCCESS && overlap ? wrong_blocks(check, name) : wrong;
}

/* Adds the first bytes of the elements: whole ones, and perhaps a part of the last. */
static void buffers_add_part(struct extent *extent, const void *buffer,
                             const struct datatype_info *info, uint64_t bytes)
{
    const uint64_t whole = bytes / (uint64_t)info->size;
    struct layout_area area = datatype_area(buffer, whole, info);
    extent_add(extent, &area, info->far);
    uint64_t rest = bytes - whole * (uint64_t)info->size;
    for (uint32_t i = 0; i < info->layout->strip_count && rest > 0; i++) {
        const struct layout_strip *strip = &info->layout->strips[i];
        uint64_t low = area.address + whole * (uint64_t)info->extent + (uint64_t)strip->offset;
        for (uint64_t j = 0; j < strip->repeat && rest > 0; j++, low += (uint64_t)strip->stride) {
            uint64_t length = rest < (uint64_t)strip->length ? rest : (uint64_t)strip->length;
            extent_add_bytes(extent, low, low + length);
            rest -= length;
        }
    }
}

void check_landing(const struct world_call *at, const void *buffer, MPI_Count count,
                   MPI_Datatype datatype, uint64_t bytes)
{
    char where[192];
    const struct datatype_info *info = datatype_info(datatype);
    if (count <= 0 || info->size <= 0)
        return;
    struct layout_area area = datatype_area(buffer, (uint64_t)count, info);
    struct extent room = extent_begin(buffer), used = room;
    extent_add(&room, &area, info->far);
    if (extent_verdict(&room) == EXTENT_FITS)
        return;
    buffers_add_part(&used, buffer, info, bytes);
    const bool lands = extent_verdict(&used) == EXTENT_FITS;
    struct problem problem = buffers_problem_of(at, lands ? &room : &used);
    extent_print(lands ? &room : &used, where, sizeof where);
    if (!lands) {
        problem.why = "The message would overwrite memory that is not part of the buffer.";
        problem_stop(&problem, "%s: the message reaches %s", at->name, where);
    }
    problem.why = "The message is shorter and fits, but MPI may use the whole buffer that it is "
                  "given.";
    problem.warning = true;
    problem_pass(&problem, "%s: the receive buffer reaches %s", at->name, where);
}
