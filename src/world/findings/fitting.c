#include "world/findings/fitting.h"

#include "api/datatypes.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, ELEMENTS_MAX = 64 };

/* Returns the datatype of a code. For Fortran types by precision, only the kind is known. */
static struct datatype datatype_of(signature_code code, uint64_t size)
{
    static const struct {
        const char *start;
        enum datatype_kind kind;
    } by_precision[] = {{"MPI_Type_create_f90_real", DATATYPE_FLOAT},
                        {"MPI_Type_create_f90_complex", DATATYPE_COMPLEX},
                        {"MPI_Type_create_f90_integer", DATATYPE_INTEGER}};
    char name[NAME_SIZE];
    signature_code_name(code, name, sizeof name);
    const struct datatype *found = datatype_find(name);
    if (found)
        return *found;
    for (size_t i = 0; i < sizeof by_precision / sizeof *by_precision; i++)
        if (strncmp(name, by_precision[i].start, strlen(by_precision[i].start)) == 0)
            return (struct datatype){.kind = by_precision[i].kind, .size = size};
    return (struct datatype){.kind = DATATYPE_ANY, .size = size};
}

/* Visits the bytes of a layout in the order of the signature. */
struct walk {
    const struct layout *layout;
    uint64_t address; /* address of the element */
    uint32_t strip;
    uint64_t turn; /* number of the current repeat of the strip */
    int64_t at;    /* bytes of this repeat that were visited */
    struct fitting_map *map;
    size_t cap;
    struct arena *arena;
    uint64_t uniform; /* size of all basic types; 0: see the code */
    signature_code code;
    uint64_t size; /* size of that code */
    bool failed;
};

static uint64_t fitting_size_of(struct walk *walk, signature_code code)
{
    if (walk->uniform)
        return walk->uniform;
    if (code != walk->code)
        walk->size = datatype_of(code, 0).size;
    walk->code = code;
    return walk->size;
}

