/* tune.c: input tuning, by algorithms 1 to 3 of the dissertation (3.3). It bounds the distance of
 * values from zero, so that negative values do not get large either. A value is negative only if it
 * must be. */
#include "concolic/solver/tune.h"

struct tuning {
    struct attempt *attempt;
    const struct problem *problem;
    double deadline;
    size_t single; /* the unknown that is tuned; SIZE_MAX: all tuned ones */
};

static bool tune_is_tuned(const struct tuning *tuning, size_t number)
{
    return tuning->problem->unknowns[number].tuned &&
           (tuning->single == SIZE_MAX || tuning->single == number);
}

static __int128 tune_number_of(const struct tuning *tuning, size_t number)
{
    return unknown_number(&tuning->problem->unknowns[number], tuning->attempt->values[number]);
}

/* Returns the largest distance from zero (algorithm 2). */
static __int128 tune_largest(const struct tuning *tuning)
{
    __int128 most = -1;
    for (size_t i = 0; i < tuning->problem->unknown_count; i++) {
        __int128 value = tune_is_tuned(tuning, i) ? tune_number_of(tuning, i) : 0;
        if (tune_is_tuned(tuning, i) && (value < 0 ? -value : value) > most)
            most = value < 0 ? -value : value;
    }
    return most;
}

static void assert_between(const struct tuning *tuning, size_t number, __int128 lower,
                           __int128 upper)
{
    const struct attempt *attempt = tuning->attempt;
    const struct unknown *unknown = &tuning->problem->unknowns[number];
    if (lower < unknown->whole.lower)
        lower = unknown->whole.lower;
    if (upper > unknown->whole.upper)
        upper = unknown->whole.upper;
    Z3_solver_assert(attempt->z3, attempt->solver,
                     lower <= upper ? attempt_between(attempt, unknown, lower, upper)
                                    : Z3_mk_false(attempt->z3));
}

static void assert_bound(const struct tuning *tuning, __int128 bound)
{
    for (size_t i = 0; i < tuning->problem->unknown_count; i++) {
        if (tune_is_tuned(tuning, i))
            assert_between(tuning, i, -bound, bound);
    }
}

/* Says whether there is a solution with the last assertion; takes its values if so. */
static bool tune_possible(struct tuning *tuning)
{
    return attempt_check(tuning->attempt, tuning->deadline) == Z3_L_TRUE &&
           attempt_take(tuning->attempt);
}

static bool possible_within(struct tuning *tuning, __int128 bound)
{
    const struct attempt *attempt = tuning->attempt;
    Z3_solver_push(attempt->z3, attempt->solver);
    assert_bound(tuning, bound);
    bool found = tune_possible(tuning);
    if (!tuning->problem->engine->session.worn)
        Z3_solver_pop(attempt->z3, attempt->solver, 1);
    return found;
}

static bool time_is_left(const struct tuning *tuning)
{
    return !tuning->problem->engine->session.worn && session_time() < tuning->deadline;
}

/* Finds the lowest possible bound (algorithm 3). Z3 often gives the smallest values by itself;
 * otherwise they are mostly much smaller. So it first asks whether there is anything to gain, and
 * then searches upwards. */
static __int128 lowest_bound(struct tuning *tuning, __int128 upper)
{
    __int128 lower = 0;
    if (!possible_within(tuning, upper - 1))
        return upper;
    upper = tune_largest(tuning);
    for (__int128 probe = 1; lower + 1 < upper && probe < upper && time_is_left(tuning);
         probe *= 4) {
        if (possible_within(tuning, probe))
            break;
        lower = probe;
    }
    if (tune_largest(tuning) < upper)
        upper = tune_largest(tuning);
    while (lower + 1 < upper && time_is_left(tuning)) {
        __int128 middle = lower + (upper - lower) / 2;
        if (possible_within(tuning, middle))
            upper = tune_largest(tuning);
        else
            lower = middle;
    }
    return upper;
}

/* Makes variables that are not tuned keep their values. */
static void fix_others(const struct tuning *tuning)
{
    for (size_t i = 0; i < tuning->problem->unknown_count; i++) {
        const struct unknown *unknown = &tuning->problem->unknowns[i];
        if (!unknown->tuned && unknown->domain.count > 0)
            assert_between(tuning, i, tune_number_of(tuning, i), tune_number_of(tuning, i));
    }
}

/* Makes values non-negative where possible: all at once, or else one after the other. */
static void prefer_positive(struct tuning *tuning)
{
    const struct attempt *attempt = tuning->attempt;
    size_t negative = 0;
    for (size_t i = 0; i < tuning->problem->unknown_count; i++)
        negative += tune_is_tuned(tuning, i) && tune_number_of(tuning, i) < 0;
    for (size_t step = 0; negative > 0 && step <= tuning->problem->unknown_count; step++) {
        if (!time_is_left(tuning))
            return;
        if (step > 0 && (!tune_is_tuned(tuning, step - 1) || tune_number_of(tuning, step - 1) >= 0))
            continue;
        Z3_solver_push(attempt->z3, attempt->solver);
        for (size_t i = 0; i < tuning->problem->unknown_count; i++) {
            if (tune_is_tuned(tuning, i) &&
                (step == 0 || step - 1 == i || tune_number_of(tuning, i) >= 0))
                assert_between(tuning, i, 0, tuning->problem->unknowns[i].whole.upper);
        }
        bool found = tune_possible(tuning);
        if (!tuning->problem->engine->session.worn)
            Z3_solver_pop(attempt->z3, attempt->solver, 1);
        if (found && step == 0)
            break;
    }
    for (size_t i = 0; i < tuning->problem->unknown_count; i++) {
        if (tune_is_tuned(tuning, i) && tune_number_of(tuning, i) >= 0)
            assert_between(tuning, i, 0, tuning->problem->unknowns[i].whole.upper);
    }
}

/* Returns the only variable of the goal, if it is tuned. */
static size_t tune_single(const struct tuning *tuning)
{
    const struct solver_index *index = tuning->problem->index;
    struct index_set set = index->sets[index->node_sets[tuning->problem->goal.node]];
    if (set.count != 1)
        return SIZE_MAX;
    uint32_t number = problem_unknown(tuning->problem, index->members[set.first]);
    return tuning->problem->unknowns[number].tuned ? number : SIZE_MAX;
}

/* Tunes an answer (algorithm 1). */
void tune(struct attempt *attempt)
{
    const double share = 0.25; /* part of a question's time */
    struct tuning tuning = {.attempt = attempt, .problem = attempt->problem, .single = SIZE_MAX};
    tuning.deadline =
        session_time() + share * attempt->problem->engine->options.milliseconds / 1000.0;
    if (tune_largest(&tuning) < 1)
        return;
    Z3_solver_push(attempt->z3, attempt->solver);
    fix_others(&tuning);
    prefer_positive(&tuning);
    __int128 bound = tune_largest(&tuning);
    if (bound >= 2 && time_is_left(&tuning)) {
        bound = lowest_bound(&tuning, bound);
        assert_bound(&tuning, bound);
    }
    tuning.single = tune_single(&tuning);
    if (bound >= 2 && tuning.single != SIZE_MAX && time_is_left(&tuning)) {
        bound = tune_largest(&tuning);
        if (bound >= 1)
            lowest_bound(&tuning, bound);
    }
    if (!attempt->problem->engine->session.worn)
        Z3_solver_pop(attempt->z3, attempt->solver, 1);
}
