/* datatype_oracle.c [SEED [ROUNDS]]: what Tutti knows of datatypes against what the MPI library
 * does with them: random nested datatypes are packed, sent and freed. Linked with datatype.c. */
#include "runtime/world/datatype/datatype.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODES_MAX = 400, SPAN_MAX = 60000, DEPTH = 5, COPIES = 3 };

static void show(MPI_Datatype type, int depth);
static MPI_Datatype shown; /* the datatype that is being checked */

#define CHECK(condition, ...)                                      \
    do {                                                           \
        if (!(condition)) {                                        \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                   \
            printf(" (seed %lu, round %d)\n", seed, round_number); \
            show(shown, 1);                                        \
            exit(1);                                               \
        }                                                          \
    } while (0)

static unsigned long seed = 1;
static int round_number;
static uint64_t random_state;
static long made_count, deleted_count; /* datatypes that were made, and that the library let go */
static unsigned combiners_seen[64], counted, packed_count;
/* What a datatype of this round has in it: parts of which there are none, pair types, Fortran types
 * by precision; how many constructors made it that MPICH 4.0 cannot count elements of. */
static bool hollow, pairs, f90;
static int uncounted;
static int least; /* 0: parts may be empty in this round */
static int keyval;

static int pick(int below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((random_state >> 33) % (uint64_t)below);
}

/* How many of something, below a limit. */
static int pick_count(int below)
{
    int count = least + pick(below - least);
    hollow = hollow || count == 0;
    return count;
}

/* The tree of a datatype, by numbers of combiners, for a person who looks into a failure. */
static void show(MPI_Datatype type, int depth)
{
    int integers, addresses, types, combiner, integer[64];
    MPI_Aint address[64];
    MPI_Datatype part[16];
    if (type == MPI_DATATYPE_NULL)
        return;
#if MPI_VERSION >= 4
    MPI_Count large[4], count[64];
    MPI_Type_get_envelope_c(type, &large[0], &large[1], &large[2], &large[3], &combiner);
    if (large[2] > 0) {
        MPI_Type_get_contents_c(type, large[0], large[1], large[2], large[3], integer, address,
                                count, part);
        printf("%*s%d large:", 4 * depth, "", combiner);
        for (int i = 0; i < large[2]; i++)
            printf(" %lld", (long long)count[i]);
        printf(" |");
        for (int i = 0; i < large[0]; i++)
            printf(" %d", integer[i]);
        printf("\n");
        for (int i = 0; i < large[3]; i++)
            show(part[i], depth + 1);
        return;
    }
#endif
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        char name[MPI_MAX_OBJECT_NAME];
        int length;
        MPI_Type_get_name(type, name, &length);
        printf("%*s%s\n", 4 * depth, "", name);
        return;
    }
    MPI_Type_get_contents(type, integers, addresses, types, integer, address, part);
    printf("%*s%d:", 4 * depth, "", combiner);
    for (int i = 0; i < integers; i++)
        printf(" %d", integer[i]);
    printf(" |");
    for (int i = 0; i < addresses; i++)
        printf(" %ld", (long)address[i]);
    printf("\n");
    for (int i = 0; i < types; i++)
        show(part[i], depth + 1);
}

/* A datatype and the basic types that it must have, by the words of the standard. */
struct made {
    MPI_Datatype handle;
    bool predefined;
    size_t count;
    signature_code codes[CODES_MAX];
};

static int count_delete(MPI_Datatype type, int key, void *value, void *extra)
{
    (void)type, (void)key, (void)value, (void)extra;
    deleted_count++;
    return MPI_SUCCESS;
}

static bool add_codes(struct made *made, const struct made *part, int64_t repeat)
{
    if (repeat > CODES_MAX || part->count * (size_t)repeat > CODES_MAX - made->count)
        return false;
    for (int64_t i = 0; i < repeat; i++) {
        memcpy(made->codes + made->count, part->codes, part->count * sizeof *part->codes);
        made->count += part->count;
    }
    return true;
}

