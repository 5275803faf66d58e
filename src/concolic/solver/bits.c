/* bits.c: translates nodes to bit vectors and IEEE numbers of Z3, exactly as the processor
 * computes. A term of type SYMBOLIC_I1 is a Bool nevertheless. */

#include "concolic/solver/bits.h"

#include "concolic/path/operation.h"

static Z3_sort sort_of(Z3_context z3, unsigned type)
{
    switch (type) {
    case SYMBOLIC_I1:
        return Z3_mk_bool_sort(z3);
    case SYMBOLIC_FLOAT:
        return Z3_mk_fpa_sort_single(z3);
    case SYMBOLIC_DOUBLE:
        return Z3_mk_fpa_sort_double(z3);
    default:
        return Z3_mk_bv_sort(z3, operation_width(type));
    }
}

static Z3_ast bits_constant(Z3_context z3, unsigned type, uint64_t value)
{
    if (type == SYMBOLIC_I1)
        return value ? Z3_mk_true(z3) : Z3_mk_false(z3);
    Z3_ast bits = Z3_mk_unsigned_int64(z3, value, Z3_mk_bv_sort(z3, operation_width(type)));
    return operation_is_float(type) ? Z3_mk_fpa_to_fp_bv(z3, bits, sort_of(z3, type)) : bits;
}

/* Returns the operand as bits, whatever its type. */
static Z3_ast as_bits(const struct build *build, uint32_t node)
{
    Z3_ast ast = build_operand(build, node)->ast;
    unsigned type = build->nodes[node].type;
    Z3_sort bit = Z3_mk_bv_sort(build->z3, 1);
    if (type == SYMBOLIC_I1)
        return Z3_mk_ite(build->z3, ast, Z3_mk_unsigned_int64(build->z3, 1, bit),
                         Z3_mk_unsigned_int64(build->z3, 0, bit));
    return operation_is_float(type) ? Z3_mk_fpa_to_ieee_bv(build->z3, ast) : ast;
}

/* Makes bits the term. */
static void bits_set(struct build *build, Z3_ast bits)
{
    unsigned type = build->node->type;
    if (type == SYMBOLIC_I1)
        bits = Z3_mk_eq(build->z3, bits,
                        Z3_mk_unsigned_int64(build->z3, 1, Z3_mk_bv_sort(build->z3, 1)));
    else if (operation_is_float(type))
        bits = Z3_mk_fpa_to_fp_bv(build->z3, bits, sort_of(build->z3, type));
    build->term.ast = bits;
}

static void bits_divide(struct build *build, Z3_ast a, Z3_ast b)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    unsigned width = operation_width(node->type);
    Z3_sort sort = Z3_mk_bv_sort(z3, width);
    Z3_ast zero = Z3_mk_unsigned_int64(z3, 0, sort);
    build_side(build, Z3_mk_not(z3, Z3_mk_eq(z3, b, zero)));
    if (node->op == SYMBOLIC_DIVIDE_SIGNED || node->op == SYMBOLIC_REMAINDER_SIGNED) {
        Z3_ast least = Z3_mk_unsigned_int64(z3, UINT64_C(1) << (width - 1), sort);
        Z3_ast minus = Z3_mk_unsigned_int64(z3, operation_mask(node->type), sort);
        build_side(build,
                   Z3_mk_not(z3, build_and(z3, Z3_mk_eq(z3, a, least), Z3_mk_eq(z3, b, minus))));
    }
    switch (node->op) {
    case SYMBOLIC_DIVIDE_SIGNED:
        bits_set(build, Z3_mk_bvsdiv(z3, a, b));
        break;
    case SYMBOLIC_DIVIDE_UNSIGNED:
        bits_set(build, Z3_mk_bvudiv(z3, a, b));
        break;
    case SYMBOLIC_REMAINDER_SIGNED:
        bits_set(build, Z3_mk_bvsrem(z3, a, b));
        break;
    default:
        bits_set(build, Z3_mk_bvurem(z3, a, b));
    }
}

