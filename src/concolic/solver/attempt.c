
#include "concolic/solver/attempt.h"

#include "concolic/path/evaluate.h"
#include "concolic/solver/bits.h"
#include "concolic/solver/floats.h"
#include "concolic/solver/integer.h"
#include "concolic/solver/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAPS_MOST = 200 }; /* gaps of one domain that are asserted */

static bool is_difficult(const struct problem *problem, enum mode mode, uint32_t number,
                         const struct term *term)
{
    const struct symbolic_node *node = &problem->trace->nodes[number];
    const uint32_t operands[3] = {node->a, node->b, node->c};
    unsigned count = operation_operands(node->op);
    bool difficult = term->simplified || term->nonlinear;
    for (unsigned i = 0; i < count && i < 3; i++)
        difficult |= engine_term(problem, mode, operands[i])->difficult;
    return difficult;
}

static void make_terms(struct attempt *attempt)
{
    const struct problem *problem = attempt->problem;
    struct session *session = &problem->engine->session;
    enum mode mode = attempt->mode;
    uint32_t *slots = problem->index->slots[mode];
    /* In this mode terms depend on the domains of the problem's variables. */
    if (mode == MODE_INTEGER) {
        session->term_count[mode] = 1;
        for (size_t i = 0; i < problem->node_count; i++)
            slots[problem->nodes[i]] = 0;
    }
    for (size_t i = 0; i < problem->node_count; i++) {
        uint32_t node = problem->nodes[i];
        if (slots[node] == 0) {
            struct term term =
                mode == MODE_BITS ? bits_term(problem, node) : integer_term(problem, mode, node);
            term.difficult = is_difficult(problem, mode, node, &term);
            session->terms[mode] = memory_room(session->terms[mode], session->term_count[mode],
                                               &session->term_space[mode], sizeof term);
            slots[node] = (uint32_t)session->term_count[mode];
            session->terms[mode][session->term_count[mode]++] = term;
        }
    }
}

static bool attempt_counts(const struct attempt *attempt, uint32_t node)
{
    return !attempt->easy || !engine_term(attempt->problem, attempt->mode, node)->difficult;
}

static void note_terms(struct attempt *attempt)
{
    const struct problem *problem = attempt->problem;
    if (!problem->goal_simple && !attempt_counts(attempt, problem->goal.node))
        attempt->easy = false;
    for (size_t i = 0; i < problem->node_count; i++) {
        const struct term *term = engine_term(problem, attempt->mode, problem->nodes[i]);
        if (!attempt_counts(attempt, problem->nodes[i])) {
            attempt->left_out = true;
            continue;
        }
        attempt->nonlinear |= term->nonlinear;
        attempt->too_hard |= term->simplified;
        attempt->uncertain |= term->restricted || term->rounded || term->simplified;
    }
}

Z3_ast attempt_between(const struct attempt *attempt, const struct unknown *unknown, __int128 lower,
                       __int128 upper)
{
    Z3_context z3 = attempt->z3;
    if (attempt->mode != MODE_BITS) {
        Z3_ast variable = integer_variable(z3, unknown);
        Z3_sort sort = Z3_mk_int_sort(z3);
        if (lower == upper)
            return Z3_mk_eq(z3, variable, build_constant(z3, sort, lower));
        return build_and(z3, Z3_mk_ge(z3, variable, build_constant(z3, sort, lower)),
                         Z3_mk_le(z3, variable, build_constant(z3, sort, upper)));
    }
    Z3_ast variable = bits_variable(z3, unknown);
    if (unknown->type == SYMBOLIC_I1)
        return lower > 0 ? variable : upper <= 0 ? Z3_mk_not(z3, variable) : Z3_mk_true(z3);
    Z3_sort sort = Z3_mk_bv_sort(z3, operation_width(unknown->type));
    Z3_ast least = Z3_mk_unsigned_int64(z3, unknown_bits(unknown, lower), sort);
    Z3_ast most = Z3_mk_unsigned_int64(z3, unknown_bits(unknown, upper), sort);
    return unknown->is_unsigned
               ? build_and(z3, Z3_mk_bvuge(z3, variable, least), Z3_mk_bvule(z3, variable, most))
               : build_and(z3, Z3_mk_bvsge(z3, variable, least), Z3_mk_bvsle(z3, variable, most));
}

static void assert_(const struct attempt *attempt, Z3_ast condition)
{
    Z3_solver_assert(attempt->z3, attempt->solver, condition);
}

static void attempt_assume(struct attempt *attempt, Z3_ast literal)
{
    attempt->assumed =
        memory_resize(attempt->assumed, (attempt->assumed_count + 1) * sizeof *attempt->assumed);
    attempt->assumed[attempt->assumed_count++] = literal;
}

