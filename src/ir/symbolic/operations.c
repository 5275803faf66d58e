/* operations.c: builds the repetition of a segment's steps for their expressions. */
#include "ir/symbolic/heavy.h"

#include <string.h>

int heavy_type(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        switch (LLVMGetIntTypeWidth(type)) {
        case 1:
            return SYMBOLIC_I1;
        case 8:
            return SYMBOLIC_I8;
        case 16:
            return SYMBOLIC_I16;
        case 32:
            return SYMBOLIC_I32;
        case 64:
            return SYMBOLIC_I64;
        default:
            return -1;
        }
    case LLVMPointerTypeKind:
        return LLVMGetPointerAddressSpace(type) == 0 ? SYMBOLIC_I64 : -1;
    case LLVMFloatTypeKind:
        return SYMBOLIC_FLOAT;
    case LLVMDoubleTypeKind:
        return SYMBOLIC_DOUBLE;
    default:
        return -1;
    }
}

static int operation_type_of(LLVMValueRef value)
{
    return heavy_type(LLVMTypeOf(value));
}

/* Returns our operation for an operation of LLVM with the same operands; -1: there is none. */
static int op_of_opcode(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMAdd:
        return SYMBOLIC_ADD;
    case LLVMSub:
        return SYMBOLIC_SUBTRACT;
    case LLVMMul:
        return SYMBOLIC_MULTIPLY;
    case LLVMSDiv:
        return SYMBOLIC_DIVIDE_SIGNED;
    case LLVMUDiv:
        return SYMBOLIC_DIVIDE_UNSIGNED;
    case LLVMSRem:
        return SYMBOLIC_REMAINDER_SIGNED;
    case LLVMURem:
        return SYMBOLIC_REMAINDER_UNSIGNED;
    case LLVMAnd:
        return SYMBOLIC_AND;
    case LLVMOr:
        return SYMBOLIC_OR;
    case LLVMXor:
        return SYMBOLIC_XOR;
    case LLVMShl:
        return SYMBOLIC_SHIFT_LEFT;
    case LLVMAShr:
        return SYMBOLIC_SHIFT_RIGHT_SIGNED;
    case LLVMLShr:
        return SYMBOLIC_SHIFT_RIGHT_UNSIGNED;
    case LLVMFAdd:
        return SYMBOLIC_FLOAT_ADD;
    case LLVMFSub:
        return SYMBOLIC_FLOAT_SUBTRACT;
    case LLVMFMul:
        return SYMBOLIC_FLOAT_MULTIPLY;
    case LLVMFDiv:
        return SYMBOLIC_FLOAT_DIVIDE;
    case LLVMFNeg:
        return SYMBOLIC_FLOAT_NEGATE;
    case LLVMTrunc:
        return SYMBOLIC_TRUNCATE;
    case LLVMZExt:
        return SYMBOLIC_EXTEND_ZERO;
    case LLVMSExt:
        return SYMBOLIC_EXTEND_SIGN;
    case LLVMFPToSI:
        return SYMBOLIC_TO_SIGNED;
    case LLVMFPToUI:
        return SYMBOLIC_TO_UNSIGNED;
    case LLVMSIToFP:
        return SYMBOLIC_FROM_SIGNED;
    case LLVMUIToFP:
        return SYMBOLIC_FROM_UNSIGNED;
    case LLVMFPTrunc:
    case LLVMFPExt:
        return SYMBOLIC_FLOAT_CONVERT;
    default:
        return -1;
    }
}

static enum symbolic_op op_of_integers(LLVMIntPredicate predicate)
{
    switch (predicate) {
    case LLVMIntEQ:
        return SYMBOLIC_EQUAL;
    case LLVMIntNE:
        return SYMBOLIC_NOT_EQUAL;
    case LLVMIntUGT:
        return SYMBOLIC_GREATER_UNSIGNED;
    case LLVMIntUGE:
        return SYMBOLIC_GREATER_EQUAL_UNSIGNED;
    case LLVMIntULT:
        return SYMBOLIC_LESS_UNSIGNED;
    case LLVMIntULE:
        return SYMBOLIC_LESS_EQUAL_UNSIGNED;
    case LLVMIntSGT:
        return SYMBOLIC_GREATER_SIGNED;
    case LLVMIntSGE:
        return SYMBOLIC_GREATER_EQUAL_SIGNED;
    case LLVMIntSLT:
        return SYMBOLIC_LESS_SIGNED;
    default:
        return SYMBOLIC_LESS_EQUAL_SIGNED;
    }
}

