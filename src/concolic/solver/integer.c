/* integer.c: translates integers of C to integers of Z3. A term is the signed number of the node's
 * bits. Where the result of an operation may not fit, the term is the result minus a multiple of 2
 * to the width. In MODE_LINEAR that is the multiple of the execution (mostly 0), which makes
 * problems easy. In MODE_INTEGER it can be any multiple, so no value is lost. */
#include "concolic/solver/integer.h"

#include "concolic/path/evaluate.h"
#include "concolic/solver/real.h"

static const __int128 one = 1;

static Z3_ast integer_constant(const struct build *build, __int128 value)
{
    return build_constant(build->z3, Z3_mk_int_sort(build->z3), value);
}

static struct number integer_exactly(const struct build *build, __int128 value)
{
    return (struct number){integer_constant(build, value), value, value, value};
}

static bool integer_is_constant(struct number number)
{
    return number.lower == number.upper;
}

static Z3_ast integer_negative(const struct build *build, Z3_ast ast)
{
    return Z3_mk_lt(build->z3, ast, integer_constant(build, 0));
}

static __int128 integer_low(unsigned type)
{
    return -(one << (operation_width(type) - 1));
}

static __int128 integer_high(unsigned type)
{
    return (one << (operation_width(type) - 1)) - 1;
}

struct number number_signed(const struct build *build, uint32_t node)
{
    const struct term *term = build_operand(build, node);
    const struct symbolic_node *of = &build->nodes[node];
    __int128 now = operation_signed(of->type, of->value);
    if (of->op == SYMBOLIC_CONSTANT)
        return integer_exactly(build, now);
    if (of->type != SYMBOLIC_I1)
        return (struct number){term->ast, term->lower, term->upper, now};
    Z3_ast ast =
        Z3_mk_ite(build->z3, term->ast, integer_constant(build, -1), integer_constant(build, 0));
    return (struct number){ast, -1, 0, now};
}

struct number number_unsigned(const struct build *build, uint32_t node)
{
    const struct symbolic_node *of = &build->nodes[node];
    struct number number = number_signed(build, node);
    __int128 turn = one << operation_width(of->type);
    if (integer_is_constant(number))
        return integer_exactly(build, number.now & (turn - 1));
    if (of->type == SYMBOLIC_I1) {
        const struct term *term = build_operand(build, node);
        return (struct number){
            Z3_mk_ite(build->z3, term->ast, integer_constant(build, 1), integer_constant(build, 0)),
            0, 1, (__int128)of->value};
    }
    number.now = (__int128)of->value;
    if (number.lower >= 0)
        return number;
    Z3_ast turned = build_add(build->z3, number.ast, integer_constant(build, turn));
    number.ast = Z3_mk_ite(build->z3, integer_negative(build, number.ast), turned, number.ast);
    number.upper = number.upper < 0 ? number.upper + turn : turn - 1;
    number.lower = number.upper < turn - 1 ? number.lower + turn : 0;
    return number;
}

static void integer_set(struct build *build, struct number number)
{
    Z3_context z3 = build->z3;
    build->term.ast = number.ast;
    build->term.lower = number.lower;
    build->term.upper = number.upper;
    if (build->node->type == SYMBOLIC_I1)
        build->term.ast = Z3_mk_eq(z3, Z3_mk_mod(z3, number.ast, integer_constant(build, 2)),
                                   integer_constant(build, 1));
}