static void take_basic(struct walk *walk, signature_code code)
{
    const struct layout *layout = walk->layout;
    uint64_t size = fitting_size_of(walk, code);
    if (walk->strip == layout->strip_count || size == 0) {
        walk->failed = true;
        return;
    }
    const struct layout_strip *strip = &layout->strips[walk->strip];
    if (strip->length - walk->at < (int64_t)size) {
        walk->failed = true;
        return;
    }
    int64_t offset = strip->offset + (int64_t)walk->turn * strip->stride + walk->at;
    *arena_push(walk->arena, walk->map->basics, walk->map->count) =
        (struct fitting_basic){walk->address + (uint64_t)offset, size, code};
    walk->at += (int64_t)size;
    if (walk->at < strip->length)
        return;
    walk->at = 0;
    if (++walk->turn == strip->repeat) {
        walk->turn = 0;
        walk->strip++;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as groups are nested in the runs */
static void take_runs(struct walk *walk, const struct signature_run *runs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 1 + runs[i].span)
        for (uint64_t k = 0; k < runs[i].repeat && walk->map->count < walk->cap && !walk->failed;
             k++) {
            if (runs[i].span)
                take_runs(walk, &runs[i + 1], runs[i].span);
            else
                take_basic(walk, runs[i].code);
        }
}

struct fitting_map fitting_lay_out(const struct signature *signature, const struct layout *layout,
                                   uint64_t address, uint64_t count, int64_t extent, size_t cap,
                                   struct arena *arena)
{
    struct fitting_map map = {.element = (uint64_t)(layout->high - layout->low)};
    struct walk walk = {.layout = layout, .map = &map, .cap = cap, .arena = arena};
    if (signature->run_count == 1 && signature->elements > 0)
        walk.uniform = signature->bytes / signature->elements;
    for (uint64_t i = 0; i < count && i < ELEMENTS_MAX && map.count < cap && !walk.failed; i++) {
        walk.address = address + i * (uint64_t)extent;
        walk.strip = 0;
        walk.turn = 0;
        walk.at = 0;
        take_runs(&walk, signature->runs, signature->run_count);
    }
    if (walk.failed)
        map.count = 0;
    return map;
}

/* Compares numbers at the same place by kind and size. A complex number also counts as two
 * floating-point numbers side by side, as programs use it. */
static enum fitting_relation fitting_compare_numbers(const struct datatype *type, uint64_t size,
                                                     const struct leaf *leaf, uint64_t offset)
{
    bool begins = leaf->offset == offset;
    switch (type->kind) {
    case DATATYPE_INTEGER:
        if (!begins || leaf->size != size ||
            (leaf->kind != LEAF_INTEGER && leaf->kind != LEAF_POINTER))
            return FITTING_WRONG;
        return (type->sign == DATATYPE_SIGNED && leaf->sign == LEAF_UNSIGNED) ||
                       (type->sign == DATATYPE_UNSIGNED && leaf->sign == LEAF_SIGNED)
                   ? FITTING_SIGN
                   : FITTING_RIGHT;
    case DATATYPE_FLOAT:
        if (leaf->kind == LEAF_COMPLEX && leaf->size == 2 * size)
            return (offset - leaf->offset) % size == 0 ? FITTING_RIGHT : FITTING_WRONG;
        return begins && leaf->kind == LEAF_FLOAT && leaf->size == size ? FITTING_RIGHT
                                                                        : FITTING_WRONG;
    case DATATYPE_COMPLEX:
        return begins && ((leaf->kind == LEAF_COMPLEX && leaf->size == size) ||
                          (leaf->kind == LEAF_FLOAT && 2 * leaf->size == size))
                   ? FITTING_RIGHT
                   : FITTING_WRONG;
    default:
        return FITTING_UNKNOWN;
    }
}

/* Compares with bytes that may hold anything; it is wrong only if there are not enough of them. */
static enum fitting_relation compare_untyped(uint64_t size, const struct leaf *leaf,
                                             uint64_t offset)
{
    bool inside = leaf->size == UINT64_MAX || offset + size <= leaf->offset + leaf->size;
    return inside || !leaf->member ? FITTING_UNKNOWN : FITTING_WRONG;
}

/* Returns how many bytes the declaration describes. Behind a pointer to a struct there may be
 * several of them in a row, if the datatype takes one at a time. */
static uint64_t room_of(const struct fitting_map *map, const struct declared *declared)
{
    return declared->room && map->element <= declared->bytes ? declared->room : declared->bytes;
}

struct fitting_verdict fitting_compare(const struct fitting_map *map,
                                       const struct declared *declared, fitting_leaf look)
{
    struct fitting_verdict verdict = {.relation = FITTING_UNKNOWN};
    uint64_t room = room_of(map, declared);
    for (size_t i = 0; i < map->count && verdict.relation != FITTING_WRONG; i++) {
        const struct fitting_basic *basic = &map->basics[i];
        uint64_t offset = basic->address - declared->address;
        if (basic->address < declared->address || offset >= room || room - offset < basic->size)
            continue;
        if (declared->room)
            offset %= declared->bytes;
        struct leaf leaf;
        look(declared, offset, &leaf);
        struct datatype type = datatype_of(basic->code, basic->size);
        enum fitting_relation relation =
            type.kind == DATATYPE_ANY   ? FITTING_UNKNOWN
            : leaf.kind == LEAF_PADDING ? FITTING_WRONG
            : leaf.kind == LEAF_UNTYPED
                ? compare_untyped(basic->size, &leaf, offset)
                : fitting_compare_numbers(&type, basic->size, &leaf, offset);
        if (relation > verdict.relation)
            verdict = (struct fitting_verdict){relation, *basic, leaf};
    }
    return verdict;
}

bool fitting_covers(const struct declared *declared, uint64_t address)
{
    return address >= declared->address && address - declared->address < declared->bytes;
}

/* The verdict of one frame, from declarations that say for certain what the memory holds:
 * variables, and pointers that the statement names. An untyped one makes the verdict unknown,
 * except for a parameter: then the caller's frame decides. The same applies to a parameter that no
 * compiler has checked. */
struct frame_verdict {
    struct fitting_verdict verdict;
    const struct declared *declared; /* NULL: no declaration is certain */
    bool untyped;
};

static void add_to_frame(struct frame_verdict *frame, const struct declared *declared,
                         const struct fitting_verdict *verdict)
{
    if (declared->unchecked)
        return;
    if (verdict->relation == FITTING_UNKNOWN) {
        frame->untyped = frame->untyped || !declared->parameter;
        return;
    }
    if (!frame->declared || verdict->relation < frame->verdict.relation) {
        frame->declared = declared;
        frame->verdict = *verdict;
    }
}

const struct declared *fitting_judge(const struct fitting_map *map, const struct declared *list,
                                     size_t count, fitting_leaf look,
                                     struct fitting_verdict *verdict)
{
    const struct declared *answer = NULL;
    bool settled = false;
    for (size_t i = 0; i < count;) {
        struct frame_verdict frame = {.declared = NULL};
        int number = list[i].frame;
        for (; i < count && list[i].frame == number; i++) {
            struct fitting_verdict one = fitting_compare(map, &list[i], look);
            if (one.relation == FITTING_RIGHT)
                return NULL;
            if (!list[i].pointed || list[i].named)
                add_to_frame(&frame, &list[i], &one);
        }
        if (settled)
            continue;
        settled = frame.untyped || frame.declared;
        if (!frame.untyped && frame.declared) {
            answer = frame.declared;
            *verdict = frame.verdict;
        }
    }
    return answer;
}
