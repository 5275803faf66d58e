
#include "concolic/solver/engine.h"

#include "base/clock.h"
#include "concolic/solver/attempt.h"
#include "concolic/solver/cache.h"
#include "concolic/solver/floats.h"
#include "concolic/solver/plain.h"
#include "concolic/solver/words.h"

#include <stdlib.h>
#include <string.h>

struct engine *engine_open(const struct solver_options *options, struct error *error)
{
    struct engine *engine = memory_zero(1, sizeof *engine);
    engine->options = *options;
    if (!session_open(&engine->session)) {
        free(engine);
        error_set(error, ERROR_FAILED, "the solver cannot start a thread");
        return NULL;
    }
    if (options->cache)
        engine->cache = cache_open();
    return engine;
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    session_close(&engine->session);
    if (engine->cache)
        cache_close(engine->cache);
    free(engine);
}

const struct solver_statistics *engine_statistics(const struct engine *engine)
{
    return &engine->statistics;
}

/* Limits, as parts of a question's time. An attempt that succeeds mostly does so at once. */
static const double LINEAR_SHARE = 0.25, INTEGER_SHARE = 0.04, BITS_SHARE = 0.5;

/* Result of the attempts until now. */
struct result {
    enum solver_answer answer;
    bool proved, simplified;
};

/* Asks Z3 in one mode, until the deadline. Returns whether another mode should be tried. */
static bool engine_try(const struct problem *problem, enum mode mode, double deadline,
                       uint64_t *values, struct result *result, struct attempt *attempt)
{
    *attempt = (struct attempt){
        .problem = problem, .mode = mode, .deadline = deadline, .easy = attempt->easy};
    attempt->values = memory_zero(problem->unknown_count, sizeof *attempt->values);
    if (!session_run(&problem->engine->session, attempt_run, attempt))
        attempt->answer = SOLVER_UNKNOWN;
    if (attempt->answer == SOLVER_FOUND &&
        (result->answer != SOLVER_FOUND || !attempt->simplified)) {
        memcpy(values, attempt->values, problem->unknown_count * sizeof *values);
        result->answer = SOLVER_FOUND;
        result->simplified = attempt->simplified;
    } else if (attempt->answer == SOLVER_NONE &&
               (attempt->proved || result->answer != SOLVER_FOUND)) {
        result->answer = SOLVER_NONE;
        result->proved = attempt->proved;
    }
    free(attempt->values);
    attempt_free(attempt);
    return result->answer == SOLVER_FOUND ? result->simplified : !result->proved;
}

/* Asks exactly; if that takes too long, as reals. */
static void ask_exactly(const struct problem *problem, uint64_t *values, struct result *result)
{
    double time = problem->engine->options.milliseconds / 1000.0;
    struct attempt attempt = {0};
    if (engine_try(problem, MODE_BITS, session_time() + time * 0.8, values, result, &attempt) &&
        result->answer == SOLVER_UNKNOWN)
        engine_try(problem, MODE_INTEGER, session_time() + time * 0.2, values, result, &attempt);
}

/* Asks in the quickest way: like the execution, and without difficult constraints unless the goal
 * is one. */
static bool try_linear(const struct problem *problem, uint64_t *values, struct result *result,
                       struct attempt *attempt)
{
    double time = problem->engine->options.milliseconds / 1000.0;
    double deadline = session_time() + time * LINEAR_SHARE;
    *attempt = (struct attempt){.easy = true};
    if (!engine_try(problem, MODE_LINEAR, deadline, values, result, attempt))
        return false;
    if (!attempt->left_out)
        return true;
    if (attempt->answer == SOLVER_NONE &&
        !engine_try(problem, MODE_INTEGER, session_time() + time * INTEGER_SHARE, values, result,
                    attempt))
        return false;
    if (attempt->answer == SOLVER_NONE && problem->floats && attempt->mode == MODE_INTEGER) {
        result->proved = true;
        return false;
    }
    *attempt = (struct attempt){0};
    return engine_try(problem, MODE_LINEAR, deadline, values, result, attempt);
}

/* Asks about integers, quick ways first. Products and wrap-around are sometimes easy as integers,
 * and sometimes as bits. */
static void ask_integers(const struct problem *problem, uint64_t *values, struct result *result)
{
    double start = session_time(), time = problem->engine->options.milliseconds / 1000.0;
    struct attempt attempt;
    if (!try_linear(problem, values, result, &attempt))
        return;
    attempt.easy = false;
    bool integers = attempt.uncertain && !attempt.too_hard;
    if (integers && !engine_try(problem, MODE_INTEGER, session_time() + time * INTEGER_SHARE,
                                values, result, &attempt))
        return;
    if (engine_try(problem, MODE_BITS, session_time() + time * BITS_SHARE, values, result,
                   &attempt) &&
        integers)
        engine_try(problem, MODE_INTEGER, start + time, values, result, &attempt);
}