static Z3_ast bits_shift(const struct build *build, Z3_ast a, Z3_ast b)
{
    Z3_context z3 = build->z3;
    unsigned width = operation_width(build->node->type);
    Z3_ast count =
        Z3_mk_bvand(z3, b, Z3_mk_unsigned_int64(z3, width - 1, Z3_mk_bv_sort(z3, width)));
    switch (build->node->op) {
    case SYMBOLIC_SHIFT_LEFT:
        return Z3_mk_bvshl(z3, a, count);
    case SYMBOLIC_SHIFT_RIGHT_SIGNED:
        return Z3_mk_bvashr(z3, a, count);
    default:
        return Z3_mk_bvlshr(z3, a, count);
    }
}

static void bits_integers(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = as_bits(build, node->a), b = as_bits(build, node->b), result;
    switch (node->op) {
    case SYMBOLIC_ADD:
        result = Z3_mk_bvadd(z3, a, b);
        break;
    case SYMBOLIC_SUBTRACT:
        result = Z3_mk_bvsub(z3, a, b);
        break;
    case SYMBOLIC_MULTIPLY:
        result = Z3_mk_bvmul(z3, a, b);
        break;
    case SYMBOLIC_AND:
        result = Z3_mk_bvand(z3, a, b);
        break;
    case SYMBOLIC_OR:
        result = Z3_mk_bvor(z3, a, b);
        break;
    case SYMBOLIC_XOR:
        result = Z3_mk_bvxor(z3, a, b);
        break;
    case SYMBOLIC_MINIMUM_SIGNED:
        result = Z3_mk_ite(z3, Z3_mk_bvslt(z3, a, b), a, b);
        break;
    case SYMBOLIC_MAXIMUM_SIGNED:
        result = Z3_mk_ite(z3, Z3_mk_bvslt(z3, a, b), b, a);
        break;
    case SYMBOLIC_MINIMUM_UNSIGNED:
        result = Z3_mk_ite(z3, Z3_mk_bvult(z3, a, b), a, b);
        break;
    case SYMBOLIC_MAXIMUM_UNSIGNED:
        result = Z3_mk_ite(z3, Z3_mk_bvult(z3, a, b), b, a);
        break;
    case SYMBOLIC_SHIFT_LEFT:
    case SYMBOLIC_SHIFT_RIGHT_SIGNED:
    case SYMBOLIC_SHIFT_RIGHT_UNSIGNED:
        result = bits_shift(build, a, b);
        break;
    default:
        bits_divide(build, a, b);
        return;
    }
    bits_set(build, result);
}

static Z3_ast bits_compare(const struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = as_bits(build, node->a), b = as_bits(build, node->b);
    switch (node->op) {
    case SYMBOLIC_EQUAL:
        return Z3_mk_eq(z3, a, b);
    case SYMBOLIC_NOT_EQUAL:
        return Z3_mk_not(z3, Z3_mk_eq(z3, a, b));
    case SYMBOLIC_LESS_SIGNED:
        return Z3_mk_bvslt(z3, a, b);
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        return Z3_mk_bvsle(z3, a, b);
    case SYMBOLIC_GREATER_SIGNED:
        return Z3_mk_bvsgt(z3, a, b);
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        return Z3_mk_bvsge(z3, a, b);
    case SYMBOLIC_LESS_UNSIGNED:
        return Z3_mk_bvult(z3, a, b);
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        return Z3_mk_bvule(z3, a, b);
    case SYMBOLIC_GREATER_UNSIGNED:
        return Z3_mk_bvugt(z3, a, b);
    default:
        return Z3_mk_bvuge(z3, a, b);
    }
}

