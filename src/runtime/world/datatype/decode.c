#include "runtime/world/datatype/decode.h"

#include "runtime/next.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct constant {
    const char *kind, *name;
    intptr_t value;
} constants[] = {
#define CONSTANT(kind, name) {#kind, #name, (intptr_t)(name)},
#include TUTTI_CONSTANTS
#undef CONSTANT
};

void *datatype_memory(void *memory)
{
    if (!memory) {
        fputs("tutti: no memory to describe a datatype\n", stderr);
        abort();
    }
    return memory;
}

bool datatype_predefined(size_t index, MPI_Datatype *handle)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(constants[i].kind, "datatype") == 0 && constants[i].value &&
            constants[i].value != (intptr_t)MPI_DATATYPE_NULL && index-- == 0) {
            *handle = (MPI_Datatype)constants[i].value;
            return true;
        }
    return false;
}

static const char *predefined_name(MPI_Datatype handle)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(constants[i].kind, "datatype") == 0 && constants[i].value == (intptr_t)handle)
            return constants[i].name;
    return NULL;
}

/* The result of MPI_Type_get_contents, with all numbers in one list: integers, then addresses, then
 * large counts. Constructors with large counts give the same list, except for arrays. */
struct contents {
    int combiner;
    bool large;
    int64_t *numbers;
    MPI_Datatype *types;
    size_t number_count, type_count;
};

static void *decode_allocate(size_t count, size_t size)
{
    return datatype_memory(calloc(count + 1, size));
}

static void decode_append(struct contents *contents, const void *values, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        int narrow;
        int64_t wide;
        const char *at = (const char *)values + i * size;
        if (size == sizeof wide) {
            memcpy(&wide, at, sizeof wide);
        } else {
            memcpy(&narrow, at, sizeof narrow);
            wide = narrow;
        }
        contents->numbers[contents->number_count++] = wide;
    }
}
_Static_assert(sizeof(MPI_Aint) == 8 && sizeof(MPI_Count) == 8,
               "addresses and counts have 64 bits");

static bool get_large(MPI_Datatype handle, struct contents *contents)
{
    int (*envelope)(MPI_Datatype, MPI_Count *, MPI_Count *, MPI_Count *, MPI_Count *, int *) =
        NEXT_OR_NULL(PMPI_Type_get_envelope_c);
    MPI_Count integers, addresses, counts, types;
    if (!envelope)
        return false;
    envelope(handle, &integers, &addresses, &counts, &types, &contents->combiner);
    if (counts == 0)
        return false;
    int *integer = decode_allocate((size_t)integers, sizeof *integer);
    MPI_Aint *address = decode_allocate((size_t)addresses, sizeof *address);
    MPI_Count *count = decode_allocate((size_t)counts, sizeof *count);
    contents->types = decode_allocate((size_t)types, sizeof *contents->types);
    NEXT(PMPI_Type_get_contents_c)(handle, integers, addresses, counts, types, integer, address,
                                   count, contents->types);
    contents->large = true;
    contents->type_count = (size_t)types;
    contents->numbers =
        decode_allocate((size_t)(integers + addresses + counts), sizeof *contents->numbers);
    decode_append(contents, integer, (size_t)integers, sizeof *integer);
    decode_append(contents, address, (size_t)addresses, sizeof *address);
    decode_append(contents, count, (size_t)counts, sizeof *count);
    free(integer);
    free(address);
    free(count);
    return true;
}

static void decode_get(MPI_Datatype handle, struct contents *contents)
{
    int integers = 0, addresses = 0, types = 0;
    *contents = (struct contents){0};
    if (get_large(handle, contents))
        return;
    NEXT(PMPI_Type_get_envelope)(handle, &integers, &addresses, &types, &contents->combiner);
    if (contents->combiner == MPI_COMBINER_NAMED)
        return;
    int *integer = decode_allocate((size_t)integers, sizeof *integer);
    MPI_Aint *address = decode_allocate((size_t)addresses, sizeof *address);
    contents->types = decode_allocate((size_t)types, sizeof *contents->types);
    NEXT(PMPI_Type_get_contents)(handle, integers, addresses, types, integer, address,
                                 contents->types);
    contents->type_count = (size_t)types;
    contents->numbers =
        decode_allocate((size_t)integers + (size_t)addresses, sizeof *contents->numbers);
    decode_append(contents, integer, (size_t)integers, sizeof *integer);
    decode_append(contents, address, (size_t)addresses, sizeof *address);
    free(integer);
    free(address);
}

