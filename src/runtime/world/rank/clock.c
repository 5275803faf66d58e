#include "runtime/world/rank/clock.h"

#include "runtime/world/calls.h"

enum {
    OPERATION_MICROSECONDS = 10,
    READING_MAX_MICROSECONDS = 1000,
    IDLE_MAX_MICROSECONDS = 1000000,
};

static const double TICK = 1e-6;

static _Atomic uint64_t readings;
static uint64_t idle = OPERATION_MICROSECONDS; /* microseconds that the next poll in vain takes */
static _Atomic uint64_t extra;                 /* microseconds beyond those of operations */

void clock_poll(bool found)
{
    if (found) {
        idle = OPERATION_MICROSECONDS;
        return;
    }
    extra += idle;
    idle = idle < IDLE_MAX_MICROSECONDS / 2 ? 2 * idle : IDLE_MAX_MICROSECONDS;
}

double world_Wtime(void)
{
    uint64_t reading = ++readings;
    extra += reading < READING_MAX_MICROSECONDS ? reading : READING_MAX_MICROSECONDS;
    return (double)((uint64_t)rank_operations() * OPERATION_MICROSECONDS + extra) * TICK;
}

double world_Wtick(void)
{
    return TICK;
}
