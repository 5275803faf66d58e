/* layout.h: which bytes of memory a datatype touches.
 *
 * A layout describes ONE element of a datatype: strips of bytes relative to the buffer, in the
 * order in which MPI_Pack takes them. A strip repeats at a stride, so that a column of a matrix is
 * one strip. A layout that would need more than LAYOUT_STRIPS_MAX strips is not known: it keeps its
 * bounds alone. No MPI in this file.
 */
#ifndef TUTTI_RUNTIME_WORLD_MODEL_LAYOUT_H
#define TUTTI_RUNTIME_WORLD_MODEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LAYOUT_STRIPS_MAX = 1 << 24, /* an index of a large mesh has a million */
    LAYOUT_STEPS_MAX = 1 << 26,  /* copies of strips looked at while a layout is built */
    LAYOUT_OVERLAP_MAX = 65536,  /* pieces of memory on each side that layout_overlap() looks at */
    LAYOUT_ITSELF_MAX = 4096     /* pieces that layout_overlap_itself() sorts */
};

struct layout_strip {
    int64_t offset, length;
    uint64_t repeat;
    int64_t stride;
};

struct layout {
    int64_t low, high; /* all bytes lie in [low, high); both 0 if there are none */
    bool known;
    uint32_t strip_count;
    struct layout_strip strips[];
};

/* Bytes in one piece at offset 0. free() frees; NULL without memory. */
struct layout *layout_of_bytes(int64_t length);

/* Puts layouts together: start, add any number, finish. What adds up to a larger piece becomes one.
 * layout_finish() gives NULL if there was no memory on the way. */
struct layout_builder {
    struct layout *layout;
    size_t room, steps;
    bool failed;
};

void layout_start(struct layout_builder *builder);
/* `repeat` copies: the first at `displacement`, each `stride` bytes further. */
void layout_add(struct layout_builder *builder, const struct layout *layout, int64_t displacement,
                uint64_t repeat, int64_t stride);
struct layout *layout_finish(struct layout_builder *builder);

/* What (buffer, count, datatype) of a call names. */
struct layout_area {
    const struct layout *layout;
    uint64_t address;
    uint64_t count;
    int64_t extent;
};

/* Its bytes lie in [*low, *high), both ends touched. False: it has none. */
bool layout_span(const struct layout_area *area, uint64_t *low, uint64_t *high);

/* Whether all bytes between the ends are touched. */
bool layout_is_solid(const struct layout_area *area);

enum layout_overlap { LAYOUT_APART, LAYOUT_OVERLAPS, LAYOUT_UNKNOWN };

/* Whether two areas have a byte in common. LAYOUT_UNKNOWN only if their spans meet and one is not
 * known or too long to look at. */
enum layout_overlap layout_overlap(const struct layout_area *one, const struct layout_area *other);

/* Whether an area has a byte twice. LAYOUT_UNKNOWN also if it has very many pieces whose order does
 * not tell. */
enum layout_overlap layout_overlap_itself(const struct layout_area *area);

#endif