static void make_basic(struct made *made)
{
    static const struct {
        MPI_Datatype handle;
        const char *first, *second;
    } basics[] = {
        {MPI_INT, "MPI_INT", NULL},
        {MPI_DOUBLE, "MPI_DOUBLE", NULL},
        {MPI_CHAR, "MPI_CHAR", NULL},
        {MPI_SHORT, "MPI_SHORT", NULL},
        {MPI_BYTE, "MPI_BYTE", NULL},
        {MPI_C_DOUBLE_COMPLEX, "MPI_C_DOUBLE_COMPLEX",
         NULL}, /* MPICH 4.0 leaves holes in packed MPI_LONG_DOUBLE */
        {MPI_FLOAT_INT, "MPI_FLOAT", "MPI_INT"},
        {MPI_DOUBLE_INT, "MPI_DOUBLE", "MPI_INT"},
        {MPI_SHORT_INT, "MPI_SHORT", "MPI_INT"},
        {MPI_2INT, "MPI_INT", "MPI_INT"},
    };
    int which = pick(sizeof basics / sizeof *basics + 1);
    made->predefined = true;
    if (which == sizeof basics / sizeof *basics) {
        MPI_Type_create_f90_real(15, 307, &made->handle);
        f90 = true;
        datatype_created(made->handle, 0);
        made->codes[made->count++] = signature_code_of_f90(SIGNATURE_F90_REAL, 15, 307);
        return;
    }
    made->handle = basics[which].handle;
    pairs = pairs || basics[which].second;
    made->codes[made->count++] = signature_code_of(basics[which].first);
    if (basics[which].second)
        made->codes[made->count++] = signature_code_of(basics[which].second);
}

/* Numbers for constructors, as int, address and large count. */
struct numbers {
    int integer[8];
    MPI_Aint address[8];
    MPI_Count count[8];
};

static void set_number(struct numbers *numbers, int at, int value)
{
    numbers->integer[at] = value;
    numbers->address[at] = value;
    numbers->count[at] = value;
}

#if MPI_VERSION >= 4
#define EITHER(small, large) (pick(2) ? (small) : (large))
#else
#define EITHER(small, large) (small)
#endif

static bool make_vector(struct made *made, const struct made *part, bool bytes)
{
    int count = pick_count(4), length = pick_count(4), stride = pick(12) - 4;
    MPI_Datatype *type = &made->handle, from = part->handle;
#ifdef TUTTI_FAMILY_OPENMPI
    if (stride == -1) /* Open MPI 4.1 makes these contiguous */
        stride = -2;
#endif
    if (!add_codes(made, part, count * length))
        return false;
    if (bytes)
        EITHER(MPI_Type_create_hvector(count, length, stride * 3, from, type),
               MPI_Type_create_hvector_c(count, length, stride * 3, from, type));
    else
        EITHER(MPI_Type_vector(count, length, stride, from, type),
               MPI_Type_vector_c(count, length, stride, from, type));
    return true;
}

static bool make_indexed(struct made *made, const struct made *part, bool bytes, bool one_length)
{
    struct numbers lengths, at;
    int count = pick_count(5), length = pick_count(4);
    MPI_Datatype *type = &made->handle, from = part->handle;
    for (int i = 0; i < count; i++) {
        set_number(&lengths, i, one_length ? length : pick_count(4));
        /* Some blocks follow each other: these must be found to be one piece. */
        set_number(&at, i,
                   pick(2) && i > 0 ? at.integer[i - 1] + lengths.integer[i - 1] : pick(20) - 6);
        if (!add_codes(made, part, lengths.integer[i]))
            return false;
    }
    if (one_length && bytes)
        EITHER(MPI_Type_create_hindexed_block(count, length, at.address, from, type),
               MPI_Type_create_hindexed_block_c(count, length, at.count, from, type));
    else if (one_length)
        EITHER(MPI_Type_create_indexed_block(count, length, at.integer, from, type),
               MPI_Type_create_indexed_block_c(count, length, at.count, from, type));
    else if (bytes)
        EITHER(MPI_Type_create_hindexed(count, lengths.integer, at.address, from, type),
               MPI_Type_create_hindexed_c(count, lengths.count, at.count, from, type));
    else
        EITHER(MPI_Type_indexed(count, lengths.integer, at.integer, from, type),
               MPI_Type_indexed_c(count, lengths.count, at.count, from, type));
    return true;
}