/* Returns our operation for a comparison; unordered comparisons are negations of ordered ones. -1:
 * there is none. This is so for "both are numbers", and for comparisons that are only special for
 * NaN. */
static int op_of_floats(LLVMRealPredicate predicate, bool *negated)
{
    *negated = false;
    switch (predicate) {
    case LLVMRealOEQ:
        return SYMBOLIC_FLOAT_EQUAL;
    case LLVMRealUNE:
        return SYMBOLIC_FLOAT_NOT_EQUAL;
    case LLVMRealOGT:
        return SYMBOLIC_FLOAT_GREATER;
    case LLVMRealOGE:
        return SYMBOLIC_FLOAT_GREATER_EQUAL;
    case LLVMRealOLT:
        return SYMBOLIC_FLOAT_LESS;
    case LLVMRealOLE:
        return SYMBOLIC_FLOAT_LESS_EQUAL;
    case LLVMRealUGT:
        *negated = true;
        return SYMBOLIC_FLOAT_LESS_EQUAL;
    case LLVMRealUGE:
        *negated = true;
        return SYMBOLIC_FLOAT_LESS;
    case LLVMRealULT:
        *negated = true;
        return SYMBOLIC_FLOAT_GREATER_EQUAL;
    case LLVMRealULE:
        *negated = true;
        return SYMBOLIC_FLOAT_GREATER;
    default:
        return -1;
    }
}

static bool is_overflow(LLVMValueRef value)
{
    enum symbolic_op op;
    return LLVMIsACallInst(value) && heavy_is_intrinsic(value) &&
           heavy_intrinsic(value, &op) == INTRINSIC_OVERFLOW;
}

static bool call_follows(LLVMValueRef call)
{
    enum symbolic_op op;
    if (!heavy_is_intrinsic(call))
        return false;
    switch (heavy_intrinsic(call, &op)) {
    case INTRINSIC_UNARY:
    case INTRINSIC_BINARY:
    case INTRINSIC_SAME:
    case INTRINSIC_FUSED:
        return operation_type_of(call) >= 0;
    case INTRINSIC_OVERFLOW:
        return operation_type_of(LLVMGetOperand(call, 0)) >= 0;
    default:
        return false;
    }
}

bool heavy_follows(LLVMValueRef instruction)
{
    bool negated;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMCall)
        return call_follows(instruction);
    if (operation_type_of(instruction) < 0)
        return false;
    switch (opcode) {
    case LLVMExtractValue:
        return is_overflow(LLVMGetOperand(instruction, 0)) && *LLVMGetIndices(instruction) == 0;
    case LLVMFCmp:
        return op_of_floats(LLVMGetFCmpPredicate(instruction), &negated) >= 0;
    case LLVMICmp:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMPHI:
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return true;
    default:
        return op_of_opcode(opcode) >= 0;
    }
}

static LLVMValueRef operation_number64(const struct symbolic *symbolic, uint64_t number)
{
    return LLVMConstInt(symbolic->i64, number, 0);
}

/* Returns the bits of a value, as the runtime takes them. */
static LLVMValueRef operation_bits_of(struct symbolic *symbolic, LLVMValueRef value)
{
    LLVMBuilderRef builder = symbolic->builder;
    switch (LLVMGetTypeKind(LLVMTypeOf(value))) {
    case LLVMPointerTypeKind:
        return LLVMBuildPtrToInt(builder, value, symbolic->i64, "");
    case LLVMFloatTypeKind:
        value = LLVMBuildBitCast(builder, value, symbolic->i32, "");
        return LLVMBuildZExt(builder, value, symbolic->i64, "");
    case LLVMDoubleTypeKind:
        return LLVMBuildBitCast(builder, value, symbolic->i64, "");
    default:
        return LLVMBuildZExt(builder, value, symbolic->i64, "");
    }
}