int datatype_combiner(MPI_Datatype handle)
{
    int combiner = MPI_COMBINER_NAMED, ignored[3] = {0};
    MPI_Count large[4];
    int (*envelope)(MPI_Datatype, MPI_Count *, MPI_Count *, MPI_Count *, MPI_Count *, int *) =
        NEXT_OR_NULL(PMPI_Type_get_envelope_c);
    if (envelope) {
        envelope(handle, &large[0], &large[1], &large[2], &large[3], &combiner);
        return combiner;
    }
    NEXT(PMPI_Type_get_envelope)(handle, &ignored[0], &ignored[1], &ignored[2], &combiner);
    return combiner;
}

bool datatype_is_predefined(int combiner)
{
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

/* The description of a part of a datatype. A part that the registry does not know is decoded for
 * this use only (`own`). */
struct decode_part {
    const struct datatype_info *info;
    struct datatype_info *own;
};

static struct decode_part *decode_find_parts(const struct contents *contents)
{
    struct decode_part *parts = decode_allocate(contents->type_count, sizeof *parts);
    for (size_t i = 0; i < contents->type_count; i++) {
        if (i > 0 && contents->types[i] == contents->types[i - 1]) {
            parts[i].info = parts[i - 1].info;
            continue;
        }
        parts[i].info = datatype_of_part(contents->types[i]);
        if (!parts[i].info)
            parts[i].info = parts[i].own = datatype_decode(contents->types[i]);
    }
    return parts;
}

/* Frees the references that the library gave to each part that is not predefined. */
static void free_parts(struct decode_part *parts, const struct contents *contents)
{
    for (size_t i = 0; i < contents->type_count; i++) {
        MPI_Datatype part = contents->types[i];
        if (!parts[i].info->predefined)
            NEXT(PMPI_Type_free)(&part);
    }
    for (size_t i = 0; i < contents->type_count; i++)
        if (parts[i].own)
            datatype_info_free(parts[i].own);
    free(parts);
}

/* A datatype under construction. */
struct building {
    struct layout_builder layout;
    struct signature_part *parts;
    size_t part_count;
};

static void decode_add(struct building *building, const struct datatype_info *part,
                       int64_t displacement, int64_t count)
{
    if (count <= 0)
        return;
    layout_add(&building->layout, part->layout, displacement, (uint64_t)count, part->extent);
    building->parts[building->part_count++] =
        (struct signature_part){part->signature, (uint64_t)count};
}

/* Replaces the builder's content by `repeat` copies of it, the first at `displacement`. */
static void repeat_layout(struct layout_builder *builder, int64_t displacement, int64_t repeat,
                          int64_t stride)
{
    struct layout *one = datatype_memory(layout_finish(builder));
    layout_start(builder);
    layout_add(builder, one, displacement, repeat > 0 ? (uint64_t)repeat : 0, stride);
    free(one);
}

static void build_vector(struct building *building, const struct datatype_info *part,
                         const int64_t *numbers, int64_t unit)
{
    int64_t count = numbers[0], length = numbers[1], stride = numbers[2];
    decode_add(building, part, 0, length);
    repeat_layout(&building->layout, 0, count, (int64_t)((uint64_t)stride * (uint64_t)unit));
    if (building->part_count > 0)
        building->parts[0].repeat *= (uint64_t)count;
}

/* Adds blocks: one length for each, or one for all; displacements follow, in units. */
static void build_blocks(struct building *building, const struct datatype_info *part,
                         const int64_t *numbers, bool one_length, int64_t unit)
{
    int64_t count = numbers[0];
    const int64_t *lengths = numbers + 1;
    const int64_t *displacements = lengths + (one_length ? 1 : count);
    for (int64_t i = 0; i < count; i++)
        decode_add(building, part, (int64_t)((uint64_t)displacements[i] * (uint64_t)unit),
                   lengths[one_length ? 0 : i]);
}

static void build_struct(struct building *building, const struct decode_part *parts,
                         const int64_t *numbers)
{
    int64_t count = numbers[0];
    for (int64_t i = 0; i < count; i++)
        decode_add(building, parts[i].info, numbers[1 + count + i], numbers[1 + i]);
}

/* One dimension of an array, of which `run` indices are taken `length` times, `step` apart, and
 * then `rest` more. */
struct dimension {
    int64_t size, start, run, length, step, rest;
};

/* Adds an array; the dimension that varies fastest comes first. */
static void build_array(struct building *building, const struct datatype_info *part,
                        const struct dimension *dimensions, int64_t dimension_count)
{
    struct layout_builder *builder = &building->layout;
    int64_t unit = part->extent;
    uint64_t elements = 1;
    layout_add(builder, part->layout, 0, 1, 0);
    for (int64_t i = 0; i < dimension_count; i++) {
        const struct dimension *along = &dimensions[i];
        struct layout *inner = datatype_memory(layout_finish(builder));
        layout_start(builder);
        layout_add(builder, inner, 0, (uint64_t)along->run, unit);
        repeat_layout(builder, along->start * unit, along->length, along->step * unit);
        layout_add(builder, inner, (along->start + along->length * along->step) * unit,
                   (uint64_t)along->rest, unit);
        free(inner);
        elements *= (uint64_t)(along->run * along->length + along->rest);
        unit *= along->size;
    }
    if (elements > 0)
        building->parts[building->part_count++] =
            (struct signature_part){part->signature, elements};
}

/* Adds a subarray. The numbers are sizes, subsizes and starts of all dimensions, between the number
 * of dimensions and the order; with large counts they follow both. */
static void build_subarray(struct building *building, const struct datatype_info *part,
                           const struct contents *contents)
{
    int64_t count = contents->numbers[0];
    const int64_t *sizes = contents->numbers + (contents->large ? 2 : 1);
    int64_t order = contents->large ? contents->numbers[1] : sizes[3 * count];
    struct dimension *dimensions = decode_allocate((size_t)count, sizeof *dimensions);
    for (int64_t i = 0; i < count; i++)
        dimensions[order == MPI_ORDER_C ? count - 1 - i : i] = (struct dimension){
            .size = sizes[i],
            .start = sizes[2 * count + i],
            .run = sizes[count + i],
            .length = 1,
        };
    build_array(building, part, dimensions, count);
    free(dimensions);
}

/* Returns the part of a distributed dimension that the process at `coordinate` of `processes` has.
 * The dimension is divided into blocks that are dealt to the processes in turn (MPI 4.0, section
 * 5.1.4). */
static struct dimension distribute_dimension(int64_t size, int64_t kind, int64_t argument,
                                             int64_t processes, int64_t coordinate)
{
    int64_t block = argument;
    if (kind == MPI_DISTRIBUTE_NONE)
        block = size;
    else if (argument == MPI_DISTRIBUTE_DFLT_DARG)
        block = kind == MPI_DISTRIBUTE_BLOCK ? (size + processes - 1) / processes : 1;
    int64_t whole = size / block; /* blocks that the end of the dimension does not cut */
    struct dimension along = {
        .size = size,
        .start = coordinate * block,
        .run = block,
        .length = whole > coordinate ? (whole - coordinate - 1) / processes + 1 : 0,
        .step = processes * block,
    };
    int64_t next = along.start + along.length * along.step;
    along.rest = next < size ? size - next : 0;
    if (along.rest > block)
        along.rest = block;
    return along;
}

/* Adds a distributed array. The numbers are processes, rank and dimensions, then for all dimensions
 * the sizes, distributions, arguments and processes, and the order; with large counts the sizes
 * come last. */
static void build_darray(struct building *building, const struct datatype_info *part,
                         const struct contents *contents)
{
    const int64_t *numbers = contents->numbers;
    int64_t left = numbers[0], rank = numbers[1], count = numbers[2];
    const int64_t *kinds = numbers + 3 + (contents->large ? 0 : count);
    const int64_t *processes = kinds + 2 * count;
    int64_t order = processes[count];
    const int64_t *sizes = contents->large ? processes + count + 1 : numbers + 3;
    struct dimension *dimensions = decode_allocate((size_t)count, sizeof *dimensions);
    for (int64_t i = 0; i < count; i++) {
        /* Processes are in row-major order, whatever the order of the array. */
        left /= processes[i];
        int64_t coordinate = rank / left;
        rank %= left;
        dimensions[order == MPI_ORDER_C ? count - 1 - i : i] =
            distribute_dimension(sizes[i], kinds[i], kinds[count + i], processes[i], coordinate);
    }
    build_array(building, part, dimensions, count);
    free(dimensions);
}

/* Returns false for a combiner of a later MPI. */
static bool decode_build(struct building *building, const struct contents *contents,
                         const struct decode_part *parts)
{
    const struct datatype_info *part = parts[0].info;
    const int64_t *numbers = contents->numbers;
    if (!part)
        return contents->combiner == MPI_COMBINER_STRUCT; /* of no members */
    switch (contents->combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        decode_add(building, part, 0, 1);
        return true;
    case MPI_COMBINER_CONTIGUOUS:
        decode_add(building, part, 0, numbers[0]);
        return true;
    case MPI_COMBINER_VECTOR:
        build_vector(building, part, numbers, part->extent);
        return true;
    case MPI_COMBINER_HVECTOR:
        build_vector(building, part, numbers, 1);
        return true;
    case MPI_COMBINER_INDEXED:
        build_blocks(building, part, numbers, false, part->extent);
        return true;
    case MPI_COMBINER_HINDEXED:
        build_blocks(building, part, numbers, false, 1);
        return true;
    case MPI_COMBINER_INDEXED_BLOCK:
        build_blocks(building, part, numbers, true, part->extent);
        return true;
    case MPI_COMBINER_HINDEXED_BLOCK:
        build_blocks(building, part, numbers, true, 1);
        return true;
    case MPI_COMBINER_STRUCT:
        build_struct(building, parts, numbers);
        return true;
    case MPI_COMBINER_SUBARRAY:
        build_subarray(building, part, contents);
        return true;
    case MPI_COMBINER_DARRAY:
        build_darray(building, part, contents);
        return true;
    default:
        return false;
    }
}

/* Makes layout and bounds agree. The library is the one that accesses memory. Its bounds may be too
 * wide (MPICH 4.0, subarrays of types with a lower bound). If bytes lie outside the bounds, library
 * and standard disagree, and only the library's bounds are kept. Open MPI 4.1 treats a vector of
 * stride -1 as one piece. */
static void settle_bounds(struct datatype_info *info)
{
    struct layout *layout = info->layout;
    int64_t low = info->true_lower, high = info->true_lower + info->true_extent;
    if (info->size == 0)
        return;
    if (layout->low < low || layout->high > high || layout->low == layout->high) {
        layout->low = low;
        layout->high = high;
        layout->known = false;
        layout->strip_count = 0;
    }
    info->true_lower = layout->low;
    info->true_extent = layout->high - layout->low;
}

static bool is_far(const struct contents *contents, const struct decode_part *parts)
{
    bool far = contents->combiner == MPI_COMBINER_STRUCT ||
               contents->combiner == MPI_COMBINER_HINDEXED ||
               contents->combiner == MPI_COMBINER_HINDEXED_BLOCK ||
               contents->combiner == MPI_COMBINER_HVECTOR;
    for (size_t i = 0; i < contents->type_count && !far; i++)
        far = parts[i].info->far;
    return far;
}

static void describe_derived(const struct contents *contents, struct datatype_info *info)
{
    struct decode_part *parts = decode_find_parts(contents);
    struct building building = {
        /* Each number is at most one block. */
        .parts = decode_allocate(contents->number_count + 1, sizeof *building.parts),
    };
    layout_start(&building.layout);
    bool known = decode_build(&building, contents, parts);
    info->layout = datatype_memory(layout_finish(&building.layout));
    info->signature = known ? signature_join(building.parts, building.part_count)
                            : signature_of_code(SIGNATURE_OTHER_CODE, (uint64_t)info->size);
    datatype_memory(info->signature);
    info->far = is_far(contents, parts);
    free(building.parts);
    free_parts(parts, contents);
}

/* The pair types, as MPI 4.0, section 6.9.4 defines them. */
#define SECOND_AFTER(type) \
    __builtin_offsetof(    \
        struct {           \
            type first;    \
            int second;    \
        },                 \
        second)
#define C_PAIR(name, type, first_name) \
    {name, first_name, "MPI_INT", sizeof(type), sizeof(int), SECOND_AFTER(type)}
#define TWO_OF(name, first_name) {name, first_name, first_name, 0, 0, 0}

static const struct pair {
    const char *name, *first, *second;
    size_t first_size, second_size, displacement; /* 0: half of the whole */
} pairs[] = {
    C_PAIR("MPI_FLOAT_INT", float, "MPI_FLOAT"),
    C_PAIR("MPI_DOUBLE_INT", double, "MPI_DOUBLE"),
    C_PAIR("MPI_LONG_INT", long, "MPI_LONG"),
    C_PAIR("MPI_SHORT_INT", short, "MPI_SHORT"),
    C_PAIR("MPI_LONG_DOUBLE_INT", long double, "MPI_LONG_DOUBLE"),
    TWO_OF("MPI_2INT", "MPI_INT"),
    TWO_OF("MPI_2INTEGER", "MPI_INTEGER"),
    TWO_OF("MPI_2REAL", "MPI_REAL"),
    TWO_OF("MPI_2DOUBLE_PRECISION", "MPI_DOUBLE_PRECISION"),
    TWO_OF("MPI_2COMPLEX", "MPI_COMPLEX"),
    TWO_OF("MPI_2DOUBLE_COMPLEX", "MPI_DOUBLE_COMPLEX"),
};

static const struct pair *find_pair(const char *name)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(name, pairs[i].name) == 0)
            return &pairs[i];
    return NULL;
}