/* Asserts the domains of variables. Variables that are not tuned keep their values if possible. */
static void assert_domains(struct attempt *attempt)
{
    Z3_context z3 = attempt->z3;
    for (size_t i = 0; i < attempt->problem->unknown_count; i++) {
        const struct unknown *unknown = &attempt->problem->unknowns[i];
        const struct domain *domain = &unknown->domain;
        if (operation_is_float(unknown->type))
            continue;
        assert_(attempt, attempt_between(attempt, unknown, domain->spans[0].lower,
                                         domain->spans[domain->count - 1].upper));
        for (size_t j = 1; j < domain->count && j < GAPS_MOST; j++)
            assert_(attempt,
                    Z3_mk_not(z3, attempt_between(attempt, unknown, domain->spans[j - 1].upper + 1,
                                                  domain->spans[j].lower - 1)));
        if (!attempt->once && !unknown->tuned && domain_has(domain, unknown->before)) {
            Z3_ast keeps = Z3_mk_fresh_const(z3, "keeps", Z3_mk_bool_sort(z3));
            assert_(attempt, Z3_mk_implies(z3, keeps,
                                           attempt_between(attempt, unknown, unknown->before,
                                                           unknown->before)));
            attempt_assume(attempt, keeps);
        }
    }
}

/* Asserts that ranks are equal, sizes are equal, and the rank is below the size (paper, III-B). */
static void assert_ranks(const struct attempt *attempt)
{
    const struct unknown *rank = NULL, *size = NULL;
    Z3_context z3 = attempt->z3;
    bool bits = attempt->mode == MODE_BITS;
    for (size_t i = 0; i < attempt->problem->unknown_count; i++) {
        const struct unknown *unknown = &attempt->problem->unknowns[i];
        unsigned kind = attempt->problem->trace->variables[unknown->variable].kind;
        const struct unknown **of = kind == SYMBOLIC_RANK   ? &rank
                                    : kind == SYMBOLIC_SIZE ? &size
                                                            : NULL;
        if (of && *of && (*of)->type == unknown->type)
            assert_(attempt,
                    bits ? Z3_mk_eq(z3, bits_variable(z3, *of), bits_variable(z3, unknown))
                         : Z3_mk_eq(z3, integer_variable(z3, *of), integer_variable(z3, unknown)));
        if (of)
            *of = unknown;
    }
    if (!rank || !size || rank->type != size->type)
        return;
    assert_(attempt, bits ? Z3_mk_bvslt(z3, bits_variable(z3, rank), bits_variable(z3, size))
                          : Z3_mk_lt(z3, integer_variable(z3, rank), integer_variable(z3, size)));
}

static Z3_ast claim_term(const struct attempt *attempt, const struct claim *claim)
{
    return attempt->mode == MODE_BITS ? bits_claim(attempt->problem, claim)
                                      : integer_claim(attempt->problem, attempt->mode, claim);
}

/* Asserts the claims. Returns false if this mode cannot express one. */
static bool assert_claims(struct attempt *attempt)
{
    const struct problem *problem = attempt->problem;
    for (size_t i = 0; i < problem->node_count; i++) {
        const struct term *term = engine_term(problem, attempt->mode, problem->nodes[i]);
        if (!attempt_counts(attempt, problem->nodes[i]))
            continue;
        if (term->side)
            assert_(attempt, term->side);
        if (term->usual)
            attempt_assume(attempt, term->usual);
    }
    for (size_t i = 0; i < problem->claim_count; i++) {
        if (attempt_counts(attempt, problem->claims[i].node))
            assert_(attempt, claim_term(attempt, &problem->claims[i]));
    }
    Z3_ast goal =
        problem->goal_simple ? Z3_mk_true(attempt->z3) : claim_term(attempt, &problem->goal);
    if (!goal)
        return false;
    assert_(attempt, goal);
    return true;
}

Z3_lbool attempt_check(struct attempt *attempt, double deadline)
{
    return session_check(&attempt->problem->engine->session, attempt->solver,
                         attempt->assumed_count, attempt->assumed, deadline);
}

/* Drops assumed conditions that contradict the rest. Returns false if none of them does. */
static bool attempt_give_up(struct attempt *attempt)
{
    Z3_ast_vector core = Z3_solver_get_unsat_core(attempt->z3, attempt->solver);
    Z3_ast_vector_inc_ref(attempt->z3, core);
    unsigned count = Z3_ast_vector_size(attempt->z3, core), kept = 0;
    for (unsigned i = 0; i < attempt->assumed_count; i++) {
        bool in = false;
        for (unsigned j = 0; j < count && !in; j++)
            in = Z3_ast_vector_get(attempt->z3, core, j) == attempt->assumed[i];
        if (!in)
            attempt->assumed[kept++] = attempt->assumed[i];
        else if (attempt->too_hard)
            attempt->simplified = true;
    }
    attempt->assumed_count = kept;
    Z3_ast_vector_dec_ref(attempt->z3, core);
    return count > 0;
}

