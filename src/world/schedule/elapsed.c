#include "world/schedule/elapsed.h"

#include <math.h>
#include <stdio.h>

struct elapsed_times elapsed_of(int process)
{
    char path[64];
    unsigned long long ran, waited;
    snprintf(path, sizeof path, "/proc/%d/schedstat", process);
    FILE *file = fopen(path, "re");
    bool known = file && fscanf(file, "%llu %llu", &ran, &waited) == 2;
    if (file)
        fclose(file);
    return known ? (struct elapsed_times){ran, waited} : (struct elapsed_times){0, 0};
}

/* A rank that began another process since the last look has smaller times than before. */
static double seconds_between(uint64_t before, uint64_t after)
{
    return after > before ? (double)(after - before) * 1e-9 : 0;
}

void elapsed_add(struct elapsed *elapsed, const struct elapsed_times *now, double clock,
                 int processors)
{
    double passed = fmax(clock - elapsed->looked, 0), ran = 0, waited = 0;
    for (size_t i = 0; i < elapsed->count; i++) {
        ran += seconds_between(elapsed->ranks[i].ran, now[i].ran);
        waited = fmax(waited, seconds_between(elapsed->ranks[i].waited, now[i].waited));
        elapsed->ranks[i] = now[i];
    }
    elapsed->looked = clock;
    elapsed->seconds += fmin(passed, fmax(passed - waited, ran / processors));
}
