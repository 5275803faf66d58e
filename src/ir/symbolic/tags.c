/* tags.c: builds the tests of the tags of memory that a segment touches.
 *
 * A tag is a byte for 8 bytes of memory. Accesses near each other, whose addresses differ by a
 * constant, share one load of up to 8 tags. The load may include tags of neighbours that the
 * segment does not touch. Then the steps are repeated for nothing, and each step finds that out for
 * itself.
 */
#include "ir/symbolic/heavy.h"

#include <stdlib.h>
#include <string.h>

enum { UNIT = 8, TERMS_MAX = 3, NEAR = 64 };

/* A part of an address that is not constant. */
struct term {
    LLVMValueRef value;
    int64_t scale;
};

struct tags_access {
    LLVMValueRef address;
    uint64_t size;
    unsigned alignment; /* of its first byte, in bytes; 0: not known */
    bool done;
    /* address = root + terms + offset */
    LLVMValueRef root;
    struct term terms[TERMS_MAX];
    unsigned term_count;
    int64_t offset;
};

struct tagging {
    struct heavy *heavy;
    struct tags_access *accesses;
    size_t count, space;
};

static bool tag_add_index(struct tags_access *access, LLVMValueRef index, int64_t scale)
{
    if (LLVMIsAConstantInt(index)) {
        access->offset += LLVMConstIntGetSExtValue(index) * scale;
        return true;
    }
    if (LLVMIsASExtInst(index))
        index = LLVMGetOperand(index, 0);
    /* A sum that does not overflow can be split, extended or not. */
    if (LLVMIsAInstruction(index) && LLVMGetInstructionOpcode(index) == LLVMAdd &&
        LLVMGetNSW(index) && LLVMIsAConstantInt(LLVMGetOperand(index, 1))) {
        access->offset += LLVMConstIntGetSExtValue(LLVMGetOperand(index, 1)) * scale;
        index = LLVMGetOperand(index, 0);
    }
    if (access->term_count == TERMS_MAX)
        return false;
    access->terms[access->term_count++] = (struct term){index, scale};
    return true;
}

/* Removes one getelementptr from the root. */
static bool take_apart(const struct symbolic *symbolic, struct tags_access *access)
{
    LLVMValueRef at = access->root;
    if (!LLVMIsAGetElementPtrInst(at))
        return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
    unsigned count = (unsigned)LLVMGetNumOperands(at);
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(at, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            access->offset += (int64_t)LLVMOffsetOfElement(symbolic->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        if (!tag_add_index(access, index, (int64_t)LLVMABISizeOfType(symbolic->layout, type)))
            return false;
    }
    access->root = LLVMGetOperand(at, 0);
    return true;
}

static void add_access(struct tagging *tagging, LLVMValueRef address, uint64_t size,
                       unsigned alignment)
{
    struct tags_access access = {.address = address,
                                 .size = size,
                                 .alignment = alignment,
                                 .root = address},
                       apart;
    if (!size)
        return;
    for (apart = access; take_apart(tagging->heavy->symbolic, &apart);)
        access = apart;
    tagging->accesses =
        memory_room(tagging->accesses, tagging->count, &tagging->space, sizeof *tagging->accesses);
    tagging->accesses[tagging->count++] = access;
}

static void tag_add_step(struct tagging *tagging, const struct heavy_step *step)
{
    LLVMTargetDataRef layout = tagging->heavy->symbolic->layout;
    LLVMValueRef at = step->instruction, address;
    LLVMTypeRef type;
    uint64_t length;
    switch (step->kind) {
    case STEP_VALUE:
        if (LLVMIsALoadInst(at))
            add_access(tagging, LLVMGetOperand(at, 0), LLVMStoreSizeOfType(layout, LLVMTypeOf(at)),
                       LLVMGetAlignment(at));
        break;
    case STEP_STORE:
    case STEP_FORGET:
        address = heavy_written(at, &type);
        add_access(tagging, address, LLVMStoreSizeOfType(layout, type), LLVMGetAlignment(at));
        break;
    case STEP_COPY:
    case STEP_SET:
        length = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 2));
        add_access(tagging, LLVMGetOperand(at, 0), length, 0);
        if (step->kind == STEP_COPY)
            add_access(tagging, LLVMGetOperand(at, 1), length, 0);
        break;
    default:
        break;
    }
}

