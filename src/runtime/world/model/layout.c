#include "runtime/world/model/layout.h"

#include <stdlib.h>

/* Displacements come from the program and can have any value, so sums wrap around. */
static int64_t sum_wrapping(int64_t left, int64_t right)
{
    return (int64_t)((uint64_t)left + (uint64_t)right);
}

static int64_t product_wrapping(uint64_t left, int64_t right)
{
    return (int64_t)(left * (uint64_t)right);
}

static struct layout *layout_allocate(struct layout *old, size_t room)
{
    return realloc(old, sizeof *old + room * sizeof *old->strips);
}

struct layout *layout_of_bytes(int64_t length)
{
    struct layout_builder builder;
    layout_start(&builder);
    struct layout piece = {.low = 0, .high = length, .known = true, .strip_count = 0};
    if (length > 0 && builder.layout) {
        piece.strip_count = 1;
        *builder.layout = piece;
        builder.layout->strips[0] = (struct layout_strip){0, length, 1, length};
    }
    return layout_finish(&builder);
}

void layout_start(struct layout_builder *builder)
{
    *builder = (struct layout_builder){.room = 4};
    builder->layout = layout_allocate(NULL, builder->room);
    if (builder->layout)
        *builder->layout = (struct layout){.known = true};
    else
        builder->failed = true;
}

static void layout_give_up(struct layout_builder *builder)
{
    builder->layout->known = false;
    builder->layout->strip_count = 0;
}

/* Merges the strip into the last one, if possible. */
static bool layout_extend(struct layout_strip *last, const struct layout_strip *strip)
{
    if (strip->repeat != 1)
        return false;
    if (last->repeat == 1 && sum_wrapping(last->offset, last->length) == strip->offset) {
        last->length = sum_wrapping(last->length, strip->length);
        return true;
    }
    if (last->length != strip->length)
        return false;
    if (last->repeat == 1)
        last->stride = sum_wrapping(strip->offset, -last->offset);
    else if (sum_wrapping(last->offset, product_wrapping(last->repeat, last->stride)) !=
             strip->offset)
        return false;
    last->repeat++;
    return true;
}

static void layout_add_strip(struct layout_builder *builder, struct layout_strip strip)
{
    struct layout *layout = builder->layout;
    if (builder->failed || !layout->known)
        return;
    if (++builder->steps > LAYOUT_STEPS_MAX) {
        layout_give_up(builder);
        return;
    }
    if (strip.stride == strip.length) {
        strip.length = product_wrapping(strip.repeat, strip.length);
        strip.repeat = 1;
    }
    if (layout->strip_count > 0 && layout_extend(&layout->strips[layout->strip_count - 1], &strip))
        return;
    if (layout->strip_count == LAYOUT_STRIPS_MAX) {
        layout_give_up(builder);
        return;
    }
    if (layout->strip_count == builder->room) {
        struct layout *larger = layout_allocate(layout, builder->room * 2);
        if (!larger) {
            builder->failed = true;
            return;
        }
        builder->layout = layout = larger;
        builder->room *= 2;
    }
    layout->strips[layout->strip_count++] = strip;
}

/* Adds copies of one strip as one strip, if possible. */
static bool add_as_one(struct layout_builder *builder, const struct layout_strip *strip,
                       int64_t displacement, uint64_t repeat, int64_t stride)
{
    struct layout_strip all = *strip;
    all.offset = sum_wrapping(strip->offset, displacement);
    if (strip->repeat == 1)
        all.stride = stride;
    else if (stride != product_wrapping(strip->repeat, strip->stride))
        return false;
    if (__builtin_mul_overflow(strip->repeat, repeat, &all.repeat))
        return false;
    layout_add_strip(builder, all);
    return true;
}

static void layout_widen(struct layout *whole, const struct layout *layout, int64_t displacement,
                         uint64_t repeat, int64_t stride)
{
    int64_t last = sum_wrapping(displacement, product_wrapping(repeat - 1, stride));
    int64_t low = sum_wrapping(layout->low, displacement < last ? displacement : last);
    int64_t high = sum_wrapping(layout->high, displacement > last ? displacement : last);
    bool empty = whole->low == whole->high;
    whole->low = empty || low < whole->low ? low : whole->low;
    whole->high = empty || high > whole->high ? high : whole->high;
}