void number_wrap(struct build *build, struct number number)
{
    unsigned type = build->node->type, width = operation_width(type);
    if (type == SYMBOLIC_I1 ||
        (number.lower >= integer_low(type) && number.upper <= integer_high(type))) {
        integer_set(build, number);
        return;
    }
    Z3_context z3 = build->z3;
    __int128 turns = (number.now - operation_signed(type, build->node->value)) / (one << width);
    Z3_ast result = number.ast, turn = integer_constant(build, turns);
    if (build->mode == MODE_LINEAR) {
        build->term.restricted = true;
    } else {
        turn = Z3_mk_fresh_const(z3, "turn", Z3_mk_int_sort(z3));
        build_usual(build, Z3_mk_eq(z3, turn, integer_constant(build, turns)));
    }
    if (build->mode != MODE_LINEAR || turns != 0)
        result = build_subtract(z3, result,
                                build_multiply(z3, integer_constant(build, one << width), turn));
    build_side(build, Z3_mk_ge(z3, result, integer_constant(build, integer_low(type))));
    build_side(build, Z3_mk_le(z3, result, integer_constant(build, integer_high(type))));
    integer_set(build, (struct number){
                           .ast = result, .lower = integer_low(type), .upper = integer_high(type)});
}

void number_is_unsigned(struct build *build, struct number number)
{
    unsigned type = build->node->type;
    if (type != SYMBOLIC_I1 && number.upper > integer_high(type)) {
        Z3_ast turned = build_subtract(build->z3, number.ast,
                                       integer_constant(build, one << operation_width(type)));
        Z3_ast large = Z3_mk_gt(build->z3, number.ast, integer_constant(build, integer_high(type)));
        number.ast = Z3_mk_ite(build->z3, large, turned, number.ast);
        number.lower = integer_low(type);
        number.upper = integer_high(type);
    }
    integer_set(build, number);
}

static Z3_ast integer_value_of(const struct build *build)
{
    const struct symbolic_node *node = build->node;
    if (operation_is_float(node->type))
        return real_constant(build, evaluate_real(node->type, node->value));
    if (node->type == SYMBOLIC_I1)
        return node->value ? Z3_mk_true(build->z3) : Z3_mk_false(build->z3);
    return integer_constant(build, operation_signed(node->type, node->value));
}

void number_give_up(struct build *build)
{
    const struct symbolic_node *node = build->node;
    const uint32_t operands[] = {node->a, node->b, node->c};
    build->term.simplified = true;
    for (unsigned i = 0; i < operation_operands(node->op); i++) {
        const struct symbolic_node *operand = &build->nodes[operands[i]];
        Z3_ast same;
        if (operation_is_float(operand->type)) {
            same = real_is_value(build, operands[i]);
        } else {
            struct number number = number_signed(build, operands[i]);
            same = Z3_mk_eq(build->z3, number.ast, integer_constant(build, number.now));
        }
        if (same)
            build_usual(build, same);
    }
    __int128 value = operation_signed(node->type, node->value);
    build->term.ast = integer_value_of(build);
    build->term.lower = build->term.upper = value;
}

/* Makes an operand keep its value, so that a product is linear. */
static struct number integer_fix(struct build *build, struct number number)
{
    build->term.restricted = true;
    build_side(build, Z3_mk_eq(build->z3, number.ast, integer_constant(build, number.now)));
    return integer_exactly(build, number.now);
}

static void integer_widen(struct number *number, __int128 value)
{
    if (value < number->lower)
        number->lower = value;
    if (value > number->upper)
        number->upper = value;
}

static struct number integer_multiply(struct build *build, struct number a, struct number b)
{
    if (!integer_is_constant(a) && !integer_is_constant(b)) {
        if (build->mode == MODE_LINEAR)
            b = integer_fix(build, b);
        build->term.nonlinear = true;
    }
    struct number product = {.ast = build_multiply(build->z3, a.ast, b.ast),
                             .lower = a.lower * b.lower,
                             .upper = a.lower * b.lower,
                             .now = a.now * b.now};
    integer_widen(&product, a.lower * b.upper);
    integer_widen(&product, a.upper * b.lower);
    integer_widen(&product, a.upper * b.upper);
    return product;
}