static bool make_subarray(struct made *made, const struct made *part)
{
    struct numbers sizes, parts, starts;
    int dimensions = 1 + pick(3), order = pick(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    int64_t elements = 1;
    for (int i = 0; i < dimensions; i++) {
        set_number(&sizes, i, 1 + pick(4));
        set_number(&parts, i, 1 + pick(sizes.integer[i]));
        set_number(&starts, i, pick(sizes.integer[i] - parts.integer[i] + 1));
        elements *= parts.integer[i];
    }
    if (!add_codes(made, part, elements))
        return false;
    EITHER(MPI_Type_create_subarray(dimensions, sizes.integer, parts.integer, starts.integer, order,
                                    part->handle, &made->handle),
           MPI_Type_create_subarray_c(dimensions, sizes.count, parts.count, starts.count, order,
                                      part->handle, &made->handle));
    return true;
}

static bool make_darray(struct made *made, const struct made *part)
{
    struct numbers sizes;
    int kinds[3], arguments[3], processes[3], size = 1;
    int dimensions = 1 + pick(3), order = pick(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    if (part->count == 0) /* Open MPI 4.1 refuses these */
        return false;
    for (int i = 0; i < dimensions; i++) {
        static const int choices[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                      MPI_DISTRIBUTE_NONE};
        set_number(&sizes, i, 1 + pick(7));
        kinds[i] = choices[pick(3)];
        processes[i] = kinds[i] == MPI_DISTRIBUTE_NONE ? 1 : 1 + pick(3);
        arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
        if (kinds[i] == MPI_DISTRIBUTE_CYCLIC && pick(2))
            arguments[i] = 1 + pick(3);
        else if (kinds[i] == MPI_DISTRIBUTE_BLOCK && pick(2))
            arguments[i] = (sizes.integer[i] + processes[i] - 1) / processes[i] + pick(2);
        size *= processes[i];
    }
    int rank = pick(size);
    EITHER(MPI_Type_create_darray(size, rank, dimensions, sizes.integer, kinds, arguments,
                                  processes, order, part->handle, &made->handle),
           MPI_Type_create_darray_c(size, rank, dimensions, sizes.count, kinds, arguments,
                                    processes, order, part->handle, &made->handle));
    /* How many elements each process has is the library's word. */
    int whole, one;
    MPI_Type_size(made->handle, &whole);
    MPI_Type_size(part->handle, &one);
    hollow = hollow || whole == 0;
    if (!add_codes(made, part, whole / one)) {
        MPI_Type_free(&made->handle);
        return false;
    }
    return true;
}

static void make(struct made *made, unsigned depth);

static void release(struct made *made)
{
    if (made->predefined)
        return;
    if (datatype_freed(made->handle, 2))
        MPI_Type_free(&made->handle);
}

static bool make_struct(struct made *made, unsigned depth)
{
    static struct made members[DEPTH][4];
    struct made *member = members[depth - 1];
    MPI_Datatype types[4];
    struct numbers lengths, at;
    int count = pick_count(5);
    bool fits = true;
    for (int i = 0; i < count; i++) {
        if (i > 0 && pick(3) == 0) {
            member[i] = member[i - 1];
            member[i].predefined = true; /* released once */
        } else {
            make(&member[i], depth - 1);
        }
        types[i] = member[i].handle;
        set_number(&lengths, i, pick_count(4));
        set_number(&at, i, pick(80) - 20);
        fits = fits && add_codes(made, &member[i], lengths.integer[i]);
    }
    if (fits)
        EITHER(MPI_Type_create_struct(count, lengths.integer, at.address, types, &made->handle),
               MPI_Type_create_struct_c(count, lengths.count, at.count, types, &made->handle));
    for (int i = 0; i < count; i++)
        release(&member[i]);
    return fits;
}

static bool make_from(struct made *made, const struct made *part, int which)
{
    int count = pick_count(5);
    uncounted += which == 5 || which >= 9;
    switch (which) {
    case 0:
        if (!add_codes(made, part, count))
            return false;
        EITHER(MPI_Type_contiguous(count, part->handle, &made->handle),
               MPI_Type_contiguous_c(count, part->handle, &made->handle));
        return true;
    case 1:
    case 2:
        return make_vector(made, part, which == 2);
    case 3:
    case 4:
    case 5:
    case 6:
        return make_indexed(made, part, which & 1, which > 4);
    case 7:
        add_codes(made, part, 1);
        MPI_Type_dup(part->handle, &made->handle);
        return true;
    case 8:
        add_codes(made, part, 1);
        EITHER(MPI_Type_create_resized(part->handle, count * 4 - 8, pick(40), &made->handle),
               MPI_Type_create_resized_c(part->handle, count * 4 - 8, pick(40), &made->handle));
        return true;
    case 9:
        return make_subarray(made, part);
    default:
        return make_darray(made, part);
    }
}

static bool too_large(MPI_Datatype type)
{
    MPI_Count lower, extent, true_lower, true_extent;
    MPI_Type_get_extent_x(type, &lower, &extent);
    MPI_Type_get_true_extent_x(type, &true_lower, &true_extent);
    return llabs(extent) > SPAN_MAX / 8 || true_extent > SPAN_MAX / 8 ||
           llabs(true_lower) > SPAN_MAX / 8;
}

static void make(struct made *made, unsigned depth)
{
    memset(made, 0, sizeof *made);
    bool fits = false;
    if (depth > 0 && pick(8) > 0) {
        int which = pick(14);
        if (which > 10) {
            fits = make_struct(made, depth);
        } else {
            struct made *part = malloc(sizeof *part);
            make(part, depth - 1);
            fits = make_from(made, part, which);
            release(part); /* a part may be freed before the whole is used */
            free(part);
        }
        if (fits && too_large(made->handle)) {
            MPI_Type_free(&made->handle);
            fits = false;
        }
    }
    if (!fits) {
        memset(made, 0, sizeof *made);
        make_basic(made);
        return;
    }
    MPI_Type_set_attr(made->handle, keyval, NULL);
    made_count++;
    datatype_created(made->handle, 1);
}

/* Where the library takes each byte from when it packs: the memory holds its own offsets. */
static size_t packed_offsets(MPI_Datatype type, int count, long *offsets)
{
    static unsigned char memory[2 * SPAN_MAX], packed[SPAN_MAX];
    int size = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int position = 0;
        for (long i = 0; i < 2 * SPAN_MAX; i++)
            memory[i] = (unsigned char)(i >> shift);
        MPI_Pack(memory + SPAN_MAX, count, type, packed, sizeof packed, &position, MPI_COMM_SELF);
        size = position;
        for (int i = 0; i < size; i++)
            offsets[i] = (shift ? offsets[i] : -SPAN_MAX) + ((long)packed[i] << shift);
    }
    return (size_t)size;
}

static void check_layout(MPI_Datatype type, const struct datatype_info *info)
{
    static long offsets[SPAN_MAX];
    size_t size = packed_offsets(type, COPIES, offsets), at = 0;
    const struct layout *layout = info->layout;
    CHECK(size == (size_t)info->size * COPIES, "%zu bytes packed", size);
    CHECK(layout->known, "of a small type");
    for (int64_t copy = 0; copy < COPIES; copy++)
        for (size_t i = 0; i < layout->strip_count; i++)
            for (uint64_t j = 0; j < layout->strips[i].repeat; j++)
                for (int64_t k = 0; k < layout->strips[i].length; k++, at++) {
                    int64_t offset = copy * info->extent + layout->strips[i].offset +
                                     (int64_t)j * layout->strips[i].stride + k;
                    CHECK(at < size && offsets[at] == offset, "byte %zu of %zu at %ld, not %ld", at,
                          size, offsets[at], (long)offset);
                }
    CHECK(at == size, "%zu of %zu", at, size);
    bool contiguous = true;
    long low = 0, high = 0;
    for (size_t i = 0; i < size; i++) {
        contiguous = contiguous && offsets[i] == info->true_lower + (long)i;
        low = i == 0 || offsets[i] < low ? offsets[i] : low;
        high = i == 0 || offsets[i] >= high ? offsets[i] + 1 : high;
    }
    CHECK(info->contiguous == contiguous, "%d", contiguous);
    uint64_t span_low = 0, span_high = 0;
    static char anchor[1];
    struct layout_area area = datatype_area(anchor, COPIES, info);
    CHECK(layout_span(&area, &span_low, &span_high) == (size > 0), "%zu", size);
    CHECK(size == 0 ||
              ((long)(span_low - area.address) == low && (long)(span_high - area.address) == high),
          "%ld to %ld", low, high);
}

static void check_signature(const struct made *made, const struct datatype_info *info)
{
    int size;
    MPI_Type_size(made->handle, &size);
    CHECK(info->signature->bytes == (uint64_t)size, "%d", size);
    CHECK(info->signature->elements == made->count, "%zu", made->count);
    struct signature_part *parts = calloc(made->count + 1, sizeof *parts);
    struct signature **each = calloc(made->count + 1, sizeof *each);
    for (size_t i = 0; i < made->count; i++) {
        each[i] = signature_of_code(made->codes[i], 1);
        parts[i] = (struct signature_part){each[i], 1};
    }
    struct signature *expected = signature_join(parts, made->count);
    struct signature_verdict verdict = signature_compare(info->signature, 2, expected, 2);
    CHECK(verdict.relation == SIGNATURE_EQUAL, "%d at %llu", verdict.relation,
          (unsigned long long)verdict.index);
    for (size_t i = 0; i < made->count; i++)
        free(each[i]);
    free(each);
    free(parts);
    free(expected);
}

/* A pair type is two basic elements (MPI 4.0, section 6.9.4), but Open MPI 4.1 counts it as one.
 * MPICH 4.0 counts right, or at all, only where all elements are of one type, and not in arrays. */
static bool is_countable(const struct datatype_info *info)
{
#ifdef TUTTI_FAMILY_OPENMPI
    return !hollow && !pairs && info;
#else
    return !hollow && !pairs && !f90 && !uncounted && info->signature->run_count == 1;
#endif
}

/* The library counts basic elements of a message as the signature does. */
static void check_elements(MPI_Datatype type, const struct datatype_info *info)
{
    static char memory[2 * SPAN_MAX], received[SPAN_MAX];
    MPI_Status status;
    MPI_Count elements;
    MPI_Sendrecv(memory + SPAN_MAX, COPIES, type, 0, 0, received, sizeof received, MPI_PACKED, 0, 0,
                 MPI_COMM_SELF, &status);
    MPI_Get_elements_x(&status, type, &elements);
    CHECK((uint64_t)elements == signature_elements(info->signature, COPIES), "%lld of the library",
          (long long)elements);
}

static void check_random(void)
{
    struct made made;
    hollow = pairs = f90 = false;
    uncounted = 0;
    least = pick(4) > 0;
    make(&made, DEPTH);
    shown = made.handle;
    MPI_Type_commit(&made.handle);
    datatype_committed(made.handle);
    CHECK(datatype_life(made.handle).state == DATATYPE_READY, "committed");
    const struct datatype_info *info = datatype_info(made.handle);
    CHECK(info && info->predefined == made.predefined, "known");
    check_signature(&made, info);
    /* Open MPI 4.1 packs with another extent than it gives if parts are empty, MPICH 4.0 divides by
     * 0. */
    if (!hollow) {
        check_layout(made.handle, info);
        packed_count++;
    }
    if (is_countable(info)) {
        check_elements(made.handle, info);
        counted++;
    }
    int numbers[3], combiner;
#if MPI_VERSION >= 4
    MPI_Count large[4];
    MPI_Type_get_envelope_c(made.handle, &large[0], &large[1], &large[2], &large[3], &combiner);
    (void)numbers;
#else
    MPI_Type_get_envelope(made.handle, &numbers[0], &numbers[1], &numbers[2], &combiner);
#endif
    combiners_seen[combiner]++;
    shown = MPI_DATATYPE_NULL;
    release(&made);
}

static void count_leak(MPI_Datatype handle, uint64_t created, void *context)
{
    (void)handle;
    uint64_t *sites = context;
    sites[++sites[0]] = created;
}

static void check_predefined(void)
{
#define CONSTANT(kind, name) {#kind, #name, (intptr_t)(name)},
    static const struct {
        const char *kind, *name;
        intptr_t value;
    } constants[] = {
#include TUTTI_CONSTANTS
    };
    int count = 0;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        MPI_Datatype type = (MPI_Datatype)constants[i].value;
        if (strcmp(constants[i].kind, "datatype") != 0 || type == MPI_DATATYPE_NULL)
            continue;
        const struct datatype_info *info = datatype_info(type);
        CHECK(info && info->predefined, "%s", constants[i].name);
        CHECK(signature_code_of(constants[i].name) != SIGNATURE_NO_CODE, "%s", constants[i].name);
        CHECK(info->signature->bytes == (uint64_t)info->size, "%s", constants[i].name);
        CHECK(info->code != SIGNATURE_OTHER_CODE, "%s", constants[i].name);
        if (info->size > 0) {
            check_layout(type, info);
            hollow = f90 = false;
            pairs = info->signature->elements > 1;
            if (is_countable(info))
                check_elements(type, info);
        }
        count++;
    }
    CHECK(count > 50, "%d predefined datatypes", count);
}