static bool tag_same_place(const struct tags_access *a, const struct tags_access *b)
{
    if (a->root != b->root || a->term_count != b->term_count)
        return false;
    for (unsigned i = 0; i < a->term_count; i++)
        if (a->terms[i].value != b->terms[i].value || a->terms[i].scale != b->terms[i].scale)
            return false;
    return true;
}

/* Loads `count` tags from that of the first byte on; at most 8 of them. */
static LLVMValueRef load_tags(struct symbolic *symbolic, LLVMValueRef address, uint64_t count)
{
    LLVMBuilderRef builder = symbolic->builder;
    unsigned width = 1;
    while (width < count)
        width *= 2;
    LLVMTypeRef type = LLVMIntTypeInContext(symbolic->context, width * 8);
    LLVMValueRef tags = heavy_build_tag(symbolic, address, type);
    return LLVMBuildZExt(builder, tags, symbolic->i64, "");
}

/* Builds the test of one access of any length. */
static LLVMValueRef build_alone(struct symbolic *symbolic, const struct tags_access *access,
                                LLVMValueRef any)
{
    LLVMBuilderRef builder = symbolic->builder;
    LLVMValueRef address = LLVMBuildPtrToInt(builder, access->address, symbolic->i64, "");
    bool whole =
        access->alignment >= UNIT || (access->size <= UNIT && access->alignment >= access->size);
    uint64_t left = (access->size + UNIT - 1) / UNIT + !whole;
    for (uint64_t at = 0; at < left; at += UNIT) {
        LLVMValueRef from =
            at ? LLVMBuildAdd(builder, address, LLVMConstInt(symbolic->i64, at * UNIT, 0), "")
               : address;
        uint64_t count = left - at < UNIT ? left - at : UNIT;
        any = LLVMBuildOr(builder, any, load_tags(symbolic, from, count), "");
    }
    return any;
}

/* Builds one test for the access at the lowest address and those near it. */
static LLVMValueRef build_group(struct tagging *tagging, size_t first, LLVMValueRef any)
{
    enum { REACH = 7 * UNIT + 1 }; /* covered by 8 tags, for any first byte */
    struct tags_access *accesses = tagging->accesses, *lowest = &accesses[first];
    size_t end = tagging->count - first < NEAR ? tagging->count : first + NEAR;
    for (size_t i = first + 1; i < end; i++)
        if (!accesses[i].done && tag_same_place(&accesses[i], lowest) &&
            accesses[i].offset < lowest->offset)
            lowest = &accesses[i];
    struct tags_access group = *lowest;
    for (size_t i = first; i < end; i++) {
        if (accesses[i].done || !tag_same_place(&accesses[i], lowest))
            continue;
        uint64_t size = (uint64_t)(accesses[i].offset - lowest->offset) + accesses[i].size;
        if (size > REACH && &accesses[i] != lowest)
            continue;
        accesses[i].done = true;
        if (size > group.size) {
            group.size = size;
            if (group.alignment < UNIT)
                group.alignment = 0;
        }
    }
    return build_alone(tagging->heavy->symbolic, &group, any);
}

LLVMValueRef heavy_build_tags(struct heavy *heavy)
{
    struct tagging tagging = {.heavy = heavy};
    LLVMValueRef any = LLVMConstInt(heavy->symbolic->i64, 0, 0);
    for (size_t i = 0; i < heavy->step_count; i++)
        tag_add_step(&tagging, &heavy->steps[i]);
    for (size_t i = 0; i < tagging.count; i++)
        while (!tagging.accesses[i].done)
            any = build_group(&tagging, i, any);
    free(tagging.accesses);
    return any;
}

bool heavy_is_small(const struct heavy *heavy, LLVMValueRef at)
{
    enum { SMALL = 32 };
    LLVMTypeRef type;
    if (LLVMIsAStoreInst(at) || !LLVMIsACallInst(at)) {
        heavy_written(at, &type);
        return LLVMStoreSizeOfType(heavy->symbolic->layout, type) <= SMALL;
    }
    LLVMValueRef length = LLVMGetOperand(at, 2);
    return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) <= SMALL;
}