static Z3_ast bits_combine_floats(const struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, node->a)->ast, b = build_operand(build, node->b)->ast;
    Z3_ast nearest = Z3_mk_fpa_rne(z3);
    switch (node->op) {
    case SYMBOLIC_FLOAT_ADD:
        return Z3_mk_fpa_add(z3, nearest, a, b);
    case SYMBOLIC_FLOAT_SUBTRACT:
        return Z3_mk_fpa_sub(z3, nearest, a, b);
    case SYMBOLIC_FLOAT_MULTIPLY:
        return Z3_mk_fpa_mul(z3, nearest, a, b);
    case SYMBOLIC_FLOAT_DIVIDE:
        return Z3_mk_fpa_div(z3, nearest, a, b);
    case SYMBOLIC_FLOAT_MINIMUM:
        return Z3_mk_fpa_min(z3, a, b);
    default:
        return Z3_mk_fpa_max(z3, a, b);
    }
}

static Z3_ast bits_compare_floats(const struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, node->a)->ast, b = build_operand(build, node->b)->ast;
    switch (node->op) {
    case SYMBOLIC_FLOAT_EQUAL:
        return Z3_mk_fpa_eq(z3, a, b);
    case SYMBOLIC_FLOAT_NOT_EQUAL:
        return Z3_mk_not(z3, Z3_mk_fpa_eq(z3, a, b));
    case SYMBOLIC_FLOAT_LESS:
        return Z3_mk_fpa_lt(z3, a, b);
    case SYMBOLIC_FLOAT_LESS_EQUAL:
        return Z3_mk_fpa_leq(z3, a, b);
    case SYMBOLIC_FLOAT_GREATER:
        return Z3_mk_fpa_gt(z3, a, b);
    default:
        return Z3_mk_fpa_geq(z3, a, b);
    }
}

static Z3_ast bits_change_float(const struct build *build)
{
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, build->node->a)->ast;
    switch (build->node->op) {
    case SYMBOLIC_FLOAT_NEGATE:
        return Z3_mk_fpa_neg(z3, a);
    case SYMBOLIC_FLOAT_ABSOLUTE:
        return Z3_mk_fpa_abs(z3, a);
    case SYMBOLIC_FLOAT_FLOOR:
        return Z3_mk_fpa_round_to_integral(z3, Z3_mk_fpa_rtn(z3), a);
    case SYMBOLIC_FLOAT_CEILING:
        return Z3_mk_fpa_round_to_integral(z3, Z3_mk_fpa_rtp(z3), a);
    case SYMBOLIC_FLOAT_TRUNCATE:
        return Z3_mk_fpa_round_to_integral(z3, Z3_mk_fpa_rtz(z3), a);
    default:
        return Z3_mk_fpa_sqrt(z3, Z3_mk_fpa_rne(z3), a);
    }
}

static void bits_from_integer(struct build *build)
{
    Z3_context z3 = build->z3;
    const struct symbolic_node *node = build->node;
    Z3_ast a = as_bits(build, node->a), nearest = Z3_mk_fpa_rne(z3);
    Z3_sort sort = sort_of(z3, node->type);
    if (build->nodes[node->a].type == SYMBOLIC_I1) /* Z3 does not support that */
        a = node->op == SYMBOLIC_FROM_SIGNED ? Z3_mk_sign_ext(z3, 7, a) : Z3_mk_zero_ext(z3, 7, a);
    build->term.ast = node->op == SYMBOLIC_FROM_SIGNED
                          ? Z3_mk_fpa_to_fp_signed(z3, nearest, a, sort)
                          : Z3_mk_fpa_to_fp_unsigned(z3, nearest, a, sort);
}

/* Converts to an integer. Values that do not fit are excluded: C does not define their result. */
static void bits_to_integer(struct build *build)
{
    Z3_context z3 = build->z3;
    const struct symbolic_node *node = build->node;
    unsigned from = build->nodes[node->a].type, width = operation_width(node->type);
    Z3_sort sort = sort_of(z3, from);
    Z3_ast a = build_operand(build, node->a)->ast, towards_zero = Z3_mk_fpa_rtz(z3);
    Z3_ast whole = Z3_mk_fpa_round_to_integral(z3, towards_zero, a);
    bool is_signed = node->op == SYMBOLIC_TO_SIGNED;
    double power = (double)(UINT64_C(1) << (width - 1));
    Z3_ast below = Z3_mk_fpa_numeral_double(z3, is_signed ? power : 2 * power, sort);
    Z3_ast least = Z3_mk_fpa_numeral_double(z3, is_signed ? -power : 0, sort);
    build_side(build,
               build_and(z3, Z3_mk_fpa_geq(z3, whole, least), Z3_mk_fpa_lt(z3, whole, below)));
    build->term.restricted = true;
    unsigned wide = width > 1 ? width : 8; /* Z3 does not support one bit */
    Z3_ast bits = is_signed ? Z3_mk_fpa_to_sbv(z3, towards_zero, a, wide)
                            : Z3_mk_fpa_to_ubv(z3, towards_zero, a, wide);
    bits_set(build, width > 1 ? bits : Z3_mk_extract(z3, 0, 0, bits));
}