/* A value and its shadow. */
struct pair {
    LLVMValueRef shadow, bits;
};

static struct pair pair_of(struct heavy *heavy, LLVMValueRef value)
{
    return (struct pair){heavy_shadow(heavy, value), operation_bits_of(heavy->symbolic, value)};
}

/* Returns the operation; on floating-point numbers it includes the number of its place (abi.h). Two
 * places with the same number share what is known of them, which does no harm. */
static LLVMValueRef operation_kind_of(struct heavy *heavy, enum symbolic_op op, int type)
{
    uint32_t number = (uint32_t)op;
    if (type == SYMBOLIC_FLOAT || type == SYMBOLIC_DOUBLE) {
        uint32_t places = (1U << SYMBOLIC_PLACE_BITS) - 1;
        uint32_t hash = (heavy->entry * 0x9e3779b1U + heavy->places++) * 0x85ebca6bU;
        number |= (1 + (hash >> (32 - SYMBOLIC_PLACE_BITS)) % places) << SYMBOLIC_OPERATION_BITS;
    }
    return symbolic_number(heavy->symbolic, number);
}

static LLVMValueRef build_binary(struct heavy *heavy, enum symbolic_op op, int type, struct pair a,
                                 struct pair b, LLVMValueRef result)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef arguments[] = {operation_kind_of(heavy, op, type),
                                symbolic_number(symbolic, (uint32_t)type),
                                a.shadow,
                                b.shadow,
                                a.bits,
                                b.bits,
                                result};
    return heavy_guard(symbolic, GUARD_BINARY, arguments);
}

static LLVMValueRef build_unary(struct heavy *heavy, enum symbolic_op op, int type, struct pair a,
                                LLVMValueRef result)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef arguments[] = {operation_kind_of(heavy, op, type),
                                symbolic_number(symbolic, (uint32_t)type), a.shadow, a.bits,
                                result};
    return heavy_guard(symbolic, GUARD_UNARY, arguments);
}

static LLVMValueRef operation_site_of(struct heavy *heavy, LLVMValueRef instruction)
{
    return symbolic_number(heavy->symbolic,
                           symbolic_place(heavy->symbolic, heavy->entry, instruction));
}

/* Builds an event with a value: an address, an index, a divisor, a size. */
static void build_event(struct heavy *heavy, enum heavy_guard guard, LLVMValueRef instruction,
                        struct pair value, LLVMValueRef bound)
{
    LLVMValueRef arguments[] = {operation_site_of(heavy, instruction), value.shadow, value.bits,
                                bound};
    heavy_guard(heavy->symbolic, guard, arguments);
}

static LLVMValueRef replay_binary(struct heavy *heavy, LLVMValueRef at)
{
    int op = op_of_opcode(LLVMGetInstructionOpcode(at));
    LLVMValueRef shadow = build_binary(
        heavy, (enum symbolic_op)op, operation_type_of(at), pair_of(heavy, LLVMGetOperand(at, 0)),
        pair_of(heavy, LLVMGetOperand(at, 1)), operation_bits_of(heavy->symbolic, at));
    if ((op == SYMBOLIC_ADD || op == SYMBOLIC_SUBTRACT || op == SYMBOLIC_MULTIPLY) &&
        LLVMGetNSW(at)) {
        LLVMValueRef arguments[] = {operation_site_of(heavy, at), shadow};
        heavy_guard(heavy->symbolic, GUARD_ARITHMETIC, arguments);
        LLVMSetNSW(at, false); /* else a path on which it always overflows would seem impossible */
    }
    return shadow;
}

static LLVMValueRef replay_compare_floats(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    bool negated;
    int op = op_of_floats(LLVMGetFCmpPredicate(at), &negated);
    LLVMValueRef result = operation_bits_of(symbolic, at), one = operation_number64(symbolic, 1);
    LLVMValueRef plain = negated ? LLVMBuildXor(symbolic->builder, result, one, "") : result;
    LLVMValueRef shadow = build_binary(heavy, (enum symbolic_op)op, SYMBOLIC_I1,
                                       pair_of(heavy, LLVMGetOperand(at, 0)),
                                       pair_of(heavy, LLVMGetOperand(at, 1)), plain);
    if (negated)
        shadow = build_binary(heavy, SYMBOLIC_XOR, SYMBOLIC_I1, (struct pair){shadow, plain},
                              (struct pair){symbolic_number(symbolic, 0), one}, result);
    return shadow;
}

