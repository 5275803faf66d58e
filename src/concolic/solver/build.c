#include "concolic/solver/build.h"

struct build build_of(const struct problem *problem, enum mode mode, uint32_t node)
{
    const struct symbolic_node *nodes = problem->trace->nodes;
    return (struct build){.problem = problem,
                          .z3 = problem->engine->session.context,
                          .mode = mode,
                          .nodes = nodes,
                          .node = &nodes[node]};
}

Z3_ast build_and(Z3_context z3, Z3_ast a, Z3_ast b)
{
    return Z3_mk_and(z3, 2, (Z3_ast[]){a, b});
}

Z3_ast build_or(Z3_context z3, Z3_ast a, Z3_ast b)
{
    return Z3_mk_or(z3, 2, (Z3_ast[]){a, b});
}

Z3_ast build_add(Z3_context z3, Z3_ast a, Z3_ast b)
{
    return Z3_mk_add(z3, 2, (Z3_ast[]){a, b});
}

Z3_ast build_subtract(Z3_context z3, Z3_ast a, Z3_ast b)
{
    return Z3_mk_sub(z3, 2, (Z3_ast[]){a, b});
}

Z3_ast build_multiply(Z3_context z3, Z3_ast a, Z3_ast b)
{
    return Z3_mk_mul(z3, 2, (Z3_ast[]){a, b});
}

void build_side(struct build *build, Z3_ast condition)
{
    Z3_ast *side = &build->term.side;
    *side = *side ? build_and(build->z3, *side, condition) : condition;
}

void build_usual(struct build *build, Z3_ast condition)
{
    if (!build->term.usual)
        build->term.usual = Z3_mk_fresh_const(build->z3, "usual", Z3_mk_bool_sort(build->z3));
    build_side(build, Z3_mk_implies(build->z3, build->term.usual, condition));
}

Z3_ast build_constant(Z3_context z3, Z3_sort sort, __int128 value)
{
    if (value >= INT64_MIN && value <= INT64_MAX)
        return Z3_mk_int64(z3, (int64_t)value, sort);
    char digits[48], *at = digits + sizeof digits;
    unsigned __int128 rest = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    *--at = '\0';
    for (; rest; rest /= 10)
        *--at = (char)('0' + (int)(rest % 10));
    if (value < 0)
        *--at = '-';
    return Z3_mk_numeral(z3, at, sort);
}