static void bits_integer(struct build *build)
{
    Z3_context z3 = build->z3;
    const struct symbolic_node *node = build->node;
    Z3_ast a = as_bits(build, node->a);
    unsigned width = operation_width(node->type),
             from = operation_width(build->nodes[node->a].type);
    switch (node->op) {
    case SYMBOLIC_ABSOLUTE:
        a = Z3_mk_ite(z3, Z3_mk_bvslt(z3, a, Z3_mk_unsigned_int64(z3, 0, Z3_mk_bv_sort(z3, width))),
                      Z3_mk_bvneg(z3, a), a);
        break;
    case SYMBOLIC_EXTEND_SIGN:
        a = Z3_mk_sign_ext(z3, width - from, a);
        break;
    case SYMBOLIC_EXTEND_ZERO:
        a = Z3_mk_zero_ext(z3, width - from, a);
        break;
    case SYMBOLIC_TRUNCATE:
        a = Z3_mk_extract(z3, width - 1, 0, a);
        break;
    case SYMBOLIC_EXTRACT:
        a = Z3_mk_extract(z3, node->b + width - 1, node->b, a);
        break;
    default: /* SYMBOLIC_BITS */
        break;
    }
    bits_set(build, a);
}

Z3_ast bits_variable(Z3_context z3, const struct unknown *unknown)
{
    return Z3_mk_const(z3, Z3_mk_int_symbol(z3, (int)unknown->variable),
                       sort_of(z3, unknown->type));
}

static void bits_leaf(struct build *build)
{
    const struct problem *problem = build->problem;
    const struct symbolic_node *node = build->node;
    build->term.ast =
        node->op == SYMBOLIC_CONSTANT
            ? bits_constant(build->z3, node->type, node->value)
            : bits_variable(build->z3, &problem->unknowns[problem_unknown(problem, node->a)]);
}

struct term bits_term(const struct problem *problem, uint32_t number)
{
    struct build build = build_of(problem, MODE_BITS, number);
    const struct symbolic_node *node = build.node;
    Z3_context z3 = build.z3;
    switch (operation_shape(node->op)) {
    case SHAPE_LEAF:
        bits_leaf(&build);
        break;
    case SHAPE_INTEGERS:
        bits_integers(&build);
        break;
    case SHAPE_CONCATENATE:
        bits_set(&build, Z3_mk_concat(z3, as_bits(&build, node->a), as_bits(&build, node->b)));
        break;
    case SHAPE_COMPARE:
        build.term.ast = bits_compare(&build);
        break;
    case SHAPE_FLOATS:
        build.term.ast = bits_combine_floats(&build);
        break;
    case SHAPE_COMPARE_FLOATS:
        build.term.ast = bits_compare_floats(&build);
        break;
    case SHAPE_FLOAT:
        build.term.ast = bits_change_float(&build);
        break;
    case SHAPE_CONVERT_FLOAT:
        build.term.ast = Z3_mk_fpa_to_fp_float(
            z3, Z3_mk_fpa_rne(z3), build_operand(&build, node->a)->ast, sort_of(z3, node->type));
        break;
    case SHAPE_FROM_INTEGER:
        bits_from_integer(&build);
        break;
    case SHAPE_TO_INTEGER:
        bits_to_integer(&build);
        break;
    case SHAPE_CHOOSE:
        build.term.ast =
            Z3_mk_ite(z3, build_operand(&build, node->a)->ast, build_operand(&build, node->b)->ast,
                      build_operand(&build, node->c)->ast);
        break;
    default:
        bits_integer(&build);
    }
    return build.term;
}