static struct number integer_absolute(const struct build *build, struct number a)
{
    if (a.lower >= 0)
        return a;
    if (integer_is_constant(a))
        return integer_exactly(build, -a.lower);
    Z3_ast minus = Z3_mk_unary_minus(build->z3, a.ast);
    struct number result = {.lower = 0,
                            .upper = a.upper > -a.lower ? a.upper : -a.lower,
                            .now = a.now < 0 ? -a.now : a.now};
    result.ast =
        a.upper <= 0 ? minus : Z3_mk_ite(build->z3, integer_negative(build, a.ast), minus, a.ast);
    return result;
}

/* Returns the quotient or remainder of magnitudes; Z3's div and mod agree with C for these. */
static struct number integer_magnitude(struct build *build, struct number a, struct number b,
                                       bool modulo)
{
    Z3_context z3 = build->z3;
    struct number result = {.ast =
                                modulo ? Z3_mk_mod(z3, a.ast, b.ast) : Z3_mk_div(z3, a.ast, b.ast),
                            .lower = 0,
                            .now = modulo ? a.now % b.now : a.now / b.now};
    __int128 least = b.lower > 1 ? b.lower : 1;
    result.upper = modulo ? b.upper - 1 : a.upper / least;
    if (modulo && a.upper < result.upper)
        result.upper = a.upper;
    return result;
}

static struct number negate_if(const struct build *build, Z3_ast condition, struct number number)
{
    Z3_ast minus = Z3_mk_unary_minus(build->z3, number.ast);
    return (struct number){.ast = Z3_mk_ite(build->z3, condition, minus, number.ast),
                           .lower = -number.upper,
                           .upper = number.upper,
                           .now = number.now};
}

/* Divides towards zero; the remainder has the sign of the dividend. */
static void integer_divide(struct build *build, bool is_signed, bool modulo)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    struct number a = is_signed ? number_signed(build, node->a) : number_unsigned(build, node->a);
    struct number b = is_signed ? number_signed(build, node->b) : number_unsigned(build, node->b);
    if (!integer_is_constant(b)) {
        if (build->mode == MODE_LINEAR)
            b = integer_fix(build, b);
        else
            build_side(build, Z3_mk_not(z3, Z3_mk_eq(z3, b.ast, integer_constant(build, 0))));
        build->term.nonlinear = true;
    }
    if (b.now == 0) {
        number_give_up(build);
        return;
    }
    if (!is_signed) {
        number_is_unsigned(build, integer_magnitude(build, a, b, modulo));
        return;
    }
    struct number result =
        integer_magnitude(build, integer_absolute(build, a), integer_absolute(build, b), modulo);
    result.now = modulo ? a.now % b.now : a.now / b.now;
    Z3_ast minus_a = integer_negative(build, a.ast), minus_b = integer_negative(build, b.ast);
    if (modulo || b.lower >= 0)
        minus_b = Z3_mk_false(z3);
    else if (b.upper < 0)
        minus_b = Z3_mk_true(z3);
    if (a.lower < 0 || (!modulo && b.lower < 0))
        result = negate_if(build, Z3_mk_xor(z3, minus_a, minus_b), result);
    /* The processor traps on the smallest number divided by -1. */
    if (result.upper > integer_high(node->type)) {
        build_side(build,
                   Z3_mk_le(z3, result.ast, integer_constant(build, integer_high(node->type))));
        result.upper = integer_high(node->type);
    }
    integer_set(build, result);
}

static struct number modulo_power(const struct build *build, struct number a, unsigned bits)
{
    __int128 power = one << bits;
    if (a.lower >= 0 && a.upper < power)
        return a;
    return (struct number){.ast = Z3_mk_mod(build->z3, a.ast, integer_constant(build, power)),
                           .lower = 0,
                           .upper = power - 1,
                           .now = a.now & (power - 1)};
}

/* Computes the bits of `mask`, one run at a time; the sign bit counts negative. Returns false if
 * there are too many runs. */
