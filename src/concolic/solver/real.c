/* real.c: translates floating-point numbers to reals of Z3. They are much faster than IEEE numbers
 * (dissertation, 3.4), and right where nothing is rounded; engine.c checks the results. Infinity
 * and values that are not a number do not occur. */
#include "concolic/solver/real.h"

#include "concolic/path/evaluate.h"
#include "concolic/solver/integer.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Z3_ast real_constant(const struct build *build, double value)
{
    enum { DIGITS = 1100, WHOLE = 320 }; /* digits of the smallest and the largest double */
    char text[DIGITS + WHOLE];
    Z3_sort sort = Z3_mk_real_sort(build->z3);
    if (isnan(value))
        value = 0;
    /* A number larger than all others. */
    if (isinf(value))
        return Z3_mk_numeral(build->z3, value > 0 ? "2e308" : "-2e308", sort);
    if (value == trunc(value) && fabs(value) < 0x1p62)
        return Z3_mk_int64(build->z3, (int64_t)value, sort);
    snprintf(text, sizeof text, "%.*f", DIGITS - 26, value);
    size_t length = strlen(text);
    while (text[length - 1] == '0' && text[length - 2] != '.')
        text[--length] = '\0';
    return Z3_mk_numeral(build->z3, text, sort);
}

Z3_ast real_is_value(const struct build *build, uint32_t node)
{
    const struct symbolic_node *of = &build->nodes[node];
    double value = evaluate_real(of->type, of->value);
    if (!isfinite(value))
        return NULL;
    return Z3_mk_eq(build->z3, build_operand(build, node)->ast, real_constant(build, value));
}

static Z3_ast real_zero(const struct build *build)
{
    return Z3_mk_int64(build->z3, 0, Z3_mk_real_sort(build->z3));
}

static Z3_ast negate_if_negative(const struct build *build, Z3_ast of, Z3_ast value)
{
    return Z3_mk_ite(build->z3, Z3_mk_lt(build->z3, of, real_zero(build)),
                     Z3_mk_unary_minus(build->z3, value), value);
}

static Z3_ast round_down(const struct build *build, Z3_ast value)
{
    return Z3_mk_int2real(build->z3, Z3_mk_real2int(build->z3, value));
}

static void real_leaf(struct build *build)
{
    const struct symbolic_node *node = build->node;
    double value = evaluate_real(node->type, node->value);
    if (node->op == SYMBOLIC_VARIABLE) {
        const struct problem *problem = build->problem;
        build->term.ast =
            integer_variable(build->z3, &problem->unknowns[problem_unknown(problem, node->a)]);
        return;
    }
    build->term.ast = real_constant(build, value);
    build->term.simplified = !isfinite(value);
}

static bool real_is_constant(const struct build *build, uint32_t node)
{
    return build->nodes[node].op == SYMBOLIC_CONSTANT;
}

/* Makes an operand keep its value, so that a product is linear. */
static Z3_ast real_fix(struct build *build, uint32_t node)
{
    const struct symbolic_node *of = &build->nodes[node];
    Z3_ast same = real_is_value(build, node);
    if (!same)
        return build_operand(build, node)->ast;
    build->term.restricted = true;
    build_side(build, same);
    return real_constant(build, evaluate_real(of->type, of->value));
}