static void describe_pair(const struct pair *pair, struct datatype_info *info)
{
    size_t half = (size_t)info->size / 2;
    size_t sizes[2] = {pair->first_size ? pair->first_size : half,
                       pair->second_size ? pair->second_size : half};
    struct signature *first =
        datatype_memory(signature_of_code(signature_code_of(pair->first), sizes[0]));
    struct signature *second =
        datatype_memory(signature_of_code(signature_code_of(pair->second), sizes[1]));
    struct signature_part parts[] = {{first, 1}, {second, 1}};
    info->signature = datatype_memory(signature_join(parts, 2));
    free(first);
    free(second);

    struct layout_builder builder;
    layout_start(&builder);
    for (int i = 0; i < 2; i++) {
        struct layout *bytes = datatype_memory(layout_of_bytes((int64_t)sizes[i]));
        size_t displacement = pair->displacement ? pair->displacement : half;
        layout_add(&builder, bytes, i == 0 ? 0 : (int64_t)displacement, 1, 0);
        free(bytes);
    }
    info->layout = datatype_memory(layout_finish(&builder));
}

static void describe_named(MPI_Datatype handle, struct datatype_info *info)
{
    const char *name = predefined_name(handle);
    const struct pair *pair = name ? find_pair(name) : NULL;
    info->code = name ? signature_code_of(name) : SIGNATURE_OTHER_CODE;
    if (pair) {
        describe_pair(pair, info);
        return;
    }
    info->layout = datatype_memory(layout_of_bytes(info->size));
    /* MPI_LB and MPI_UB mark a bound and are no data. */
    info->signature =
        datatype_memory(info->size > 0 ? signature_of_code(info->code, (uint64_t)info->size)
                                       : signature_join(NULL, 0));
}