static bool and_mask(struct build *build, struct number a, uint64_t mask, struct number *result)
{
    enum { RUNS_MOST = 3 };
    unsigned width = operation_width(build->node->type), runs = 0;
    *result = integer_exactly(build, 0);
    for (unsigned from = 0; from < width;) {
        if (!(mask >> from & 1)) {
            from++;
            continue;
        }
        unsigned to = from;
        while (to < width && mask >> to & 1)
            to++;
        if (++runs > RUNS_MOST)
            return false;
        struct number upper = to == width ? a : modulo_power(build, a, to);
        struct number lower = modulo_power(build, a, from);
        result->ast =
            build_add(build->z3, result->ast, build_subtract(build->z3, upper.ast, lower.ast));
        from = to;
    }
    uint64_t sign = (operation_mask(build->node->type) >> 1) + 1;
    result->upper = (__int128)(mask & ~sign);
    result->lower = mask & sign ? integer_low(build->node->type) : 0;
    result->now = operation_signed(build->node->type, (uint64_t)a.now & mask);
    return true;
}

static bool is_bit(struct number number)
{
    return number.lower >= 0 && number.upper <= 1;
}

static void combine_bools(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_ast a = build_operand(build, node->a)->ast, b = build_operand(build, node->b)->ast;
    build->term.ast = node->op == SYMBOLIC_AND  ? build_and(build->z3, a, b)
                      : node->op == SYMBOLIC_OR ? build_or(build->z3, a, b)
                                                : Z3_mk_xor(build->z3, a, b);
}

/* Computes AND, OR, XOR with a constant, or of operands that are 0 or 1. */
static void combine_bits(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    if (node->type == SYMBOLIC_I1) {
        combine_bools(build);
        return;
    }
    struct number a = number_signed(build, node->a), b = number_signed(build, node->b), both;
    if (integer_is_constant(a)) {
        both = a;
        a = b;
        b = both;
    }
    if (is_bit(a) && is_bit(b)) {
        Z3_ast less = Z3_mk_lt(z3, a.ast, b.ast);
        Z3_ast least = Z3_mk_ite(z3, less, a.ast, b.ast), most = Z3_mk_ite(z3, less, b.ast, a.ast);
        struct number bit = {.upper = 1};
        bit.ast = node->op == SYMBOLIC_AND  ? least
                  : node->op == SYMBOLIC_OR ? most
                                            : build_subtract(z3, most, least);
        integer_set(build, bit);
        return;
    }
    uint64_t mask = (uint64_t)b.now & operation_mask(node->type);
    if (node->op == SYMBOLIC_OR)
        mask = ~mask & operation_mask(node->type);
    if (!integer_is_constant(b) || !and_mask(build, a, mask, &both)) {
        number_give_up(build);
        return;
    }
    if (node->op == SYMBOLIC_OR) {
        both.ast = build_add(z3, both.ast, b.ast);
        both.lower += b.now;
        both.upper += b.now;
    } else if (node->op == SYMBOLIC_XOR) {
        both.ast = build_subtract(z3, build_add(z3, a.ast, b.ast),
                                  build_multiply(z3, integer_constant(build, 2), both.ast));
        both.lower = integer_low(node->type);
        both.upper = integer_high(node->type);
    }
    integer_set(build, both);
}

/* Returns the result of an operation that can overflow, without a limit to its width. */
static struct number integer_exact(struct build *build)
{
    const struct symbolic_node *node = build->node;
    struct number a = number_signed(build, node->a);
    Z3_context z3 = build->z3;
    if (node->op == SYMBOLIC_ABSOLUTE)
        return integer_absolute(build, a);
    struct number b = number_signed(build, node->b);
    switch (node->op) {
    case SYMBOLIC_ADD:
        return (struct number){build_add(z3, a.ast, b.ast), a.lower + b.lower, a.upper + b.upper,
                               a.now + b.now};
    case SYMBOLIC_SUBTRACT:
        return (struct number){build_subtract(z3, a.ast, b.ast), a.lower - b.upper,
                               a.upper - b.lower, a.now - b.now};
    case SYMBOLIC_SHIFT_LEFT:
        return integer_multiply(
            build, a,
            integer_exactly(build, one << ((unsigned)b.now & (operation_width(node->type) - 1))));
    default:
        return integer_multiply(build, a, b);
    }
}