void layout_add(struct layout_builder *builder, const struct layout *layout, int64_t displacement,
                uint64_t repeat, int64_t stride)
{
    if (builder->failed || repeat == 0 || layout->low == layout->high)
        return;
    layout_widen(builder->layout, layout, displacement, repeat, stride);
    if (!layout->known)
        layout_give_up(builder);
    if (repeat > 1 && layout->strip_count == 1 &&
        add_as_one(builder, layout->strips, displacement, repeat, stride))
        return;
    for (uint64_t i = 0; i < repeat && builder->layout->known && !builder->failed; i++)
        for (size_t j = 0; j < layout->strip_count && builder->layout->known; j++) {
            struct layout_strip strip = layout->strips[j];
            strip.offset =
                sum_wrapping(strip.offset, sum_wrapping(displacement, product_wrapping(i, stride)));
            layout_add_strip(builder, strip);
        }
}

struct layout *layout_finish(struct layout_builder *builder)
{
    if (builder->failed) {
        free(builder->layout);
        return NULL;
    }
    struct layout *smaller = layout_allocate(builder->layout, builder->layout->strip_count);
    return smaller ? smaller : builder->layout;
}

bool layout_span(const struct layout_area *area, uint64_t *low, uint64_t *high)
{
    const struct layout *layout = area->layout;
    if (area->count == 0 || layout->low == layout->high)
        return false;
    int64_t last = product_wrapping(area->count - 1, area->extent);
    *low = area->address + (uint64_t)layout->low + (uint64_t)(last < 0 ? last : 0);
    *high = area->address + (uint64_t)layout->high + (uint64_t)(last > 0 ? last : 0);
    return true;
}

struct layout_piece {
    uint64_t low, high;
};

struct layout_pieces {
    struct layout_piece *pieces;
    size_t count;
    bool sorted;
};

/* Finds which of `repeat` pieces of `length` bytes overlap the window: *count of them, from *first
 * on. */
static void layout_within(__int128 start, __int128 length, __int128 stride, uint64_t repeat,
                          const struct layout_piece *window, uint64_t *first, uint64_t *count)
{
    if (stride < 0) { /* the same pieces, counted from the other end */
        uint64_t from;
        layout_within(start + stride * (repeat - 1), length, -stride, repeat, window, &from, count);
        *first = repeat - from - *count;
        return;
    }
    *first = 0;
    *count = 0;
    if (stride == 0) {
        if (start < (__int128)window->high && start + length > (__int128)window->low)
            *count = repeat;
        return;
    }
    /* The first piece that ends after the start of the window, and the last that starts before its
     * end. */
    __int128 before = (__int128)window->low - start - length;
    __int128 behind = (__int128)window->high - start - 1;
    __int128 from = before < 0 ? 0 : before / stride + 1;
    __int128 last = behind < 0 ? -1 : behind / stride;
    if (last > (__int128)repeat - 1)
        last = (__int128)repeat - 1;
    if (from <= last) {
        *first = (uint64_t)from;
        *count = (uint64_t)(last - from + 1);
    }
}

static bool layout_add_pieces(struct layout_pieces *list, const struct layout_strip *strip,
                              uint64_t base, const struct layout_piece *window)
{
    uint64_t first, count;
    uint64_t start = base + (uint64_t)strip->offset;
    layout_within(start, strip->length, strip->stride, strip->repeat, window, &first, &count);
    if (count > LAYOUT_OVERLAP_MAX - list->count)
        return false;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t low = start + i * (uint64_t)strip->stride;
        struct layout_piece piece = {low, low + (uint64_t)strip->length};
        if (list->count > 0 && low < list->pieces[list->count - 1].low)
            list->sorted = false;
        list->pieces[list->count++] = piece;
    }
    return true;
}

static int compare_pieces(const void *left, const void *right)
{
    const struct layout_piece *one = left, *other = right;
    return (one->low > other->low) - (one->low < other->low);
}

/* Collects the pieces of the area that overlap the window, in order; false: too many, or no
 * memory. */
static bool layout_collect(const struct layout_area *area, const struct layout_piece *window,
                           struct layout_pieces *list)
{
    const struct layout *layout = area->layout;
    uint64_t first, count;
    *list = (struct layout_pieces){.sorted = true};
    if (!layout->known)
        return false;
    layout_within((__int128)area->address + layout->low, (__int128)layout->high - layout->low,
                  area->extent, area->count, window, &first, &count);
    if (count > LAYOUT_OVERLAP_MAX)
        return false;
    list->pieces = malloc(LAYOUT_OVERLAP_MAX * sizeof *list->pieces);
    if (!list->pieces)
        return false;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t base = area->address + i * (uint64_t)area->extent;
        for (size_t j = 0; j < layout->strip_count; j++)
            if (!layout_add_pieces(list, &layout->strips[j], base, window))
                return false;
    }
    if (!list->sorted)
        qsort(list->pieces, list->count, sizeof *list->pieces, compare_pieces);
    return true;
}

/* Returns whether two lists overlap. Each is sorted by the start of its pieces, which may overlap
 * each other. */