static void real_combine(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, node->a)->ast, b = build_operand(build, node->b)->ast;
    Z3_ast *result = &build->term.ast;
    bool varies = !real_is_constant(build, node->b);
    build->term.rounded = true;
    if ((node->op == SYMBOLIC_FLOAT_MULTIPLY && varies && !real_is_constant(build, node->a)) ||
        (node->op == SYMBOLIC_FLOAT_DIVIDE && varies)) {
        build->term.nonlinear = true;
        if (build->mode == MODE_LINEAR)
            b = real_fix(build, node->b);
    }
    switch (node->op) {
    case SYMBOLIC_FLOAT_ADD:
        *result = build_add(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_SUBTRACT:
        *result = build_subtract(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_MULTIPLY:
        *result = build_multiply(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_DIVIDE:
        build_side(build, Z3_mk_not(z3, Z3_mk_eq(z3, b, real_zero(build))));
        build->term.restricted = true;
        *result = Z3_mk_div(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_MINIMUM:
        build->term.rounded = false;
        *result = Z3_mk_ite(z3, Z3_mk_lt(z3, a, b), a, b);
        break;
    default:
        build->term.rounded = false;
        *result = Z3_mk_ite(z3, Z3_mk_lt(z3, a, b), b, a);
    }
}

static void real_compare(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, node->a)->ast, b = build_operand(build, node->b)->ast;
    Z3_ast *result = &build->term.ast;
    switch (node->op) {
    case SYMBOLIC_FLOAT_EQUAL:
        *result = Z3_mk_eq(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_NOT_EQUAL:
        *result = Z3_mk_not(z3, Z3_mk_eq(z3, a, b));
        break;
    case SYMBOLIC_FLOAT_LESS:
        *result = Z3_mk_lt(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_LESS_EQUAL:
        *result = Z3_mk_le(z3, a, b);
        break;
    case SYMBOLIC_FLOAT_GREATER:
        *result = Z3_mk_gt(z3, a, b);
        break;
    default:
        *result = Z3_mk_ge(z3, a, b);
    }
}

static void square_root(struct build *build, Z3_ast a)
{
    Z3_context z3 = build->z3;
    Z3_ast root = Z3_mk_fresh_const(z3, "root", Z3_mk_real_sort(z3));
    build_side(build, Z3_mk_ge(z3, root, real_zero(build)));
    build_side(build, Z3_mk_eq(z3, build_multiply(z3, root, root), a));
    build->term.nonlinear = build->term.rounded = build->term.restricted = true;
    build->term.ast = root;
}

static void real_change(struct build *build)
{
    Z3_context z3 = build->z3;
    Z3_ast a = build_operand(build, build->node->a)->ast, *result = &build->term.ast;
    switch (build->node->op) {
    case SYMBOLIC_FLOAT_NEGATE:
        *result = Z3_mk_unary_minus(z3, a);
        break;
    case SYMBOLIC_FLOAT_ABSOLUTE:
        *result = negate_if_negative(build, a, a);
        break;
    case SYMBOLIC_FLOAT_FLOOR:
        *result = round_down(build, a);
        break;
    case SYMBOLIC_FLOAT_CEILING:
        *result = Z3_mk_unary_minus(z3, round_down(build, Z3_mk_unary_minus(z3, a)));
        break;
    case SYMBOLIC_FLOAT_TRUNCATE:
        *result = negate_if_negative(build, a, round_down(build, negate_if_negative(build, a, a)));
        break;
    default:
        square_root(build, a);
    }
}

static void real_from_integer(struct build *build)
{
    const struct symbolic_node *node = build->node;
    int digits = node->type == SYMBOLIC_FLOAT ? FLT_MANT_DIG : DBL_MANT_DIG;
    struct number number = node->op == SYMBOLIC_FROM_SIGNED ? number_signed(build, node->a)
                                                            : number_unsigned(build, node->a);
    __int128 most = (__int128)1 << digits;
    build->term.rounded = number.lower < -most || number.upper > most;
    build->term.ast = Z3_mk_int2real(build->z3, number.ast);
}

/* Converts to an integer. Values that do not fit are excluded: C does not define their result. */
static void real_to_integer(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    Z3_sort integers = Z3_mk_int_sort(z3);
    Z3_ast a = build_operand(build, node->a)->ast;
    Z3_ast whole = Z3_mk_real2int(z3, negate_if_negative(build, a, a));
    bool is_signed = node->op == SYMBOLIC_TO_SIGNED;
    unsigned width = operation_width(node->type);
    __int128 power = (__int128)1 << (is_signed ? width - 1 : width);
    struct number number = {.lower = is_signed ? -power : 0, .upper = power - 1};
    number.ast =
        Z3_mk_ite(z3, Z3_mk_lt(z3, a, real_zero(build)), Z3_mk_unary_minus(z3, whole), whole);
    build_side(build, Z3_mk_ge(z3, number.ast, build_constant(z3, integers, number.lower)));
    build_side(build, Z3_mk_le(z3, number.ast, build_constant(z3, integers, number.upper)));
    build->term.restricted = true;
    if (is_signed)
        number_wrap(build, number);
    else
        number_is_unsigned(build, number);
}

void real_term(struct build *build)
{
    const struct symbolic_node *node = build->node;
    switch (operation_shape(node->op)) {
    case SHAPE_LEAF:
        real_leaf(build);
        break;
    case SHAPE_FLOATS:
        real_combine(build);
        break;
    case SHAPE_COMPARE_FLOATS:
        real_compare(build);
        break;
    case SHAPE_FLOAT:
        real_change(build);
        break;
    case SHAPE_CONVERT_FLOAT:
        build->term.ast = build_operand(build, node->a)->ast;
        build->term.rounded =
            node->type == SYMBOLIC_FLOAT && build->nodes[node->a].type == SYMBOLIC_DOUBLE;
        break;
    case SHAPE_FROM_INTEGER:
        real_from_integer(build);
        break;
    case SHAPE_TO_INTEGER:
        real_to_integer(build);
        break;
    default:
        number_give_up(build);
    }
}