static void integer_shift(struct build *build)
{
    const struct symbolic_node *node = build->node;
    struct number count = number_unsigned(build, node->b);
    if (!integer_is_constant(count)) {
        if (build->mode != MODE_LINEAR) {
            number_give_up(build);
            return;
        }
        build->term.nonlinear = true;
        count = integer_fix(build, count);
    }
    unsigned bits = (unsigned)count.now & (operation_width(node->type) - 1);
    __int128 power = one << bits;
    if (node->op == SYMBOLIC_SHIFT_LEFT) {
        number_wrap(build, integer_exact(build));
        return;
    }
    bool is_signed = node->op == SYMBOLIC_SHIFT_RIGHT_SIGNED;
    struct number a = is_signed ? number_signed(build, node->a) : number_unsigned(build, node->a);
    a.ast = Z3_mk_div(build->z3, a.ast, integer_constant(build, power));
    a.lower >>= bits;
    a.upper >>= bits;
    a.now >>= bits;
    if (is_signed)
        number_wrap(build, a);
    else
        number_is_unsigned(build, a);
}

static Z3_ast below_unsigned(const struct build *build, struct number a, struct number b)
{
    Z3_context z3 = build->z3;
    Z3_ast less = Z3_mk_lt(z3, a.ast, b.ast);
    if ((a.lower >= 0 && b.lower >= 0) || (a.upper < 0 && b.upper < 0))
        return less;
    Z3_ast minus_a = integer_negative(build, a.ast), minus_b = integer_negative(build, b.ast);
    return Z3_mk_ite(z3, minus_a, build_and(z3, minus_b, less), build_or(z3, minus_b, less));
}

static void integer_compare(struct build *build)
{
    const struct symbolic_node *node = build->node;
    Z3_context z3 = build->z3;
    struct number a = number_signed(build, node->a), b = number_signed(build, node->b);
    Z3_ast *result = &build->term.ast;
    switch (node->op) {
    case SYMBOLIC_EQUAL:
        *result = Z3_mk_eq(z3, a.ast, b.ast);
        break;
    case SYMBOLIC_NOT_EQUAL:
        *result = Z3_mk_not(z3, Z3_mk_eq(z3, a.ast, b.ast));
        break;
    case SYMBOLIC_LESS_SIGNED:
        *result = Z3_mk_lt(z3, a.ast, b.ast);
        break;
    case SYMBOLIC_LESS_EQUAL_SIGNED:
        *result = Z3_mk_le(z3, a.ast, b.ast);
        break;
    case SYMBOLIC_GREATER_SIGNED:
        *result = Z3_mk_gt(z3, a.ast, b.ast);
        break;
    case SYMBOLIC_GREATER_EQUAL_SIGNED:
        *result = Z3_mk_ge(z3, a.ast, b.ast);
        break;
    case SYMBOLIC_LESS_UNSIGNED:
        *result = below_unsigned(build, a, b);
        break;
    case SYMBOLIC_LESS_EQUAL_UNSIGNED:
        *result = Z3_mk_not(z3, below_unsigned(build, b, a));
        break;
    case SYMBOLIC_GREATER_UNSIGNED:
        *result = below_unsigned(build, b, a);
        break;
    default:
        *result = Z3_mk_not(z3, below_unsigned(build, a, b));
    }
}

static void integer_minimum(struct build *build)
{
    const struct symbolic_node *node = build->node;
    bool least = node->op == SYMBOLIC_MINIMUM_SIGNED || node->op == SYMBOLIC_MINIMUM_UNSIGNED;
    bool is_signed = node->op == SYMBOLIC_MINIMUM_SIGNED || node->op == SYMBOLIC_MAXIMUM_SIGNED;
    struct number a = number_signed(build, node->a), b = number_signed(build, node->b);
    Z3_ast less = is_signed ? Z3_mk_lt(build->z3, a.ast, b.ast) : below_unsigned(build, a, b);
    struct number result = {
        .ast = Z3_mk_ite(build->z3, less, least ? a.ast : b.ast, least ? b.ast : a.ast),
        .lower = a.lower,
        .upper = a.upper};
    integer_widen(&result, b.lower);
    integer_widen(&result, b.upper);
    number_wrap(build, result);
}