static void describe_f90(const struct contents *contents, struct datatype_info *info)
{
    int precision = (int)contents->numbers[0];
    bool integer = contents->combiner == MPI_COMBINER_F90_INTEGER;
    int range = integer ? MPI_UNDEFINED : (int)contents->numbers[1];
    enum signature_f90 kind = integer                                       ? SIGNATURE_F90_INTEGER
                              : contents->combiner == MPI_COMBINER_F90_REAL ? SIGNATURE_F90_REAL
                                                                            : SIGNATURE_F90_COMPLEX;
    info->code = signature_code_of_f90(kind, precision == MPI_UNDEFINED ? -1 : precision,
                                       range == MPI_UNDEFINED ? -1 : range);
    info->layout = datatype_memory(layout_of_bytes(info->size));
    info->signature = datatype_memory(signature_of_code(info->code, (uint64_t)info->size));
}

static bool is_contiguous(const struct datatype_info *info)
{
    const struct layout *layout = info->layout;
    if (info->size == 0)
        return true;
    return layout->known && layout->strip_count == 1 && layout->strips[0].repeat == 1 &&
           layout->strips[0].length == info->size && info->extent == info->size;
}

struct datatype_info *datatype_decode(MPI_Datatype handle)
{
    struct datatype_info *info = decode_allocate(1, sizeof *info);
    struct contents contents;
    NEXT(PMPI_Type_size_x)(handle, &info->size);
    NEXT(PMPI_Type_get_extent_x)(handle, &info->lower, &info->extent);
    NEXT(PMPI_Type_get_true_extent_x)(handle, &info->true_lower, &info->true_extent);
    decode_get(handle, &contents);
    info->predefined = datatype_is_predefined(contents.combiner);
    if (contents.combiner == MPI_COMBINER_NAMED)
        describe_named(handle, info);
    else if (info->predefined)
        describe_f90(&contents, info);
    else
        describe_derived(&contents, info);
    settle_bounds(info);
    info->contiguous = is_contiguous(info);
    free(contents.numbers);
    free(contents.types);
    return info;
}

void datatype_info_free(struct datatype_info *info)
{
    free(info->signature);
    free(info->layout);
    free(info);
}
