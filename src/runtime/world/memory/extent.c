#include "runtime/world/memory/extent.h"

#include "runtime/world/memory/frames.h"
#include "runtime/world/memory/variables.h"
#include "runtime/world/rewind/gate.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { STRIPS_MAX = 1 << 16, PAGE = 4096 };

struct span {
    uint64_t low, high;
};

static struct span span_of(const struct memory_object *object)
{
    const uint64_t start = (uint64_t)(uintptr_t)object->start;
    return (struct span){start, start + object->size};
}

static bool is_inside(struct span inner, struct span outer)
{
    return inner.low >= outer.low && inner.high <= outer.high;
}

/* Memory without a known object that was found to be mapped; it is assumed to stay so. */
enum { PLACES = 64 };

static struct span places[PLACES];

/* Returns whether the memory is mapped. Makes a system call only for memory that was not asked
 * about before. */
static bool extent_is_mapped(struct span span)
{
    const struct span pages = {span.low / PAGE * PAGE, (span.high + PAGE - 1) / PAGE * PAGE};
    struct span *place = &places[pages.low / PAGE % PLACES];
    if (frames_have(span.low) && frames_have(span.high))
        return true;
    if (is_inside(pages, *place))
        return true;
    if (GATE(SYS_msync, pages.low, pages.high - pages.low, MS_ASYNC) != 0)
        return false;
    *place = pages;
    return true;
}

struct extent extent_begin(const void *buffer)
{
    struct extent extent = {.fault = EXTENT_FITS};
    extent.known = memory_find(buffer, &extent.home);
    return extent;
}

static void extent_blame(struct extent *extent, enum extent_fault fault, bool certain,
                         const struct memory_object *object, uint64_t bytes)
{
    if (extent->fault != EXTENT_FITS &&
        (extent->certain > certain ||
         (extent->certain == certain && (extent->fault != fault || bytes <= extent->bytes ||
                                         extent->object.start != object->start))))
        return;
    extent->fault = fault;
    extent->certain = certain;
    extent->object = *object;
    extent->bytes = bytes;
}

/* Returns whether memory beside the object cannot belong to the buffer. Beside a heap block lies
 * memory of the allocator; beside a variable there may be another one that the datatype names as
 * well. */
static bool is_apart(const struct memory_object *object, bool free)
{
    return object->kind == MEMORY_HEAP || !free;
}

/* Handles a strip that begins in an object and ends after it. */
static void blame_end(struct extent *extent, const struct memory_object *object, struct span strip,
                      bool free)
{
    if (is_apart(object, free))
        extent_blame(extent, EXTENT_BEYOND, true, object, strip.high - span_of(object).high);
}

/* Handles a strip outside the object that contains the buffer. */
static void look_outside(struct extent *extent, struct span strip, bool free)
{
    const struct span home = span_of(&extent->home);
    struct memory_object other;
    if (extent->known && strip.low < home.low && strip.high > home.low) {
        if (is_apart(&extent->home, free))
            extent_blame(extent, EXTENT_BEFORE, true, &extent->home, home.low - strip.low);
        return;
    }
    if (memory_find((const void *)(uintptr_t)strip.low, &other)) { /* NOLINT */
        if (is_inside(strip, span_of(&other)))
            extent->elsewhere = true;
        else
            blame_end(extent, &other, strip, free);
    } else if (!extent_is_mapped(strip)) {
        extent_blame(extent, EXTENT_UNMAPPED, true, &extent->home, 0);
        return;
    }
    if (!extent->known || free)
        return;
    if (strip.low >= home.high)
        extent_blame(extent, EXTENT_BEYOND, false, &extent->home, strip.high - home.high);
    else
        extent_blame(extent, EXTENT_BEFORE, false, &extent->home, home.low - strip.low);
}

static void extent_add_strip(struct extent *extent, struct span strip, bool free)
{
    const struct span home = span_of(&extent->home);
    if (extent->known && is_inside(strip, home)) {
        extent->anchored = true;
    } else if (extent->known && strip.low >= home.low &&
               (strip.low < home.high || strip.low == home.low)) {
        extent->anchored = true;
        blame_end(extent, &extent->home, strip, free);
    } else {
        look_outside(extent, strip, free);
    }
}