/* Asks with reals, which are mostly near enough. IEEE numbers are worth their time only if reals
 * gave a wrong answer, or none. */
static void ask_reals(const struct problem *problem, uint64_t *values, struct result *result)
{
    double start = session_time(), time = problem->engine->options.milliseconds / 1000.0;
    struct attempt attempt;
    if (!try_linear(problem, values, result, &attempt))
        return;
    attempt.easy = false;
    if (attempt.uncertain &&
        !engine_try(problem, MODE_INTEGER, start + time * 0.7, values, result, &attempt))
        return;
    if (attempt.answer == SOLVER_NONE && !attempt.too_hard)
        result->proved = true;
    else if (result->answer == SOLVER_FOUND || attempt.too_hard)
        engine_try(problem, MODE_BITS, start + time, values, result, &attempt);
}

static void ask_z3(const struct problem *problem, uint64_t *values, struct result *result)
{
    if (!problem->floats)
        ask_integers(problem, values, result);
    else if (problem->engine->options.exact_floats)
        ask_exactly(problem, values, result);
    else
        ask_reals(problem, values, result);
}

static void engine_solve(const struct problem *problem, uint64_t *values, struct result *result)
{
    result->answer = plain_solve(problem, values);
    if (result->answer != SOLVER_UNKNOWN)
        return;
    ask_z3(problem, values, result);
    if (problem->floats && result->answer != SOLVER_FOUND && floats_special(problem, values))
        *result = (struct result){.answer = SOLVER_FOUND};
    else if (result->answer == SOLVER_NONE && !result->proved)
        result->answer = SOLVER_UNKNOWN;
    if (result->answer == SOLVER_FOUND && problem->floats && !result->simplified)
        floats_shorten(problem, values);
}

static void engine_fill(const struct problem *problem, const uint64_t *values,
                        struct solver_model *model)
{
    for (size_t i = 0; i < problem->unknown_count; i++) {
        uint32_t variable = problem->unknowns[i].variable;
        model->changed[variable] = values[i] != model->values[variable];
        model->values[variable] = values[i];
    }
}

static enum solver_answer engine_answer_of(struct engine *engine,
                                           const struct solver_question *question,
                                           struct solver_model *model)
{
    struct problem problem;
    struct result result = {.answer = SOLVER_UNKNOWN};
    if (question->trace->constraints[question->constraint].kind == EVENT_TEXT)
        return words_solve(question, model);
    if (!problem_make(&problem, engine, question)) {
        problem_free(&problem);
        return SOLVER_UNKNOWN;
    }
    uint64_t *values = memory_zero(problem.unknown_count, sizeof *values);
    if (engine->cache &&
        cache_find(engine->cache, &problem, values, &result.answer, &result.simplified)) {
        engine->statistics.cached++;
    } else {
        result = (struct result){.answer = SOLVER_UNKNOWN};
        engine_solve(&problem, values, &result);
        if (engine->cache)
            cache_keep(engine->cache, &problem, values, result.answer, result.simplified);
    }
    if (result.answer == SOLVER_FOUND)
        engine_fill(&problem, values, model);
    model->simplified = result.simplified || problem.simplified;
    free(values);
    problem_free(&problem);
    return result.answer;
}

enum solver_answer engine_ask(struct engine *engine, const struct solver_question *question,
                              struct solver_model *model)
{
    double start = clock_seconds();
    struct trace *trace = question->trace;
    struct solver_statistics *statistics = &engine->statistics;
    size_t count = trace->variable_count;
    *model = (struct solver_model){
        .values = arena_alloc(&trace->arena, (count + 1) * sizeof *model->values),
        .changed = arena_alloc(&trace->arena, (count + 1) * sizeof *model->changed),
        .texts = arena_alloc(&trace->arena, (count + 1) * sizeof *model->texts)};
    for (size_t i = 0; i < count; i++)
        model->values[i] = trace->variables[i].value;
    enum solver_answer answer = SOLVER_UNKNOWN;
    unsigned usual = engine->options.milliseconds;
    if (question->milliseconds > 0)
        engine->options.milliseconds = question->milliseconds;
    if (question->constraint < trace->constraint_count)
        answer = engine_answer_of(engine, question, model);
    engine->options.milliseconds = usual;
    statistics->seconds += clock_seconds() - start;
    if (question->unlimited) /* the answer only decides a word in a report */
        return answer;
    statistics->queries++;
    statistics->found += answer == SOLVER_FOUND;
    statistics->none += answer == SOLVER_NONE;
    /* A question in a hurry is asked again, or remains to be asked. */
    statistics->unknown += answer == SOLVER_UNKNOWN && question->milliseconds == 0;
    return answer;
}
