#include "concolic/search/pace.h"

#include <math.h>
#include <stdbool.h>

enum {
    LEAST_COUNT = 3, /* tests until anything is usual */
    SAVED = 5,       /* times, at least: to stop a test early means to execute it twice */
    SLOWER = 10,     /* less priority for each doubling of the time, behind the first */
    SLOWEST = 60,    /* less priority, at most */
};

static const double LEAST_SECONDS = 0.5; /* that a test is given */
static const double SHORTEST = 1e-3;     /* what is faster is as good */
static const double TIMES_OF_USUAL = 10; /* that a test may take */

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
