/* runs_test.c: see runs_test.h. */
#include "watch/model/runs_test.h"

#include <math.h>

static const double side = 0.025;     /* half of the 5 % */
static const double quantile = 1.96;  /* of the normal distribution, for that side */
static const double rounding = 1e-12; /* exceeds the rounding error of the mean of equal samples */

/* Returns n over k, which is exact in a double for the n < 40 of small tests. */
static double runs_test_choose(size_t n, size_t k)
{
    if (k > n)
        return 0;
    double ways = 1;
    for (size_t i = 1; i <= k; i++)
        ways = ways * (double)(n - k + i) / (double)i;
    return ways;
}

/* Returns how many orders of these signs have exactly `runs` runs. */
static double orders_with(size_t positive, size_t negative, size_t runs)
{
    size_t half = runs / 2;
    if (runs % 2 == 0)
        return 2 * runs_test_choose(positive - 1, half - 1) *
               runs_test_choose(negative - 1, half - 1);
    return runs_test_choose(positive - 1, half) * runs_test_choose(negative - 1, half - 1) +
           runs_test_choose(positive - 1, half - 1) * runs_test_choose(negative - 1, half);
}

static struct runs_region exact_region(size_t positive, size_t negative)
{
    size_t most = positive + negative;
    double limit = side * runs_test_choose(most, positive);
    struct runs_region region = {.low = 1, .high = most + 1};
    double orders = 0;
    while (region.low < most &&
           (orders += orders_with(positive, negative, region.low + 1)) <= limit)
        region.low++;
    orders = 0;
    while (region.high > 2 && (orders += orders_with(positive, negative, region.high - 1)) <= limit)
        region.high--;
    return region;
}

static struct runs_region normal_region(size_t positive, size_t negative)
{
    double n1 = (double)positive, n0 = (double)negative, n = n1 + n0;
    double mean = 1 + 2 * n1 * n0 / n;
    double variance = (mean - 1) * (mean - 2) / (n - 1);
    double reach = quantile * sqrt(variance);
    /* |R - mean| > reach rejects. */
    double low = ceil(mean - reach) - 1;
    return (struct runs_region){.low = low < 1 ? 1 : (size_t)low,
                                .high = (size_t)floor(mean + reach) + 1};
}

struct runs_region runs_region(size_t positive, size_t negative)
{
    if (positive <= RUNS_TEST_EXACT_MAX && negative <= RUNS_TEST_EXACT_MAX)
        return exact_region(positive, negative);
    return normal_region(positive, negative);
}

struct runs_test runs_test(const double *samples, size_t count)
{
    struct runs_test test = {0};
    if (count == 0)
        return test;
    for (size_t i = 0; i < count; i++)
        test.boundary += samples[i];
    test.boundary /= (double)count;
    double boundary = test.boundary - rounding * fabs(test.boundary);
    bool before = false;
    for (size_t i = 0; i < count; i++) {
        bool above = samples[i] >= boundary;
        if (above)
            test.positive++;
        else
            test.negative++;
        if (i == 0 || above != before)
            test.runs++;
        before = above;
    }
    test.available = test.positive > 1 && test.negative > 1;
    if (!test.available)
        return test;
    test.region = runs_region(test.positive, test.negative);
    test.random = test.runs > test.region.low && test.runs < test.region.high;
    return test;
}