static void integer_operation(struct build *build)
{
    switch (build->node->op) {
    case SYMBOLIC_DIVIDE_SIGNED:
        integer_divide(build, true, false);
        break;
    case SYMBOLIC_DIVIDE_UNSIGNED:
        integer_divide(build, false, false);
        break;
    case SYMBOLIC_REMAINDER_SIGNED:
        integer_divide(build, true, true);
        break;
    case SYMBOLIC_REMAINDER_UNSIGNED:
        integer_divide(build, false, true);
        break;
    case SYMBOLIC_AND:
    case SYMBOLIC_OR:
    case SYMBOLIC_XOR:
        combine_bits(build);
        break;
    case SYMBOLIC_SHIFT_LEFT:
    case SYMBOLIC_SHIFT_RIGHT_SIGNED:
    case SYMBOLIC_SHIFT_RIGHT_UNSIGNED:
        integer_shift(build);
        break;
    case SYMBOLIC_MINIMUM_SIGNED ... SYMBOLIC_MAXIMUM_UNSIGNED:
        integer_minimum(build);
        break;
    default:
        number_wrap(build, integer_exact(build));
    }
}

static void integer_of_variable(struct build *build)
{
    const struct problem *problem = build->problem;
    const struct unknown *unknown = &problem->unknowns[problem_unknown(problem, build->node->a)];
    struct number number = {.ast = integer_variable(build->z3, unknown),
                            .lower = unknown->whole.lower,
                            .upper = unknown->whole.upper};
    if (build->mode == MODE_INTEGER) {
        number.lower = unknown->domain.spans[0].lower;
        number.upper = unknown->domain.spans[unknown->domain.count - 1].upper;
    }
    number_is_unsigned(build, number);
}

static void integer_choose(struct build *build)
{
    const struct symbolic_node *node = build->node;
    const struct term *a = build_operand(build, node->a);
    const struct term *b = build_operand(build, node->b), *c = build_operand(build, node->c);
    build->term.ast = Z3_mk_ite(build->z3, a->ast, b->ast, c->ast);
    build->term.lower = b->lower < c->lower ? b->lower : c->lower;
    build->term.upper = b->upper > c->upper ? b->upper : c->upper;
}

static void integer_slice(struct build *build, unsigned from)
{
    struct number a = number_signed(build, build->node->a);
    if (from > 0)
        a.ast = Z3_mk_div(build->z3, a.ast, integer_constant(build, one << from));
    a.lower >>= from;
    a.upper >>= from;
    a.now >>= from;
    number_wrap(build, a);
}

static void integer_concatenate(struct build *build)
{
    const struct symbolic_node *node = build->node;
    struct number a = number_signed(build, node->a), b = number_unsigned(build, node->b);
    __int128 power = one << operation_width(build->nodes[node->b].type);
    integer_set(
        build,
        (struct number){
            .ast = build_add(
                build->z3, build_multiply(build->z3, a.ast, integer_constant(build, power)), b.ast),
            .lower = a.lower * power + b.lower,
            .upper = a.upper * power + b.upper});
}

