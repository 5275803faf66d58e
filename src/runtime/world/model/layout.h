/* layout.h: the bytes of memory that a datatype accesses.
 *
 * A layout describes ONE element of a datatype: strips of bytes relative to the buffer, in the
 * order of MPI_Pack. A strip repeats at a stride, so a column of a matrix is one strip. A layout
 * that would need more than LAYOUT_STRIPS_MAX strips is unknown: it keeps only its bounds. No MPI
 * in this file.
 */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_LAYOUT_H
#define TUTTI_RUNTIME_WORLD_MODEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LAYOUT_STRIPS_MAX = 1 << 24, /* an index of a large mesh has a million */
    LAYOUT_STEPS_MAX = 1 << 26,  /* copies of strips examined while a layout is built */
    LAYOUT_OVERLAP_MAX = 65536,  /* pieces of memory on each side that layout_overlap() examines */
    LAYOUT_ITSELF_MAX = 4096     /* pieces that layout_overlap_itself() sorts */
};

struct layout_strip {
    int64_t offset, length;
    uint64_t repeat;
    int64_t stride;
};

struct layout {
    int64_t low, high; /* bounds of its bytes, as [low, high); both 0: none */
    bool known;
    uint32_t strip_count;
    struct layout_strip strips[];
};

/* Returns a layout of one piece at offset 0; NULL without memory. free() frees it. */
struct layout *layout_of_bytes(int64_t length);

/* Builds a layout: start, add any number, finish. Adjacent pieces become one. layout_finish()
 * returns NULL if memory ran out on the way. */
struct layout_builder {
    struct layout *layout;
    size_t room, steps;
    bool failed;
};

void layout_start(struct layout_builder *builder);
/* Adds `repeat` copies: the first at `displacement`, each `stride` bytes further. */
void layout_add(struct layout_builder *builder, const struct layout *layout, int64_t displacement,
                uint64_t repeat, int64_t stride);
struct layout *layout_finish(struct layout_builder *builder);

/* The memory that (buffer, count, datatype) of a call names. */
struct layout_area {
    const struct layout *layout;
    uint64_t address;
    uint64_t count;
    int64_t extent;
};

/* Gives the bounds of its bytes, as [*low, *high), both ends accessed; false: it has none. */
bool layout_span(const struct layout_area *area, uint64_t *low, uint64_t *high);

/* Returns whether all bytes between the bounds are accessed. */
bool layout_is_solid(const struct layout_area *area);

enum layout_overlap { LAYOUT_APART, LAYOUT_OVERLAPS, LAYOUT_UNKNOWN };

/* Returns whether two areas have a byte in common. LAYOUT_UNKNOWN only if their spans overlap and
 * one layout is unknown or has too many pieces. */
enum layout_overlap layout_overlap(const struct layout_area *one, const struct layout_area *other);

/* Returns whether an area has a byte twice. LAYOUT_UNKNOWN also if it has very many pieces and
 * their order does not prove the contrary. */
enum layout_overlap layout_overlap_itself(const struct layout_area *area);

#endif