/* Returns how many copies of a piece, from the first one on, lie in the object of the buffer. */
static uint64_t count_inside(const struct extent *extent, struct span first, int64_t stride,
                             uint64_t repeat)
{
    const struct span home = span_of(&extent->home);
    if (!extent->known || !is_inside(first, home))
        return 0;
    if (stride == 0)
        return repeat;
    const uint64_t more = stride > 0 ? (home.high - first.high) / (uint64_t)stride
                                     : (first.low - home.low) / (0 - (uint64_t)stride);
    return more < repeat ? more + 1 : repeat;
}

static void add_strips(struct extent *extent, const struct layout_strip *strip, uint64_t base,
                       bool free)
{
    uint64_t low = base + (uint64_t)strip->offset;
    for (uint64_t i = 0; i < strip->repeat && extent->strips++ < STRIPS_MAX;) {
        const struct span piece = {low, low + (uint64_t)strip->length};
        uint64_t inside = count_inside(extent, piece, strip->stride, strip->repeat - i);
        extent_add_strip(extent, piece, free);
        i += inside ? inside : 1;
        low += (inside ? inside : 1) * (uint64_t)strip->stride;
    }
}

static void extent_add_elements(struct extent *extent, const struct layout_area *area, bool free)
{
    const struct layout *layout = area->layout;
    uint64_t base = area->address;
    for (uint64_t i = 0; i < area->count && extent->strips++ < STRIPS_MAX;) {
        const struct span element = {base + (uint64_t)layout->low, base + (uint64_t)layout->high};
        uint64_t inside = count_inside(extent, element, area->extent, area->count - i);
        for (uint32_t j = 0; !inside && j < layout->strip_count; j++)
            add_strips(extent, &layout->strips[j], base, free);
        extent->anchored = extent->anchored || inside;
        i += inside ? inside : 1;
        base += (inside ? inside : 1) * (uint64_t)area->extent;
    }
}

void extent_add_bytes(struct extent *extent, uint64_t low, uint64_t high)
{
    if (low < high)
        extent_add_strip(extent, (struct span){low, high}, false);
}

void extent_add(struct extent *extent, const struct layout_area *area, bool free)
{
    struct span all;
    if (!layout_span(area, &all.low, &all.high))
        return;
    if (extent->known && is_inside(all, span_of(&extent->home))) {
        extent->anchored = true;
        return;
    }
    if (layout_is_solid(area)) {
        extent_add_strip(extent, all, free);
        return;
    }
    if (!area->layout->known) { /* only its ends are known to be accessed */
        extent_add_strip(extent, (struct span){all.low, all.low + 1}, free);
        extent_add_strip(extent, (struct span){all.high - 1, all.high}, free);
        return;
    }
    extent_add_elements(extent, area, free);
}

enum extent_fault extent_verdict(const struct extent *extent)
{
    /* If the first element of an array is far from its pointer, no strip lies where the pointer
     * points. */
    return extent->certain || extent->anchored ? extent->fault : EXTENT_FITS;
}

static void print_object(const struct memory_object *object, char *text, size_t size)
{
    char name[96];
    if (object->name) {
        variables_name(object->name, name, sizeof name);
        snprintf(text, size, "the variable %s of %zu byte%s", name, object->size,
                 object->size == 1 ? "" : "s");
    } else {
        snprintf(text, size, "the block of %zu byte%s", object->size, object->size == 1 ? "" : "s");
    }
}

void extent_print(const struct extent *extent, char *text, size_t size)
{
    char object[160];
    print_object(&extent->object, object, sizeof object);
    if (extent->fault == EXTENT_UNMAPPED)
        snprintf(text, size, "where the program has no memory");
    else
        snprintf(text, size, "%llu byte%s %s %s", (unsigned long long)extent->bytes,
                 extent->bytes == 1 ? "" : "s",
                 extent->fault == EXTENT_BEYOND ? "beyond the end of" : "before", object);
}