static LLVMValueRef replay_select(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    struct pair pairs[3];
    for (unsigned i = 0; i < 3; i++)
        pairs[i] = pair_of(heavy, LLVMGetOperand(at, i));
    LLVMValueRef arguments[] = {symbolic_number(symbolic, (uint32_t)operation_type_of(at)),
                                pairs[0].shadow,
                                pairs[1].shadow,
                                pairs[2].shadow,
                                pairs[0].bits,
                                pairs[1].bits,
                                pairs[2].bits};
    return heavy_guard(symbolic, GUARD_CHOOSE, arguments);
}

/* Repeats a cast that keeps the bits. */
static LLVMValueRef replay_bits(struct heavy *heavy, LLVMValueRef at)
{
    LLVMValueRef from = LLVMGetOperand(at, 0);
    int was = operation_type_of(from), is = operation_type_of(at);
    if (was == is)
        return heavy_shadow(heavy, from);
    enum symbolic_op op = SYMBOLIC_BITS;
    if (LLVMIsAPtrToIntInst(at))
        op = SYMBOLIC_TRUNCATE;
    else if (LLVMIsAIntToPtrInst(at))
        op = SYMBOLIC_EXTEND_ZERO;
    return build_unary(heavy, op, is, pair_of(heavy, from), operation_bits_of(heavy->symbolic, at));
}

/* Returns whether memory is accessed at the address, or the address is only computed further. The
 * address just past the end of an array is valid, but must not be accessed. */
static bool is_accessed(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || LLVMIsAGetElementPtrInst(user) ||
            (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address))
            return true;
    }
    return false;
}

/* An address that is computed step by step from its base. */
struct address {
    struct heavy *heavy;
    LLVMValueRef instruction;
    struct pair sum;
};

static void add_offset(struct address *address, struct pair offset)
{
    struct symbolic *symbolic = address->heavy->symbolic;
    LLVMValueRef result = LLVMBuildAdd(symbolic->builder, address->sum.bits, offset.bits, "");
    address->sum.shadow =
        build_binary(address->heavy, SYMBOLIC_ADD, SYMBOLIC_I64, address->sum, offset, result);
    address->sum.bits = result;
}

static void operation_add_index(struct address *address, LLVMValueRef index, LLVMTypeRef element,
                                uint64_t bound)
{
    struct heavy *heavy = address->heavy;
    struct symbolic *symbolic = heavy->symbolic;
    uint64_t size = LLVMABISizeOfType(symbolic->layout, element);
    LLVMValueRef zero = symbolic_number(symbolic, 0);
    if (operation_type_of(index) < 0 || size == 0)
        return;
    struct pair wide = pair_of(heavy, index);
    if (operation_type_of(index) != SYMBOLIC_I64) {
        LLVMValueRef extended = LLVMBuildSExt(symbolic->builder, index, symbolic->i64, "");
        wide.shadow = heavy_may(heavy, index)
                          ? build_unary(heavy, SYMBOLIC_EXTEND_SIGN, SYMBOLIC_I64, wide, extended)
                          : zero;
        wide.bits = extended;
    }
    if (bound > 1 && heavy_may(heavy, index) && is_accessed(address->instruction))
        build_event(heavy, GUARD_INDEX, address->instruction, wide,
                    operation_number64(symbolic, bound));
    if (size > 1) {
        LLVMValueRef scale = operation_number64(symbolic, size);
        LLVMValueRef scaled = LLVMBuildMul(symbolic->builder, wide.bits, scale, "");
        if (heavy_may(heavy, index))
            wide.shadow = build_binary(heavy, SYMBOLIC_MULTIPLY, SYMBOLIC_I64, wide,
                                       (struct pair){zero, scale}, scaled);
        wide.bits = scaled;
    }
    add_offset(address, wide);
}

