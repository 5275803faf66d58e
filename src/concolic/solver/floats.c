
#include "concolic/solver/floats.h"

#include "concolic/path/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool floats_holds(const struct problem *problem, const uint64_t *values)
{
    bool goal;
    return problem_holds(problem, values, &goal);
}

static uint64_t with_digits(unsigned type, double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return type == SYMBOLIC_FLOAT ? evaluate_bits(type, (double)strtof(text, NULL))
                                  : evaluate_bits(type, strtod(text, NULL));
}

static double floats_next(unsigned type, double value, double towards)
{
    return type == SYMBOLIC_FLOAT ? (double)nextafterf((float)value, (float)towards)
                                  : nextafter(value, towards);
}

/* Tries the values with one variable a little larger or smaller. */
static bool mend_one(const struct problem *problem, uint64_t *values, size_t number)
{
    enum { STEPS = 4 };
    unsigned type = problem->unknowns[number].type;
    uint64_t before = values[number];
    for (int direction = 0; direction < 2; direction++) {
        double value = evaluate_real(type, before);
        for (int i = 0; i < STEPS; i++) {
            value = floats_next(type, value, direction ? -HUGE_VAL : HUGE_VAL);
            values[number] = evaluate_bits(type, value);
            if (floats_holds(problem, values))
                return true;
        }
    }
    values[number] = before;
    return false;
}

bool floats_mend(const struct problem *problem, uint64_t *values)
{
    for (size_t i = 0; i < problem->unknown_count; i++) {
        if (operation_is_float(problem->unknowns[i].type) && mend_one(problem, values, i))
            return true;
    }
    return false;
}

void floats_shorten(const struct problem *problem, uint64_t *values)
{
    enum { DIGITS = 17 };
    for (size_t i = 0; i < problem->unknown_count; i++) {
        unsigned type = problem->unknowns[i].type;
        uint64_t before = values[i];
        if (!operation_is_float(type) || !isfinite(evaluate_real(type, before)))
            continue;
        for (int digits = 1; digits < DIGITS; digits++) {
            values[i] = with_digits(type, evaluate_real(type, before), digits);
            if (floats_holds(problem, values))
                break;
            values[i] = before;
        }
    }
}

bool floats_special(const struct problem *problem, uint64_t *values)
{
    static const double specials[] = {NAN, INFINITY, -INFINITY, -0.0};
    for (size_t i = 0; i < problem->unknown_count; i++)
        values[i] = problem->trace->variables[problem->unknowns[i].variable].value;
    for (size_t i = 0; i < problem->unknown_count; i++) {
        unsigned type = problem->unknowns[i].type;
        uint64_t before = values[i];
        if (!operation_is_float(type))
            continue;
        for (size_t j = 0; j < sizeof specials / sizeof *specials; j++) {
            values[i] = evaluate_bits(type, specials[j]);
            if (floats_holds(problem, values))
                return true;
        }
        values[i] = before;
    }
    return false;
}