struct term integer_term(const struct problem *problem, enum mode mode, uint32_t number)
{
    struct build build = build_of(problem, mode, number);
    const struct symbolic_node *node = build.node;
    switch (operation_shape(node->op)) {
    case SHAPE_LEAF:
        if (operation_is_float(node->type)) {
            real_term(&build);
        } else if (node->op == SYMBOLIC_VARIABLE) {
            integer_of_variable(&build);
        } else {
            build.term.ast = integer_value_of(&build);
            build.term.lower = build.term.upper = operation_signed(node->type, node->value);
        }
        break;
    case SHAPE_INTEGERS:
        integer_operation(&build);
        break;
    case SHAPE_CONCATENATE:
        integer_concatenate(&build);
        break;
    case SHAPE_COMPARE:
        integer_compare(&build);
        break;
    case SHAPE_INTEGER:
        number_wrap(&build, integer_exact(&build));
        break;
    case SHAPE_EXTEND:
        integer_set(&build, node->op == SYMBOLIC_EXTEND_SIGN ? number_signed(&build, node->a)
                                                             : number_unsigned(&build, node->a));
        break;
    case SHAPE_TRUNCATE:
    case SHAPE_EXTRACT:
        integer_slice(&build, node->op == SYMBOLIC_EXTRACT ? node->b : 0);
        break;
    case SHAPE_CHOOSE:
        integer_choose(&build);
        break;
    default:
        real_term(&build);
    }
    return build.term;
}

Z3_ast integer_variable(Z3_context z3, const struct unknown *unknown)
{
    Z3_sort sort = operation_is_float(unknown->type) ? Z3_mk_real_sort(z3) : Z3_mk_int_sort(z3);
    return Z3_mk_const(z3, Z3_mk_int_symbol(z3, (int)unknown->variable), sort);
}

static Z3_ast integer_any_of(const struct build *build, const struct claim *claim)
{
    struct number number = number_signed(build, claim->node);
    Z3_ast any = Z3_mk_false(build->z3);
    for (size_t i = 0; i < claim->value_count; i++) {
        __int128 value = operation_signed(build->node->type, (uint64_t)claim->values[i]);
        any = build_or(build->z3, any,
                       Z3_mk_eq(build->z3, number.ast, integer_constant(build, value)));
    }
    return any;
}

/* Makes the condition of an overflow; NULL: integers do not express it. */
static Z3_ast integer_overflows(struct build *build)
{
    const struct symbolic_node *node = build->node;
    unsigned type = node->type;
    if (!claim_can_overflow(node->op) ||
        (node->op == SYMBOLIC_SHIFT_LEFT && build->nodes[node->b].op != SYMBOLIC_CONSTANT))
        return NULL;
    struct number number = integer_exact(build);
    Z3_ast out = build_or(
        build->z3, Z3_mk_lt(build->z3, number.ast, integer_constant(build, integer_low(type))),
        Z3_mk_gt(build->z3, number.ast, integer_constant(build, integer_high(type))));
    return build->term.side ? build_and(build->z3, out, build->term.side) : out;
}

Z3_ast integer_claim(const struct problem *problem, enum mode mode, const struct claim *claim)
{
    struct build build = build_of(problem, mode, claim->node);
    Z3_context z3 = build.z3;
    struct number number;
    Z3_ast result;
    switch (claim->kind) {
    case CLAIM_EQUAL:
    case CLAIM_DIFFERENT:
        number = number_signed(&build, claim->node);
        result =
            Z3_mk_eq(z3, number.ast,
                     integer_constant(&build, operation_signed(build.node->type, claim->value)));
        return claim->kind == CLAIM_EQUAL ? result : Z3_mk_not(z3, result);
    case CLAIM_BELOW:
    case CLAIM_NOT_BELOW:
        number = number_unsigned(&build, claim->node);
        result = Z3_mk_lt(z3, number.ast, integer_constant(&build, (__int128)claim->value));
        return claim->kind == CLAIM_BELOW ? result : Z3_mk_not(z3, result);
    case CLAIM_AMONG:
        return integer_any_of(&build, claim);
    case CLAIM_NOT_AMONG:
        return Z3_mk_not(z3, integer_any_of(&build, claim));
    case CLAIM_OVERFLOW:
        return integer_overflows(&build);
    case CLAIM_NOTHING:
        break;
    }
    return Z3_mk_true(z3);
}