static double real_of(Z3_context z3, Z3_ast value)
{
    enum { DECIMALS = 30 };
    if (Z3_is_algebraic_number(z3, value))
        return strtod(Z3_get_numeral_decimal_string(z3, value, DECIMALS), NULL);
    /* A quotient of integers, either of which may be large. */
    const char *text = Z3_get_numeral_string(z3, value);
    char *end;
    long double numerator = strtold(text, &end);
    return (double)(*end == '/' ? numerator / strtold(end + 1, NULL) : numerator);
}

static Z3_ast value_in(Z3_context z3, Z3_model model, Z3_ast variable)
{
    Z3_ast value = NULL;
    return Z3_model_eval(z3, model, variable, true, &value) ? value : NULL;
}

static uint64_t bits_in(const struct attempt *attempt, Z3_model model,
                        const struct unknown *unknown)
{
    Z3_context z3 = attempt->z3;
    uint64_t bits = 0;
    Z3_ast variable = bits_variable(z3, unknown);
    if (unknown->type == SYMBOLIC_I1)
        return Z3_get_bool_value(z3, value_in(z3, model, variable)) == Z3_L_TRUE;
    if (operation_is_float(unknown->type)) {
        if (Z3_fpa_is_numeral_nan(z3, value_in(z3, model, variable)))
            return evaluate_bits(unknown->type, NAN);
        variable = Z3_mk_fpa_to_ieee_bv(z3, variable);
    }
    Z3_get_numeral_uint64(z3, value_in(z3, model, variable), &bits);
    return bits;
}

static uint64_t attempt_number_in(const struct attempt *attempt, Z3_model model,
                                  const struct unknown *unknown)
{
    Z3_ast value = value_in(attempt->z3, model, integer_variable(attempt->z3, unknown));
    int64_t number;
    uint64_t large;
    if (operation_is_float(unknown->type))
        return evaluate_bits(unknown->type, real_of(attempt->z3, value));
    if (Z3_get_numeral_int64(attempt->z3, value, &number))
        return unknown_bits(unknown, number);
    return Z3_get_numeral_uint64(attempt->z3, value, &large) ? large : 0;
}

static void read_model(const struct attempt *attempt, uint64_t *values)
{
    const struct problem *problem = attempt->problem;
    Z3_model model = Z3_solver_get_model(attempt->z3, attempt->solver);
    Z3_model_inc_ref(attempt->z3, model);
    for (size_t i = 0; i < problem->unknown_count; i++) {
        const struct unknown *unknown = &problem->unknowns[i];
        values[i] = attempt->mode == MODE_BITS ? bits_in(attempt, model, unknown)
                                               : attempt_number_in(attempt, model, unknown);
    }
    Z3_model_dec_ref(attempt->z3, model);
}

bool attempt_take(struct attempt *attempt)
{
    size_t size = attempt->problem->unknown_count * sizeof *attempt->values;
    uint64_t *values = memory_alloc(size);
    bool goal;
    read_model(attempt, values);
    bool holds =
        problem_holds(attempt->problem, values, &goal) || floats_mend(attempt->problem, values);
    if (holds)
        memcpy(attempt->values, values, size);
    free(values);
    return holds;
}

static void attempt_find(struct attempt *attempt)
{
    Z3_lbool answer;
    while ((answer = attempt_check(attempt, attempt->deadline)) == Z3_L_FALSE) {
        if (!attempt_give_up(attempt)) {
            attempt->answer = SOLVER_NONE;
            attempt->proved = !attempt->uncertain;
            return;
        }
    }
    if (answer != Z3_L_TRUE)
        return;
    attempt->answer = SOLVER_FOUND;
    if (!attempt_take(attempt)) {
        read_model(attempt, attempt->values);
        attempt->simplified = true;
        return;
    }
    attempt->simplified = false;
    if (attempt->problem->engine->options.tuning && !attempt->once)
        tune(attempt);
}

void attempt_run(void *argument)
{
    struct attempt *attempt = argument;
    const struct problem *problem = attempt->problem;
    struct session *session = &problem->engine->session;
    attempt->answer = SOLVER_UNKNOWN;
    if (!session_begin(session, problem->index, problem->trace->node_count))
        return;
    attempt->z3 = session->context;
    make_terms(attempt);
    note_terms(attempt);
    attempt->once = attempt->mode == MODE_BITS && problem->floats;
    attempt->solver = session_solver(session, attempt->mode, attempt->once);
    /* Integers cannot express it, but bits can. */
    if (attempt->too_hard && attempt->mode != MODE_BITS && !problem->floats)
        return;
    if (!attempt->once)
        Z3_solver_push(attempt->z3, attempt->solver);
    assert_domains(attempt);
    assert_ranks(attempt);
    if (assert_claims(attempt))
        attempt_find(attempt);
    if (!session->worn && !attempt->once)
        Z3_solver_pop(attempt->z3, attempt->solver, 1);
}

void attempt_free(struct attempt *attempt)
{
    free(attempt->assumed);
}