static bool layout_meet(const struct layout_pieces *left, const struct layout_pieces *right)
{
    uint64_t left_end = 0, right_end = 0;
    size_t i = 0, j = 0;
    while (i < left->count || j < right->count) {
        bool take_left =
            j == right->count || (i < left->count && left->pieces[i].low <= right->pieces[j].low);
        const struct layout_piece *piece = take_left ? &left->pieces[i++] : &right->pieces[j++];
        if (piece->low < (take_left ? right_end : left_end))
            return true;
        uint64_t *end = take_left ? &left_end : &right_end;
        if (piece->high > *end)
            *end = piece->high;
    }
    return false;
}

bool layout_is_solid(const struct layout_area *area)
{
    const struct layout *layout = area->layout;
    return layout->known && layout->strip_count == 1 && layout->strips[0].repeat == 1 &&
           (area->count == 1 || area->extent == layout->high - layout->low);
}

enum layout_overlap layout_overlap(const struct layout_area *one, const struct layout_area *other)
{
    struct layout_piece left_span, right_span;
    if (!layout_span(one, &left_span.low, &left_span.high) ||
        !layout_span(other, &right_span.low, &right_span.high))
        return LAYOUT_APART;
    struct layout_piece window = {
        left_span.low > right_span.low ? left_span.low : right_span.low,
        left_span.high < right_span.high ? left_span.high : right_span.high,
    };
    if (window.low >= window.high)
        return LAYOUT_APART;
    if (layout_is_solid(one) && layout_is_solid(other))
        return LAYOUT_OVERLAPS;
    struct layout_pieces left = {0}, right = {0};
    enum layout_overlap answer = LAYOUT_UNKNOWN;
    if (layout_collect(one, &window, &left) && layout_collect(other, &window, &right))
        answer = layout_meet(&left, &right) ? LAYOUT_OVERLAPS : LAYOUT_APART;
    free(left.pieces);
    free(right.pieces);
    return answer;
}

/* Gives the bounds of all copies of the strip; returns whether no two of them overlap. */
static bool strip_span(const struct layout_strip *strip, __int128 *low, __int128 *high)
{
    const __int128 last = (__int128)strip->stride * (__int128)(strip->repeat - 1);
    const int64_t stride = strip->stride < 0 ? -strip->stride : strip->stride;
    *low = strip->offset + (last < 0 ? last : 0);
    *high = strip->offset + strip->length + (last > 0 ? last : 0);
    return strip->repeat == 1 || stride >= strip->length;
}

/* Returns whether the pieces of one element follow each other in memory. */
static bool is_in_order(const struct layout *layout)
{
    __int128 end = INT64_MIN;
    for (uint32_t i = 0; i < layout->strip_count; i++) {
        __int128 low, high;
        if (!strip_span(&layout->strips[i], &low, &high) || low < end)
            return false;
        end = high;
    }
    return true;
}

/* Returns whether elements do not overlap: each ends before the next begins or, as for columns of a
 * matrix, all lie between the pieces of the first. */
static bool is_elements_apart(const struct layout_area *area)
{
    const struct layout *layout = area->layout;
    const __int128 extent = area->extent < 0 ? -(__int128)area->extent : area->extent;
    const __int128 all = extent * (__int128)(area->count - 1);
    const struct layout_strip *strip = &layout->strips[0];
    if (area->count == 1 || extent >= (__int128)layout->high - layout->low)
        return true;
    return layout->strip_count == 1 && extent >= strip->length &&
           all + strip->length <= (strip->stride < 0 ? -strip->stride : strip->stride);
}

enum layout_overlap layout_overlap_itself(const struct layout_area *area)
{
    struct layout_piece span;
    struct layout_pieces pieces = {0};
    uint64_t count = 0;
    if (!layout_span(area, &span.low, &span.high))
        return LAYOUT_APART;
    if (!area->layout->known)
        return LAYOUT_UNKNOWN;
    if (is_in_order(area->layout) && is_elements_apart(area))
        return LAYOUT_APART;
    for (uint32_t i = 0; i < area->layout->strip_count && count <= LAYOUT_ITSELF_MAX; i++)
        count += area->layout->strips[i].repeat;
    if (count > LAYOUT_ITSELF_MAX || area->count > LAYOUT_ITSELF_MAX / count)
        return LAYOUT_UNKNOWN;
    enum layout_overlap answer = LAYOUT_UNKNOWN;
    if (layout_collect(area, &span, &pieces)) {
        answer = LAYOUT_APART;
        for (size_t i = 1; i < pieces.count; i++)
            if (pieces.pieces[i].low < pieces.pieces[i - 1].high)
                answer = LAYOUT_OVERLAPS;
    }
    free(pieces.pieces);
    return answer;
}
