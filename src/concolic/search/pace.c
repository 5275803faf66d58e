#include "concolic/search/pace.h"

#include <math.h>
#include <stdbool.h>

enum {
    LEAST_COUNT = 3, /* tests before a usual duration is known */
    SAVED = 5,   /* a limit must save this factor: a test that is stopped early is executed twice */
    SLOWER = 10, /* deducted for each doubling of the time, beyond twice the usual */
    SLOWEST = 60, /* deducted at most */
};

static const double LEAST_SECONDS = 0.5; /* least limit of a test */
static const double SHORTEST = 1e-3;     /* shorter times count as this */
static const double TIMES_OF_USUAL = 10; /* limit of a test, as a multiple of the usual duration */

void pace_note(struct pace *pace, double seconds)
{
    pace->logarithms += log(fmax(seconds, SHORTEST));
    pace->count++;
}

double pace_usual(const struct pace *pace)
{
    return pace->count > 0 ? exp(pace->logarithms / (double)pace->count) : 0;
}

double pace_limit(const struct pace *pace, double full)
{
    double limit = fmax(TIMES_OF_USUAL * pace_usual(pace), LEAST_SECONDS);
    bool saves = full == 0 || SAVED * limit <= full;
    return pace->count < LEAST_COUNT || !saves ? full : limit;
}

unsigned pace_priority(const struct pace *pace, double seconds, unsigned priority)
{
    if (pace->count < LEAST_COUNT || seconds <= 2 * pace_usual(pace))
        return priority;
    double less = fmin(SLOWER * log2(seconds / (2 * pace_usual(pace))), SLOWEST);
    return priority > less + 1 ? (unsigned)(priority - less) : priority > 0 ? 1 : 0;
}