/* Where its symbols are weak, the library may be loaded where there is no MPI: not here. */
static void check_life(void)
{
    MPI_Datatype type, duplicate, other;
    uint64_t sites[8] = {0};
    datatype_each_leak(count_leak, sites);
    CHECK(sites[0] == 0, "%lu leaks", (unsigned long)sites[0]);
    CHECK(datatype_life(MPI_DATATYPE_NULL).state == DATATYPE_NULL, "null");
    CHECK(datatype_info(MPI_DATATYPE_NULL) == NULL, "null");
    other = (MPI_Datatype)(intptr_t)0x4c7f1234;
    CHECK(datatype_life(other).state == DATATYPE_UNKNOWN && !datatype_info(other), "junk");

    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    datatype_created(type, 77);
    CHECK(datatype_life(type).state == DATATYPE_UNCOMMITTED, "new");
    CHECK(datatype_life(type).created == 77, "site");
    MPI_Type_dup(type, &duplicate);
    datatype_duplicated(duplicate, type, 78);
    CHECK(datatype_life(duplicate).state == DATATYPE_UNCOMMITTED, "duplicate");
    MPI_Type_commit(&type);
    datatype_committed(type);
    MPI_Type_dup(type, &other);
    datatype_duplicated(other, type, 79);
    CHECK(datatype_life(other).state == DATATYPE_READY, "duplicate of a committed one");
    datatype_each_leak(count_leak, sites);
    CHECK(sites[0] == 3 && sites[1] == 77 && sites[2] == 78 && sites[3] == 79, "leaks");

    /* Freed while held: goes on working, and is freed in the library by the last release. */
    const struct datatype_info *info = datatype_info(type);
    MPI_Type_set_attr(type, keyval, NULL);
    long before = deleted_count;
    datatype_hold(type);
    datatype_hold(type);
    CHECK(!datatype_freed(type, 80), "held");
    CHECK(datatype_life(type).state == DATATYPE_FREED && datatype_life(type).freed == 80, "freed");
    CHECK(datatype_info(type) == info, "freed, but held");
    datatype_release(type);
    CHECK(deleted_count == before && info->size == 12, "still held");
    check_layout(type, info);
    datatype_release(type);

    MPI_Datatype gone = duplicate;
    CHECK(datatype_freed(duplicate, 81), "not held");
    MPI_Type_free(&duplicate);
    CHECK(datatype_life(gone).state == DATATYPE_FREED && datatype_life(gone).freed == 81, "freed");
    CHECK(datatype_freed(other, 82), "not held");
    MPI_Type_free(&other);
    CHECK(deleted_count == before + 1, "%ld deleted", deleted_count - before);

    /* A value that comes again is another datatype. */
    for (int i = 0; i < 100; i++) {
        MPI_Type_contiguous(i + 1, MPI_DOUBLE, &type);
        datatype_created(type, (uint64_t)i);
        CHECK(datatype_life(type).state == DATATYPE_UNCOMMITTED, "again");
        CHECK(datatype_life(type).created == (uint64_t)i && !datatype_life(type).freed, "again");
        CHECK(datatype_info(type)->size == (MPI_Count)sizeof(double) * (i + 1), "again");
        CHECK(datatype_freed(type, 83), "again");
        MPI_Type_free(&type);
    }
    sites[0] = 0;
    datatype_each_leak(count_leak, sites);
    CHECK(sites[0] == 0, "%lu leaks", (unsigned long)sites[0]);
}