static LLVMValueRef replay_address(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    struct address address = {heavy, at, pair_of(heavy, LLVMGetOperand(at, 0))};
    LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
    unsigned count = (unsigned)LLVMGetNumOperands(at);
    for (unsigned i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(at, i);
        uint64_t bound = 0;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            uint64_t offset = LLVMOffsetOfElement(symbolic->layout, type, field);
            if (offset)
                add_offset(&address, (struct pair){symbolic_number(symbolic, 0),
                                                   operation_number64(symbolic, offset)});
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1) {
            if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
                bound = LLVMGetArrayLength2(type);
            type = LLVMGetElementType(type);
        }
        if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) != 0)
            operation_add_index(&address, index, type, bound);
    }
    return address.sum.shadow;
}

static LLVMValueRef replay_fused(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef a = LLVMGetOperand(at, 0), b = LLVMGetOperand(at, 1);
    LLVMValueRef product = operation_bits_of(symbolic, LLVMBuildFMul(symbolic->builder, a, b, ""));
    LLVMValueRef shadow = build_binary(heavy, SYMBOLIC_FLOAT_MULTIPLY, operation_type_of(at),
                                       pair_of(heavy, a), pair_of(heavy, b), product);
    return build_binary(heavy, SYMBOLIC_FLOAT_ADD, operation_type_of(at),
                        (struct pair){shadow, product}, pair_of(heavy, LLVMGetOperand(at, 2)),
                        operation_bits_of(symbolic, at));
}

static LLVMValueRef replay_intrinsic(struct heavy *heavy, LLVMValueRef at)
{
    enum symbolic_op op;
    LLVMValueRef result = operation_bits_of(heavy->symbolic, at);
    struct pair first = pair_of(heavy, LLVMGetOperand(at, 0));
    switch (heavy_intrinsic(at, &op)) {
    case INTRINSIC_UNARY:
        return build_unary(heavy, op, operation_type_of(at), first, result);
    case INTRINSIC_BINARY:
        return build_binary(heavy, op, operation_type_of(at), first,
                            pair_of(heavy, LLVMGetOperand(at, 1)), result);
    case INTRINSIC_FUSED:
        return replay_fused(heavy, at);
    default:
        return first.shadow;
    }
}

static LLVMValueRef replay_overflow(struct heavy *heavy, LLVMValueRef at)
{
    enum symbolic_op op;
    LLVMValueRef call = LLVMGetOperand(at, 0);
    heavy_intrinsic(call, &op);
    return build_binary(heavy, op, operation_type_of(at), pair_of(heavy, LLVMGetOperand(call, 0)),
                        pair_of(heavy, LLVMGetOperand(call, 1)),
                        operation_bits_of(heavy->symbolic, at));
}

/* Returns the distance of the last byte that a load or store of the type touches from the first. */
static LLVMValueRef last_byte(const struct symbolic *symbolic, LLVMTypeRef type)
{
    return operation_number64(symbolic, LLVMStoreSizeOfType(symbolic->layout, type) - 1);
}

static void replay_access(struct heavy *heavy, LLVMValueRef at, LLVMValueRef address)
{
    if (heavy_may(heavy, address))
        build_event(heavy, GUARD_ADDRESS, at, pair_of(heavy, address), NULL);
}

static LLVMValueRef replay_load(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef address = LLVMGetOperand(at, 0);
    replay_access(heavy, at, address);
    LLVMValueRef arguments[] = {address, symbolic_number(symbolic, (uint32_t)operation_type_of(at)),
                                operation_bits_of(symbolic, at),
                                last_byte(symbolic, LLVMTypeOf(at))};
    return heavy_guard(symbolic, GUARD_LOAD, arguments);
}

static void replay_store(struct heavy *heavy, LLVMValueRef at)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef value = LLVMGetOperand(at, 0), address = LLVMGetOperand(at, 1);
    replay_access(heavy, at, address);
    LLVMValueRef arguments[] = {address,
                                symbolic_number(symbolic, (uint32_t)operation_type_of(value)),
                                heavy_shadow(heavy, value), operation_bits_of(symbolic, value),
                                last_byte(symbolic, LLVMTypeOf(value))};
    heavy_guard(symbolic, GUARD_STORE, arguments);
}