static Z3_ast bits_any_of(const struct build *build, const struct claim *claim)
{
    Z3_context z3 = build->z3;
    unsigned type = build->node->type;
    Z3_ast any = Z3_mk_false(z3);
    for (size_t i = 0; i < claim->value_count; i++) {
        uint64_t value = (uint64_t)claim->values[i] & operation_mask(type);
        any = build_or(
            z3, any,
            Z3_mk_eq(z3, build_operand(build, claim->node)->ast, bits_constant(z3, type, value)));
    }
    return any;
}

/* Makes the condition of an overflow, by computing with twice the bits. */
static Z3_ast bits_overflows(const struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    unsigned width = operation_width(node->type);
    if (!claim_can_overflow(node->op))
        return NULL;
    Z3_ast a = Z3_mk_sign_ext(z3, width, as_bits(build, node->a)), result;
    Z3_ast b = node->op == SYMBOLIC_ABSOLUTE ? NULL : as_bits(build, node->b), wide = NULL;
    if (b)
        wide = Z3_mk_sign_ext(z3, width, b);
    switch (node->op) {
    case SYMBOLIC_ADD:
        result = Z3_mk_bvadd(z3, a, wide);
        break;
    case SYMBOLIC_SUBTRACT:
        result = Z3_mk_bvsub(z3, a, wide);
        break;
    case SYMBOLIC_MULTIPLY:
        result = Z3_mk_bvmul(z3, a, wide);
        break;
    case SYMBOLIC_SHIFT_LEFT:
        b = Z3_mk_bvand(z3, b, Z3_mk_unsigned_int64(z3, width - 1, Z3_mk_bv_sort(z3, width)));
        result = Z3_mk_bvshl(z3, a, Z3_mk_zero_ext(z3, width, b));
        break;
    default: /* SYMBOLIC_ABSOLUTE */
        result = Z3_mk_ite(
            z3, Z3_mk_bvslt(z3, a, Z3_mk_unsigned_int64(z3, 0, Z3_mk_bv_sort(z3, 2 * width))),
            Z3_mk_bvneg(z3, a), a);
    }
    Z3_ast again = Z3_mk_sign_ext(z3, width, Z3_mk_extract(z3, width - 1, 0, result));
    return Z3_mk_not(z3, Z3_mk_eq(z3, result, again));
}

Z3_ast bits_claim(const struct problem *problem, const struct claim *claim)
{
    struct build build = build_of(problem, MODE_BITS, claim->node);
    Z3_context z3 = build.z3;
    unsigned type = build.node->type;
    uint64_t mask = operation_mask(type);
    Z3_ast ast = build_operand(&build, claim->node)->ast, result;
    switch (claim->kind) {
    case CLAIM_EQUAL:
    case CLAIM_DIFFERENT:
        result = Z3_mk_eq(z3, ast, bits_constant(z3, type, claim->value & mask));
        return claim->kind == CLAIM_EQUAL ? result : Z3_mk_not(z3, result);
    case CLAIM_BELOW:
    case CLAIM_NOT_BELOW:
        result = claim->value > mask
                     ? Z3_mk_true(z3)
                     : Z3_mk_bvult(z3, as_bits(&build, claim->node),
                                   Z3_mk_unsigned_int64(z3, claim->value,
                                                        Z3_mk_bv_sort(z3, operation_width(type))));
        return claim->kind == CLAIM_BELOW ? result : Z3_mk_not(z3, result);
    case CLAIM_AMONG:
        return bits_any_of(&build, claim);
    case CLAIM_NOT_AMONG:
        return Z3_mk_not(z3, bits_any_of(&build, claim));
    case CLAIM_OVERFLOW:
        return bits_overflows(&build);
    case CLAIM_NOTHING:
        break;
    }
    return Z3_mk_true(z3);
}