/* Types too large to be written out, and types built of themselves many times over: as often as the
 * library can. */
static void check_large(void)
{
#ifdef TUTTI_FAMILY_OPENMPI
    enum { LEVELS = 8 };
#else
    enum { LEVELS = 40 };
#endif
    MPI_Datatype types[LEVELS + 1], inner;
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &types[0]);
    datatype_created(types[0], 1);
    for (int i = 1; i <= LEVELS; i++) {
        inner = types[i - 1];
        MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 16},
                               (MPI_Datatype[]){inner, inner}, &types[i]);
        datatype_created(types[i], 1);
    }
    const struct datatype_info *info = datatype_info(types[LEVELS]);
    CHECK(info->signature->elements == (uint64_t)2 << LEVELS, "%llu",
          (unsigned long long)info->signature->elements);
    CHECK(info->signature->run_count == 3, "%u", info->signature->run_count);
    CHECK(signature_compare(info->signature, 1, datatype_info(types[0])->signature,
                            (uint64_t)1 << LEVELS)
                  .relation == SIGNATURE_EQUAL,
          "doubled %d times", LEVELS);
    for (int i = 0; i <= LEVELS; i++)
        if (datatype_freed(types[i], 2))
            MPI_Type_free(&types[i]);

    MPI_Type_vector(1000000000, 1, 2, MPI_CHAR, &inner);
    datatype_created(inner, 1);
    info = datatype_info(inner);
    CHECK(info->signature->run_count == 1 && info->layout->strip_count == 1, "one run");
    CHECK(info->signature->elements == 1000000000 && !info->contiguous, "elements");
    static char memory[16];
    struct layout_area one = datatype_area(memory, 1, info);
    struct layout_area two = datatype_area(memory + 1, 1, datatype_info(MPI_CHAR));
    CHECK(layout_overlap(&one, &two) == LAYOUT_APART, "in a gap");
    two = datatype_area(memory + 2, 1, datatype_info(MPI_CHAR));
    CHECK(layout_overlap(&one, &two) == LAYOUT_OVERLAPS, "on an element");
    if (datatype_freed(inner, 2))
        MPI_Type_free(&inner);
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 3000;
    seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    random_state = seed;
    shown = MPI_DATATYPE_NULL;
    MPI_Init(&argc, &argv);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_delete, &keyval, NULL);
    check_predefined();
    check_life();
    check_large();
    deleted_count = 0;
    for (round_number = 1; round_number <= rounds; round_number++)
        check_random();
    /* Every reference to a part that the library handed out was given back. */
    CHECK(made_count == deleted_count, "%ld made, %ld deleted", made_count, deleted_count);
    int kinds = 0;
    for (size_t i = 0; i < sizeof combiners_seen / sizeof *combiners_seen; i++)
        kinds += combiners_seen[i] > 0;
    CHECK(kinds >= 14 || rounds < 1000, "%d combiners", kinds);
    CHECK(counted > (unsigned)rounds / 20 && packed_count > (unsigned)rounds / 2,
          "elements counted in %u rounds, packed in %u", counted, packed_count);
    MPI_Finalize();
    printf(
        "%ld datatypes in %d rounds agree with the library: %d combiners, %u packed, %u counted\n",
        made_count, rounds, kinds, packed_count, counted);
    return 0;
}