static LLVMValueRef replay_value(struct heavy *heavy, LLVMValueRef at)
{
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMLoad:
        return replay_load(heavy, at);
    case LLVMCall:
        return replay_intrinsic(heavy, at);
    case LLVMExtractValue:
        return replay_overflow(heavy, at);
    case LLVMICmp:
        return build_binary(heavy, op_of_integers(LLVMGetICmpPredicate(at)), SYMBOLIC_I1,
                            pair_of(heavy, LLVMGetOperand(at, 0)),
                            pair_of(heavy, LLVMGetOperand(at, 1)),
                            operation_bits_of(heavy->symbolic, at));
    case LLVMFCmp:
        return replay_compare_floats(heavy, at);
    case LLVMSelect:
        return replay_select(heavy, at);
    case LLVMFreeze:
        return heavy_shadow(heavy, LLVMGetOperand(at, 0));
    case LLVMGetElementPtr:
        return replay_address(heavy, at);
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return replay_bits(heavy, at);
    default:
        break;
    }
    if (LLVMGetNumOperands(at) == 2)
        return replay_binary(heavy, at);
    return build_unary(heavy, (enum symbolic_op)op_of_opcode(LLVMGetInstructionOpcode(at)),
                       operation_type_of(at), pair_of(heavy, LLVMGetOperand(at, 0)),
                       operation_bits_of(heavy->symbolic, at));
}

LLVMValueRef heavy_written(LLVMValueRef at, LLVMTypeRef *type)
{
    if (LLVMIsAStoreInst(at)) {
        *type = LLVMTypeOf(LLVMGetOperand(at, 0));
        return LLVMGetOperand(at, 1);
    }
    *type = LLVMTypeOf(LLVMGetOperand(at, 1)); /* atomicrmw, cmpxchg */
    return LLVMGetOperand(at, 0);
}

static void replay_marker(struct heavy *heavy, const struct heavy_step *step)
{
    struct symbolic *symbolic = heavy->symbolic;
    struct pair value = pair_of(heavy, LLVMGetOperand(step->instruction, 1));
    bool branch = step->kind == STEP_BRANCH;
    if (branch)
        value.bits = LLVMBuildTrunc(symbolic->builder, value.bits, symbolic->i32, "");
    LLVMValueRef arguments[] = {LLVMGetOperand(step->instruction, 0), value.shadow, value.bits};
    heavy_guard(symbolic, branch ? GUARD_BRANCH : GUARD_SWITCH, arguments);
}

LLVMValueRef heavy_replay(struct heavy *heavy, const struct heavy_step *step)
{
    struct symbolic *symbolic = heavy->symbolic;
    LLVMValueRef at = step->instruction, address;
    LLVMTypeRef type;
    switch (step->kind) {
    case STEP_VALUE:
        return replay_value(heavy, at);
    case STEP_STORE:
        replay_store(heavy, at);
        break;
    case STEP_FORGET:
        address = heavy_written(at, &type);
        heavy_build_forget(
            symbolic, address,
            operation_number64(symbolic, LLVMStoreSizeOfType(symbolic->layout, type)));
        break;
    case STEP_COPY:
        heavy_build_copy(symbolic, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1),
                         LLVMGetOperand(at, 2));
        break;
    case STEP_SET:
        heavy_build_set(symbolic, LLVMGetOperand(at, 0), heavy_shadow(heavy, LLVMGetOperand(at, 1)),
                        LLVMGetOperand(at, 1), LLVMGetOperand(at, 2));
        break;
    case STEP_BRANCH:
    case STEP_SWITCH:
        replay_marker(heavy, step);
        break;
    case STEP_DIVISOR:
    case STEP_SIZE:
        build_event(heavy, step->kind == STEP_SIZE ? GUARD_SIZE : GUARD_DIVISOR, at,
                    pair_of(heavy, LLVMGetOperand(at, step->operand)), NULL);
        break;
    }
    return NULL;
}
